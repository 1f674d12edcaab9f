-- A quest that leaves the last column takes back what was done on the day of the device that moves it, and nothing older:
-- "today somewhere on earth" took yesterday evening's gems away next morning.

create function private.family_today(of_family uuid) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (select (now() at time zone time_zone)::date from public.families where id = of_family);
end $$;
grant execute on function private.is_today_somewhere, private.family_today to authenticated;

-- As before; returns how many gems went.
drop function private.take_back;
create function private.take_back(completion public.quest_completions) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  amount bigint;
begin
  perform private.lock_family(completion.family_id);
  delete from public.quest_completions
  where quest_id = completion.quest_id and member_id = completion.member_id and completed_date = completion.completed_date;
  if not found then
    return 0;
  end if;
  amount := least(completion.gems, private.balance_of(completion.member_id));
  if amount > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    select completion.family_id, completion.member_id, -amount, 'undo', title, icon from public.quests where id = completion.quest_id;
  end if;
  return amount;
end $$;

create or replace function private.undo_completion(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  done public.quest_completions;
begin
  perform from public.quests where id = (args ->> 'questId')::uuid for no key update;
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
  return private.completion_json(done)::text;
end $$;

-- A quest leaves the last column: what counts for the day of the move is taken back. That day, and what went, are settings of
-- the transaction, because a trigger has no arguments; a move that names no day is made on the family's own.
-- Of a once-quest nothing older goes: it stays, and the quest can be done, and paid, again; returns true then.
create or replace function private.reopens(was public.quests, becomes public.quests) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  moved_on date;
  due date;
  done public.quest_completions;
  taken jsonb := '[]';
  is_older boolean := false;
begin
  if was.column_id <> private.last_column(was.family_id) then
    return false;
  end if;
  moved_on := coalesce(nullif(current_setting('bubblequest.moved_on', true), '')::date, private.family_today(was.family_id));
  due := private.due_day_of(becomes, moved_on);
  for done in
    select * from public.quest_completions
    where quest_id = was.id and case becomes.recurring
      when 'once' then created_at > coalesce(was.reopened_at, '-infinity')
      when 'daily' then completed_date = moved_on
      else completed_date between due - 3 and due + 3 end
    order by created_at
  loop
    if becomes.recurring <> 'once' or done.completed_date >= moved_on then
      taken := taken || jsonb_build_array(done.answer::jsonb || jsonb_build_object('gems', private.take_back(done)));
    else
      is_older := true;
    end if;
  end loop;
  perform set_config('bubblequest.taken_back', taken::text, true);
  return is_older;
end $$;

create or replace function private.quest_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted bigint;
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
  -- A look into an index tells most moves that there is nothing to take back.
  if tg_op = 'UPDATE' and new.column_id <> old.column_id
     and exists (select from public.quest_completions where quest_id = new.id) and private.reopens(old, new) then
    new.reopened_at := clock_timestamp();
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
  perform set_config('bubblequest.moved_on', coalesce(args ->> 'day', ''), true), set_config('bubblequest.taken_back', '[]', true);
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
