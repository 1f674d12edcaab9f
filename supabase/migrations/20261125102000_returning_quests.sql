-- A daily or weekly quest that a completion brought to the last column stands again in the column it came from when its next
-- due day begins. Nobody writes that down at midnight: where a quest stands is a function of its row and of the family's day,
-- here and in domain/rules/board.ts alike. It is written with the next change of the quest.
alter table public.quests add column returns_to uuid, add column returns_on date;
comment on column public.quests.returns_to is 'The column it came from when a completion brought it to the last one; where that is gone, it returns to the first.';
comment on column public.quests.returns_on is 'Its next due day, on which it stands in returns_to again. Both are null when it stays where it is.';

create or replace function private.quest_answer(q public.quests) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return format(
    '{"id":"%s","title":%s,"description":%s,"icon":%s,"gemValue":%s,"assigneeIds":%s,"columnId":"%s","recurring":%s,"targetTime":%s,"createdAt":%s,"version":%s%s}',
    q.id, to_json(q.title), to_json(q.description), to_json(q.icon), q.gem_value, to_json(q.assignee_ids), q.column_id,
    to_json(q.recurring), coalesce(to_json(q.target_time), 'null'), to_json(q.created_at), q.version,
    case when q.returns_on is not null then format(',"returns":{"columnId":"%s","day":%s}', q.returns_to, to_json(q.returns_on)) end);
end $$;

