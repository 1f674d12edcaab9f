-- Written by `npm run generate`: functions, policies and grants of supabase/schemas.

CREATE OR REPLACE FUNCTION private.family_state(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  shown uuid := private.own_family(args);
  today date := private.family_today(shown);
  membership jsonb := private.membership_json(shown);
  role text := (private.acting_member()).role;
  seat text := md5(concat_ws(' ', membership, role, today, args ->> 'version'));
  family public.families;
  days jsonb := jsonb_build_object(
    'startDate', today - (args ->> 'daysBefore')::integer, 'endDate', today + (args ->> 'daysAfter')::integer);
begin
  select * into family from public.families where id = shown;
  if args ->> 'known' = family.revision || '.' || seat then
    return '{"unchanged": true}';
  end if;
  args := args || days || jsonb_build_object('doneSince', today - (args ->> 'doneDays')::integer);
  -- Each value is JSON already: parsing a board to build an object of it would take longer than reading it.
  return format(
    '{"revision":%s,"seat":"%s","family":%s,"membership":%s,"days":%s,"balances":%s,"earned":%s,"columns":%s,"members":%s,"quests":%s,"completions":%s,"absences":%s,"rewards":%s,"redemptions":%s}',
    family.revision, seat, private.family_json(family), membership, days,
    (select jsonb_object_agg(m.id, coalesce(newest.balance, 0)) from public.family_members m
      left join lateral (
        select balance from public.gem_entries where member_id = m.id order by entry_number desc limit 1) newest on true
      where m.family_id = shown),
    (select coalesce(json_object_agg(member_id, months), '{}') from (
      select member_id, json_agg(json_build_object('month', month, 'gems', earned) order by month) as months
      from public.gem_months where family_id = shown group by member_id) earned),
    private.list_columns(args), private.list_members(args), private.list_quests(args),
    private.completions_between(shown, (days ->> 'startDate')::date, (days ->> 'endDate')::date, false),
    private.list_absences(args), private.list_rewards(args), private.list_redemptions(args));
end $function$
;

create policy "Members see what was earned in their own family" on public.gem_months as PERMISSIVE for SELECT to authenticated using ((family_id = ANY (ARRAY( SELECT private.my_family_ids() AS my_family_ids))));

grant select on table public.gem_months to authenticated;
