-- A year of a busy family is some thousand completions. Turning the ids and the day of each into
-- text takes most of the time of reading them, so each is turned once, when it is made.
alter table public.quest_completions add column answer text not null generated always as (
  '{"questId":"' || quest_id::text
  -- What casts a date to text depends on a setting, and may not be stored.
  || '","completedDate":"' || lpad(extract(year from completed_date)::integer::text, 4, '0')
  || '-' || lpad(extract(month from completed_date)::integer::text, 2, '0')
  || '-' || lpad(extract(day from completed_date)::integer::text, 2, '0')
  || '","memberId":"' || member_id::text || '"}') stored;
comment on column public.quest_completions.answer is 'The completion as the API answers it, as JSON.';

create or replace function private.list_completions(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (
    select '[' || coalesce(string_agg(answer, ',' order by completed_date), '') || ']'
    from public.quest_completions
    where family_id = family and completed_date between (args ->> 'startDate')::date and (args ->> 'endDate')::date);
end $$;

create or replace function private.completion_json(c public.quest_completions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return c.answer::jsonb;
end $$;