-- The columns of a family, from left to right.
create function private.columns_of(family uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(select id from public.quest_columns where family_id = family order by position, id);
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

-- A quest as the API answers it on that day. Of one that has come back nothing is left to say but where it is.
create function private.standing_answer(q public.quests, columns uuid[], today date) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if q.returns_on is null or today < q.returns_on then
    return q.answer;
  end if;
  q.column_id := private.standing_column(q, columns, today);
  q.returns_to := null;
  q.returns_on := null;
  return private.quest_answer(q);
end $$;
grant execute on function private.quest_answer, private.columns_of, private.standing_column, private.standing_answer to authenticated;

create or replace function private.quest_json(q public.quests) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if q.returns_on is null then
    return q.answer::jsonb;
  end if;
  return private.standing_answer(q, private.columns_of(q.family_id), private.family_today(q.family_id))::jsonb;
end $$;

create or replace function private.list_quests(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  columns uuid[] := private.columns_of(family);
  today date := private.family_today(family);
begin
  return (
    select '[' || coalesce(string_agg(
      case when returns_on is null then answer else private.standing_answer(q, columns, today) end, ',' order by created_at, id), '') || ']'
    from public.quests q
    where family_id = family);
end $$;

-- The first due day after the one that a day counts for.
create function private.next_due_day(quest public.quests, day date) returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.due_day_of(quest, day) + case quest.recurring when 'weekly' then 7 else 1 end;
end $$;

create or replace function private.quest_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
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
      if has_come_back and new.column_id = old.column_id
         and current_setting('bubblequest.moved_to', true) is distinct from new.column_id::text then
        new.column_id := was.column_id;
      end if;
      if has_come_back or new.column_id <> old.column_id or new.recurring = 'once' then
        new.returns_to := null;
        new.returns_on := null;
      end if;
    end if;
    -- A look into an index tells most moves that there is nothing to take back.
    if new.column_id <> was.column_id
       and exists (select from public.quest_completions where quest_id = new.id) and private.reopens(was, new) then
      new.reopened_at := clock_timestamp();
    end if;
  end if;
  update public.families set revision = revision + 1 where id = new.family_id returning revision into new.version;
  -- An array has no foreign key: who is assigned is checked here, when it changes.
  if tg_op = 'INSERT' or new.assignee_ids is distinct from old.assignee_ids then
    if (select count(*) from public.family_members m where m.family_id = new.family_id and m.id = any(new.assignee_ids))
       <> cardinality(new.assignee_ids) then
      perform private.refuse('invalid_input', 'A quest can only be assigned to members of the family.');
    end if;
  end if;
  new.answer := private.quest_answer(new);
  perform realtime.send(jsonb_build_object('revision', new.version, 'quest', new.answer::jsonb), 'quest.saved', 'family:' || new.family_id, true);
  return new;
end $$;

create or replace function private.edit_quest(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'questId')::uuid;
  edited public.quests;
  taken text;
begin
  if args ? 'completedDate' then
    return private.complete_quest(args);
  end if;
  if args ? 'day' and not private.is_today_somewhere((args ->> 'day')::date) then
    perform private.refuse('invalid_input', 'A quest can only be moved today.');
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
    return edited.answer;
  end if;
  return (edited.answer::jsonb || jsonb_build_object('takenBack', taken::jsonb))::text;
end $$;

-- As before; and a quest that comes again remembers where from, and until when it is done.
create or replace function private.complete_quest(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := (args ->> 'questId')::uuid;
  doer uuid := (args ->> 'completingMemberId')::uuid;
  day date := (args ->> 'completedDate')::date;
  acting public.family_members := private.acting_member();
  quest public.quests;
  counted public.quest_completions;
  columns uuid[];
  today date;
  stands_in uuid;
  done_column uuid;
  is_new boolean;
begin
  -- The quest before the family, the order in which a move takes them.
  select * into quest from public.quests where id = wanted and family_id = any(array(select private.my_family_ids())) for no key update;
  if quest.id is null then
    perform private.refuse('not_found');
  end if;
  -- From here on no member and no column of the family goes.
  perform private.lock_family(quest.family_id);
  if acting.id is null or acting.family_id <> quest.family_id
     or (acting.role = 'kid' and (doer <> acting.id or acting.id <> all(quest.assignee_ids))) then
    perform private.refuse('not_allowed', 'Only the ones it is assigned to, or a parent, can complete this quest.');
  end if;
  if not exists (select from public.family_members where id = doer and family_id = quest.family_id) then
    perform private.refuse('invalid_input', 'Only a member of the family can complete a quest.');
  end if;
  columns := private.columns_of(quest.family_id);
  if args ? 'columnId' and (args ->> 'columnId')::uuid <> all(columns) then
    perform private.refuse('invalid_column');
  end if;
  if not private.is_today_somewhere(day) then
    perform private.refuse('invalid_input', 'A quest can only be completed today.');
  end if;
  counted := private.counted_completion(quest, doer, day);
  is_new := counted.quest_id is null;
  if is_new then
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    values (quest.id, doer, day, quest.family_id, quest.gem_value)
    returning * into counted;
    if quest.gem_value > 0 then
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
      values (quest.family_id, doer, quest.gem_value, 'completion', quest.title, quest.icon);
    end if;
  end if;
  done_column := columns[cardinality(columns)];
  today := private.family_today(quest.family_id);
  stands_in := private.standing_column(quest, columns, today);
  if quest.recurring = 'once' then
    if stands_in <> done_column then
      update public.quests set column_id = done_column where id = quest.id returning * into quest;
    end if;
  elsif stands_in <> done_column then
    -- A device whose day is behind the family's has done it all the same: it is seen in the last column.
    update public.quests set
      column_id = done_column,
      returns_to = stands_in,
      returns_on = greatest(private.next_due_day(quest, day), private.next_due_day(quest, today))
    where id = quest.id returning * into quest;
  end if;
  return (
    quest.answer::jsonb
    || jsonb_build_object('completed', jsonb_build_object('completion', counted.answer::jsonb, 'gems', counted.gems, 'isNew', is_new)))::text;
end $$;

-- As before; and where nothing that was done holds the quest in the last column any more, it goes back to where it came from.
create or replace function private.undo_completion(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  done public.quest_completions;
  today date;
begin
  select * into quest from public.quests where id = (args ->> 'questId')::uuid for no key update;
  select * into done from public.quest_completions
  where quest_id = (args ->> 'questId')::uuid and member_id = (args ->> 'memberId')::uuid and completed_date = (args ->> 'completedDate')::date
    and family_id = any(array(select private.my_family_ids()));
  if done is null then
    perform private.refuse('not_found');
  end if;
  if not (done.family_id = any(array(select private.managed_family_ids()))) then
    perform private.refuse('not_allowed');
  end if;
  perform private.take_back(done);
  today := private.family_today(quest.family_id);
  if quest.returns_on > today and not exists (
    select from public.quest_completions
    where quest_id = quest.id and completed_date >= private.due_day_of(quest, today) - case quest.recurring when 'weekly' then 3 else 0 end
  ) then
    update public.quests set
      column_id = private.standing_column(quest, private.columns_of(quest.family_id), quest.returns_on), returns_to = null, returns_on = null
    where id = quest.id;
  end if;
  return private.completion_json(done)::text;
end $$;

-- Writes down which quests of a family have come back, for what asks where they are.
create function private.bring_back(family uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  columns uuid[] := private.columns_of(family);
  today date := private.family_today(family);
begin
  if family = any(array(select private.managed_family_ids())) then
    -- All quests before the family, the order in which a move takes them.
    perform from public.quests where family_id = family and returns_on <= today order by id for no key update;
    update public.quests q set column_id = private.standing_column(q, columns, today), returns_to = null, returns_on = null
    where family_id = family and returns_on <= today;
  end if;
end $$;
grant execute on function private.bring_back to authenticated;

-- As before; a quest that has come back holds its column as any other.
create or replace function private.delete_column(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'columnId')::uuid;
  family uuid := (select family_id from public.quest_columns where id = wanted);
  held bigint;
  deleted public.quest_columns;
begin
  perform private.bring_back(family);
  perform private.require_manager(family);
  begin
    delete from public.quest_columns where id = wanted returning * into deleted;
  exception when foreign_key_violation then
    select count(*) into held from public.quests where column_id = wanted;
    perform private.refuse('column_not_empty', format('This column contains %s quest(s). Please move or delete them first.', held));
  end;
  if deleted.id is null then
    perform private.refuse('not_found');
  end if;
  return private.column_json(deleted)::text;
end $$;
