-- A quest knows when it came to the last column, and a once-quest also who finished it: the column shows what was finished last on top,
-- and nobody is shown somebody else's deed as their own. What was finished long ago, or put away, is read apart.
alter table public.quests
  add column finished_at timestamptz,
  -- No foreign key, as for assignees: who left the family is nobody's name any more.
  add column finished_by uuid,
  add column tidied_at timestamptz;
comment on column public.quests.finished_at is 'When it came to the last column; null where it does not stand there, or was made there.';
comment on column public.quests.finished_by is 'Whose completion brought a once-quest to the last column; null where it was moved there by hand.';
comment on column public.quests.tidied_at is 'When a parent put it away from the last column, to those that are shown only when somebody asks for them.';
grant update (tidied_at) on public.quests to authenticated;

create function private.quest_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.finished_at := null;
  new.finished_by := null;
  new.tidied_at := null;
  if new.column_id = private.last_column(new.family_id) then
    new.finished_at := clock_timestamp();
    if new.recurring = 'once' then
      select member_id into new.finished_by from public.quest_completions
      where quest_id = new.id and created_at > coalesce(new.reopened_at, '-infinity') order by created_at desc limit 1;
    end if;
  end if;
  return new;
end $$;
-- Triggers run by their names: before quest_changed, which writes the answer.
create trigger move_noted before update of column_id on public.quests
  for each row when (new.column_id <> old.column_id) execute function private.quest_moved();

-- Two functions change in these places alone; whatever else they do stays as it is. The answer has three fields more before its version.
-- The list is, with `doneSince` (a day of UTC), without the once-quests of the last column that were finished before; all others always come.
do $$
declare
  known record;
  definition text;
begin
  for known in
    select * from (values
      ('private.quest_answer', '"version":%s', '"finishedAt":%s,"finishedBy":%s,"isTidied":%s,"version":%s'),
      ('private.quest_answer', 'q.version',
        'coalesce(to_json(q.finished_at), ''null''), coalesce(to_json(q.finished_by), ''null''), to_json(q.tidied_at is not null), q.version'),
      ('private.list_quests', 'family uuid := private.own_family(args);',
        'family uuid := private.own_family(args);
  since timestamptz := (args ->> ''doneSince'')::timestamp at time zone ''utc'';
  done_column uuid := (select id from public.quest_columns where family_id = family order by position desc limit 1);'),
      ('private.list_quests', 'where family_id = family)',
        'where family_id = family
      and (since is null or column_id <> done_column or recurring <> ''once'' or coalesce(finished_at, created_at) >= since))')
    ) as changes (name, was, becomes)
  loop
    definition := pg_get_functiondef(known.name::regproc);
    if position(known.was in definition) = 0 then
      raise exception '% is not as it is known here', known.name;
    end if;
    execute replace(definition, known.was, known.becomes);
  end loop;
end $$;

-- Nothing that a family did: no revision, no news.
alter table public.quests disable trigger quest_changed;
update public.quests q set
  finished_at = done.created_at,
  finished_by = case when q.recurring = 'once' and done.created_at > coalesce(q.reopened_at, '-infinity') then done.member_id end
from (select distinct on (quest_id) quest_id, member_id, created_at from public.quest_completions order by quest_id, created_at desc) done
where done.quest_id = q.id and q.column_id = private.last_column(q.family_id);
update public.quests q set answer = private.quest_answer(q);
alter table public.quests enable trigger quest_changed;

-- The once-quests of the last column that were finished before `doneSince` or put away, newest first, 50 at a time; the next ones come
-- with the moment and the id of the last one as `before` and `beforeId`.
create function private.list_earlier_quests(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  since timestamptz := (args ->> 'doneSince')::timestamp at time zone 'utc';
  before_moment timestamptz := coalesce((args ->> 'before')::timestamptz, 'infinity');
  before_id uuid := coalesce((args ->> 'beforeId')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  done_column uuid := (select id from public.quest_columns where family_id = family order by position desc limit 1);
begin
  return (
    select '[' || coalesce(string_agg(answer, ',' order by finished desc, id desc), '') || ']'
    from (
      select id, answer, coalesce(finished_at, created_at) as finished
      from public.quests
      where family_id = family and column_id = done_column and recurring = 'once'
        and (tidied_at is not null or coalesce(finished_at, created_at) < since)
        and (coalesce(finished_at, created_at), id) < (before_moment, before_id)
      order by finished desc, id desc
      limit 50
    ) page);
end $$;

-- Puts away what stands finished in the last column. What was finished more than 30 days ago is out of sight there anyway.
create function private.tidy_quests(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  done_column uuid;
  finished uuid[];
  tidied text;
begin
  perform private.require_manager(family);
  select id into done_column from public.quest_columns where family_id = family order by position desc limit 1;
  -- The quests before the family, the order in which a move takes them.
  select array_agg(id) into finished from (
    select id from public.quests
    where family_id = family and column_id = done_column and recurring = 'once' and tidied_at is null
      and coalesce(finished_at, created_at) > now() - interval '32 days'
    order by id for no key update
  ) locked;
  with put_away as (
    update public.quests set tidied_at = clock_timestamp() where id = any(finished) returning answer, version
  )
  select '[' || coalesce(string_agg(answer, ',' order by version), '') || ']' into tidied from put_away;
  return tidied;
end $$;
grant execute on function private.list_earlier_quests, private.tidy_quests to authenticated;
