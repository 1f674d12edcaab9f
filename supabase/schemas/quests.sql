-- Chores with a price in gems. A daily or weekly quest that a completion brought to the last column stands again in the column it came from when its next
-- due day begins. Nobody writes that down at midnight: where a quest stands is a function of its row and of the family's day,
-- here and in domain/rules/board.ts alike. It is written with the next change of the quest.

-- The checks of a table are read anew, as text, by every statement that changes a row of it: a fifth
-- of a move. A domain's are read once for a connection, and looked at where such a value is written.
-- A domain is checked before any trigger runs: that a title is not empty is a trigger's part.
create domain private.quest_title as text check (char_length(value) <= 120);
create domain private.quest_description as text check (char_length(value) <= 2000);
create domain private.quest_icon as text check (char_length(value) between 1 and 40);
create domain private.gem_value as integer check (value between 0 and 100000);
create domain private.assignee_ids as uuid[] check (cardinality(value) between 1 and 50);
create domain private.recurring as text check (value in ('once', 'daily', 'weekly'));
create domain private.target_time as text check (value ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

create table public.quests (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  column_id uuid not null,
  title private.quest_title not null,
  description private.quest_description not null default '',
  icon private.quest_icon not null,
  gem_value private.gem_value not null,
  assignee_ids private.assignee_ids not null,
  recurring private.recurring not null default 'once',
  target_time private.target_time,
  created_at timestamptz not null default now(),
  -- When a once-quest was taken out of the last column again: completions before that pay no part any more.
  reopened_at timestamptz,
  version bigint not null default 0,
  -- Writing the quests of a board as JSON took most of the time of reading it, so each is written
  -- when it changes: the list, the answer to the change and the news of it are all this one text.
  api_json text not null default '',
  returns_to uuid,
  returns_on date,
  finished_at timestamptz,
  -- No foreign key, as for assignees: who left the family is nobody's name any more.
  finished_by uuid,
  archived_at timestamptz,
  constraint quests_column_fkey foreign key (family_id, column_id) references public.quest_columns (family_id, id)
) with (fillfactor = 80);

comment on table public.quests is 'A chore with a price in gems. A column that holds one cannot be deleted.';
comment on column public.quests.api_json is 'The quest as the API answers it, as JSON: private.quest_api_json, kept by private.quest_changed.';
comment on column public.quests.returns_to is 'The column it came from when a completion brought it to the last one; where that is gone, it returns to the first.';
comment on column public.quests.returns_on is 'Its next due day, on which it stands in returns_to again. Both are null when it stays where it is.';
comment on column public.quests.finished_at is 'When it came to the last column; null where it does not stand there, or was made there.';
comment on column public.quests.finished_by is 'Whose completion brought a once-quest to the last column; null where it was moved there by hand.';
comment on column public.quests.archived_at is 'When a parent put it away from the last column, to those that are shown only when somebody asks for them.';

-- By family alone: a family has a few hundred quests, and a move that changes no index is half the work.
create index quests_family_id_idx on public.quests (family_id);

alter table public.quests enable row level security;

create policy "Members see their own family's quests" on public.quests for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Parents add quests to their own family" on public.quests for insert to authenticated
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents change their own family's quests" on public.quests for update to authenticated
  using (family_id = any(array(select private.managed_family_ids())))
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents delete their own family's quests" on public.quests for delete to authenticated
  using (family_id = any(array(select private.managed_family_ids())));

grant select, delete on public.quests to authenticated;
grant insert (family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring, target_time),
  update (column_id, title, description, icon, gem_value, assignee_ids, recurring, target_time, archived_at) on public.quests to authenticated;

-- The due day that a day counts for: of a weekly quest the nearest one, so the three days before it, itself, and the three days after it.
create function private.due_day_of(quest public.quests, day date) returns date language plpgsql stable security definer set search_path = '' as $$
declare
  first_day date;
begin
  if quest.recurring <> 'weekly' then
    return day;
  end if;
  select (quest.created_at at time zone f.time_zone)::date into first_day from public.families f where f.id = quest.family_id;
  return first_day + 7 * floor((day - first_day + 3) / 7.0)::integer;
end $$;

-- The first due day after the one that a day counts for.
create function private.next_due_day(quest public.quests, day date) returns date language plpgsql stable security definer set search_path = '' as $$
begin
  return private.due_day_of(quest, day) + case quest.recurring when 'weekly' then 7 else 1 end;
end $$;

-- Where a quest stands on a day of the family's calendar.
create function private.standing_column(q public.quests, columns uuid[], today date) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  if q.returns_on is null or today < q.returns_on then
    return q.column_id;
  end if;
  return case when q.returns_to = any(columns) then q.returns_to else coalesce(columns[1], q.column_id) end;
end $$;

create function private.quest_api_json(q public.quests) returns text language plpgsql immutable set search_path = '' as $$
begin
  return format(
    '{"id":"%s","title":%s,"description":%s,"icon":%s,"gemValue":%s,"assigneeIds":%s,"columnId":"%s","recurring":%s,"targetTime":%s,"createdAt":%s,"finishedAt":%s,"finishedBy":%s,"isArchived":%s,"version":%s%s}',
    q.id, to_json(q.title), to_json(q.description), to_json(q.icon), q.gem_value, to_json(q.assignee_ids), q.column_id,
    to_json(q.recurring), coalesce(to_json(q.target_time), 'null'), to_json(q.created_at), coalesce(to_json(q.finished_at), 'null'), coalesce(to_json(q.finished_by), 'null'), to_json(q.archived_at is not null), q.version,
    case when q.returns_on is not null then format(',"returns":{"columnId":"%s","day":%s}', q.returns_to, to_json(q.returns_on)) end);
end $$;

-- A quest as the API answers it on that day. Of one that has come back nothing is left to say but where it is.
create function private.standing_api_json(q public.quests, columns uuid[], today date) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if q.returns_on is null or today < q.returns_on then
    return q.api_json;
  end if;
  q.column_id := private.standing_column(q, columns, today);
  q.returns_to := null;
  q.returns_on := null;
  q.finished_at := null;
  q.finished_by := null;
  q.archived_at := null;
  return private.quest_api_json(q);
end $$;

-- A quest exactly as the API answers it; private.list_quests says the same for many at once.
create function private.quest_json(q public.quests) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  if q.returns_on is null then
    return q.api_json::jsonb;
  end if;
  return private.standing_api_json(q, private.columns_of(q.family_id), private.family_today(q.family_id))::jsonb;
end $$;

create function private.set_finished_at() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.finished_at := null;
  new.finished_by := null;
  new.archived_at := null;
  if new.column_id = private.last_column(new.family_id) then
    new.finished_at := clock_timestamp();
    if new.recurring = 'once' then
      select member_id into new.finished_by from public.quest_completions
      where quest_id = new.id and created_at > coalesce(new.reopened_at, '-infinity') order by created_at desc limit 1;
    end if;
  end if;
  return new;
end $$;

-- Triggers run in the order of their names: a title and what finished_at_set writes are there before quest_changed writes the JSON and
-- announces it. Also of one that was in the last column all the time, and came back from there in between.
create trigger a_default_title before insert or update of title on public.quests
  for each row when (new.title = '') execute function private.set_default_title();
create trigger finished_at_set before update of column_id on public.quests
  for each row when (new.column_id <> old.column_id or (new.returns_on is not null and new.returns_on is distinct from old.returns_on))
  execute function private.set_finished_at();

-- The busiest trigger of all, so next_revision and announce are written out in it. With the column that a quest stands in the moment
-- it is written, the moment at which it was finished is written, too.
create function private.quest_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  counted bigint;
  was public.quests;
  has_come_back boolean;
begin
  if tg_op = 'DELETE' then
    update public.families set revision = revision + 1 where id = old.family_id returning revision into counted;
    if counted is not null then
      perform realtime.send(jsonb_build_object('revision', counted, 'questId', old.id), 'quest.deleted', 'family:' || old.family_id, true);
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and new.family_id <> old.family_id then
    raise check_violation using message = 'a quest stays with its family';
  end if;
  -- A command that says when the quest returns has said where it stands, too. All else is done by hand.
  if tg_op = 'UPDATE' and new.returns_on is not distinct from old.returns_on then
    was := old;
    if old.returns_on is not null then
      has_come_back := old.returns_on <= private.family_today(old.family_id);
      if has_come_back then
        was.column_id := private.standing_column(old, private.columns_of(old.family_id), old.returns_on);
      end if;
      -- One that has come back is written where it stands, but for a move to the very column it was in.
      if has_come_back and new.column_id = old.column_id then
        new.finished_by := null;
        new.archived_at := null;
        if current_setting('bubblequest.moved_to', true) is distinct from new.column_id::text then
          new.column_id := was.column_id;
          new.finished_at := null;
        else
          new.finished_at := clock_timestamp();
        end if;
      end if;
      if has_come_back or new.column_id <> old.column_id or new.recurring = 'once' then
        new.returns_to := null;
        new.returns_on := null;
      end if;
    end if;
    -- A look into an index tells most moves that there is nothing to take back.
    if new.column_id <> was.column_id
       and exists (select from public.quest_completions where quest_id = new.id) and private.reopen_quest(was, new) then
      new.reopened_at := clock_timestamp();
    end if;
  end if;
  update public.families set revision = revision + 1 where id = new.family_id returning revision into new.version;
  -- An array has no foreign key: who is assigned is checked here, when it changes.
  if tg_op = 'INSERT' or new.assignee_ids is distinct from old.assignee_ids then
    if (select count(*) from public.family_members m where m.family_id = new.family_id and m.id = any(new.assignee_ids))
       <> cardinality(new.assignee_ids) then
      perform private.refuse('assignee_not_in_family');
    end if;
  end if;
  new.api_json := private.quest_api_json(new);
  perform realtime.send(jsonb_build_object('revision', new.version, 'quest', new.api_json::jsonb), 'quest.saved', 'family:' || new.family_id, true);
  return new;
end $$;

create trigger quest_changed before insert or update or delete on public.quests for each row execute function private.quest_changed();

-- With `doneSince`, a day of UTC, without the once-quests of the last column that were finished before; all others always come.
create function private.list_quests(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  since timestamptz := (args ->> 'doneSince')::timestamp at time zone 'utc';
  done_column uuid := (select id from public.quest_columns where family_id = family order by position desc limit 1);
  columns uuid[] := private.columns_of(family);
  today date := private.family_today(family);
begin
  return (
    select '[' || coalesce(string_agg(
      case when returns_on is null then api_json else private.standing_api_json(q, columns, today) end, ',' order by created_at, id), '') || ']'
    from public.quests q
    where family_id = family
      and (since is null or column_id <> done_column or recurring <> 'once' or coalesce(finished_at, created_at) >= since));
end $$;

-- The once-quests of the last column that were finished before `doneSince` or put away, newest first, 50 at a time; the next ones come
-- with the moment and the id of the last one as `before` and `beforeId`.
create function private.list_archived_quests(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  since timestamptz := (args ->> 'doneSince')::timestamp at time zone 'utc';
  before_moment timestamptz := coalesce((args ->> 'before')::timestamptz, 'infinity');
  before_id uuid := coalesce((args ->> 'beforeId')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  done_column uuid := (select id from public.quest_columns where family_id = family order by position desc limit 1);
begin
  return (
    select '[' || coalesce(string_agg(api_json, ',' order by finished desc, id desc), '') || ']'
    from (
      select id, api_json, coalesce(finished_at, created_at) as finished
      from public.quests
      where family_id = family and column_id = done_column and recurring = 'once'
        and (archived_at is not null or coalesce(finished_at, created_at) < since)
        and (coalesce(finished_at, created_at), id) < (before_moment, before_id)
      order by finished desc, id desc
      limit 50
    ) page);
end $$;

create function private.add_quest(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  added public.quests;
begin
  perform private.require_manager(family);
  insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring, target_time)
  values (family, (args ->> 'columnId')::uuid, args ->> 'title', args ->> 'description', args ->> 'icon',
    (args ->> 'gemValue')::integer, private.uuids(args -> 'assigneeIds'), args ->> 'recurring', args ->> 'targetTime')
  returning * into added;
  return private.quest_json(added)::text;
end $$;

-- What is asked for goes into a variable first. Where the planner has to look through a family's
-- rows, a cast of what came in the call is made anew for each of them.
create function private.edit_quest(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'questId')::uuid;
  edited public.quests;
  taken text;
begin
  if args ? 'completedDate' then
    return private.complete_quest(args);
  end if;
  if args ? 'day' and not private.is_today_somewhere((args ->> 'day')::date) then
    perform private.refuse('move_not_today');
  end if;
  perform set_config('bubblequest.moved_to', coalesce(args ->> 'columnId', ''), true),
          set_config('bubblequest.moved_on', coalesce(args ->> 'day', ''), true),
          set_config('bubblequest.taken_back', '[]', true);
  update public.quests set
    column_id = coalesce((args ->> 'columnId')::uuid, column_id),
    title = coalesce(args ->> 'title', title),
    description = coalesce(args ->> 'description', description),
    icon = coalesce(args ->> 'icon', icon),
    gem_value = coalesce((args ->> 'gemValue')::integer, gem_value),
    assignee_ids = case when args ? 'assigneeIds' then private.uuids(args -> 'assigneeIds') else assignee_ids end,
    recurring = coalesce(args ->> 'recurring', recurring),
    -- An explicit null takes the time away.
    target_time = case when args ? 'targetTime' then args ->> 'targetTime' else target_time end
  where id = wanted
  returning * into edited;
  if edited.id is null then
    perform private.require_manager((select family_id from public.quests where id = wanted));
    perform private.refuse('not_found');
  end if;
  taken := current_setting('bubblequest.taken_back');
  if taken = '[]' then
    return edited.api_json;
  end if;
  return (edited.api_json::jsonb || jsonb_build_object('takenBack', taken::jsonb))::text;
end $$;

-- Puts away what stands finished in the last column. What was finished more than 30 days ago is out of sight there anyway.
create function private.archive_quests(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  done_column uuid;
  finished uuid[];
  archived text;
begin
  perform private.require_manager(family);
  select id into done_column from public.quest_columns where family_id = family order by position desc limit 1;
  -- The quests before the family, the order in which a move takes them.
  select array_agg(id) into finished from (
    select id from public.quests
    where family_id = family and column_id = done_column and recurring = 'once' and archived_at is null
      and coalesce(finished_at, created_at) > now() - interval '32 days'
    order by id for no key update
  ) locked;
  with changed as (
    update public.quests set archived_at = clock_timestamp() where id = any(finished) returning api_json, version
  )
  select '[' || coalesce(string_agg(api_json, ',' order by version), '') || ']' into archived from changed;
  return archived;
end $$;

create function private.delete_quest(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'questId')::uuid;
  deleted public.quests;
begin
  delete from public.quests where id = wanted returning * into deleted;
  if deleted.id is null then
    perform private.require_manager((select family_id from public.quests where id = wanted));
    perform private.refuse('not_found');
  end if;
  return deleted.api_json;
end $$;

grant execute on function
  private.standing_column, private.quest_api_json, private.standing_api_json, private.quest_json, private.list_quests,
  private.list_archived_quests, private.add_quest, private.edit_quest, private.archive_quests, private.delete_quest to authenticated;
