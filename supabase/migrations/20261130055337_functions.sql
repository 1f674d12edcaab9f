-- Written by `npm run generate`: functions, policies and grants of supabase/schemas.

CREATE OR REPLACE FUNCTION private.page_sizes_found_quests()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN 20
;

CREATE OR REPLACE FUNCTION private.search_archived_quests(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  family uuid := private.own_family(args);
  since timestamptz := (args ->> 'doneSince')::timestamp at time zone 'utc';
  patterns text[] := private.title_patterns(args ->> 'title');
begin
  return (
    select '[' || coalesce(string_agg(api_json, ',' order by finished_at desc, id desc), '') || ']'
    from (
      select id, api_json, finished_at
      from public.quests
      where family_id = family and recurring = 'once' and finished_at < since and title ~* all(patterns)
      order by finished_at desc, id desc
      limit private.page_sizes_found_quests()
    ) page);
end $function$
;

CREATE OR REPLACE FUNCTION private.title_patterns(typed text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  marks constant text := '[\u0300-\u036f]';
begin
  return array(
    select (
      select string_agg(case
          when part[1] = 'ss' then '(?:ss|ß)'
          when part[1] ~ '\w' then '[' || part[1] || base || coalesce(accented, '') || ']' || marks || '*'
          else '\' || part[1] end, '' order by place)
      from regexp_matches(word, 'ss|.', 'g') with ordinality parts(part, place),
        regexp_replace(normalize(part[1], nfd), marks, '', 'g') base
      left join (values ('a', 'àáâãäåāăą'), ('c', 'çćĉċč'), ('d', 'ď'), ('e', 'èéêëēĕėęě'), ('g', 'ĝğġģ'), ('h', 'ĥ'),
        ('i', 'ìíîïĩīĭį'), ('j', 'ĵ'), ('k', 'ķ'), ('l', 'ĺļľ'), ('n', 'ñńņň'), ('o', 'òóôõöōŏő'), ('r', 'ŕŗř'),
        ('s', 'śŝşšșß'), ('t', 'ţťț'), ('u', 'ùúûüũūŭůűų'), ('w', 'ŵ'), ('y', 'ýÿŷ'), ('z', 'źżž')
      ) accents(letter, accented) on letter = base)
    from regexp_split_to_table(
      replace(regexp_replace(normalize(lower(btrim(typed)), nfc), marks, '', 'g'), 'ß', 'ss'), '\s+') word
    limit 10);
end $function$
;

grant execute on function private.page_sizes_found_quests() to authenticated;

grant execute on function private.search_archived_quests(jsonb) to authenticated;

grant execute on function private.title_patterns(text) to authenticated;
