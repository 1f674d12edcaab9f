-- The completions of quests by member and day. Undoing one deletes its row.
create table public.quest_completions (
  quest_id uuid not null references public.quests (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  -- A day of the family's calendar.
  completed_date date not null,
  family_id uuid not null references public.families (id) on delete cascade,
  -- The gems paid for it, even when the quest's price changes later.
  gems integer not null check (gems between 0 and private.gem_limits_value()),
  created_at timestamptz not null default clock_timestamp(),
  -- A busy family has some thousand completions a year. Formatting the ids and days takes most of the
  -- time of reading them, so each is formatted once, when it is inserted.
  api_json text not null generated always as (
    '{"questId":"' || quest_id::text
    -- Casting a date to text depends on a setting, so that a stored column cannot use it.
    || '","completedDate":"' || lpad(extract(year from completed_date)::integer::text, 4, '0')
    || '-' || lpad(extract(month from completed_date)::integer::text, 2, '0')
    || '-' || lpad(extract(day from completed_date)::integer::text, 2, '0')
    || '","memberId":"' || member_id::text || '"}') stored,
  -- In this order, because most queries about a quest are about its last days.
  primary key (quest_id, completed_date, member_id)
);

comment on column public.quest_completions.api_json is 'The completion as the API returns it, as JSON.';

create index quest_completions_family_id_idx on public.quest_completions (family_id, completed_date);
create index quest_completions_member_id_idx on public.quest_completions (member_id);
create index quest_completions_created_at_idx on public.quest_completions using brin (created_at);

alter table public.quest_completions enable row level security;

create policy "Members see their own family's completions" on public.quest_completions for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.quest_completions to authenticated;

create function private.completion_json(c public.quest_completions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return c.api_json::jsonb;
end $$;

create function private.completion_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.quest_completions := case when tg_op = 'DELETE' then old else new end;
  revision bigint;
begin
  -- A deleted quest or member has an event of its own, which covers its completions.
  if tg_op = 'DELETE' and not (exists (select from public.quests where id = old.quest_id)
     and exists (select from public.family_members where id = old.member_id)) then
    return null;
  end if;
  revision := private.next_revision(changed.family_id);
  perform private.announce(changed.family_id,
    case when tg_op = 'DELETE' then 'completion.deleted' else 'completion.saved' end,
    jsonb_build_object('revision', revision, 'completion', private.completion_json(changed)));
  return null;
end $$;

create trigger completion_changed after insert or delete on public.quest_completions
  for each row execute function private.completion_changed();

-- Deletes a completion and takes back its gems as far as the member has them; the rest is owed.
-- Returns both as in RevokedCompletion.
create function private.revoke_completion(completion public.quest_completions) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  taken integer;
begin
  perform private.lock_family(completion.family_id);
  delete from public.quest_completions
  where quest_id = completion.quest_id and member_id = completion.member_id
    and completed_date = completion.completed_date;
  if not found then
    return jsonb_build_object('gems', 0, 'owed', 0);
  end if;
  taken := least(completion.gems, private.balance_of(completion.member_id));
  select * into quest from public.quests where id = completion.quest_id;
  if taken > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (completion.family_id, completion.member_id, -taken, 'undo', quest.title, quest.icon);
  end if;
  if completion.gems > taken then
    insert into public.gem_debts (family_id, member_id, amount, title, icon)
    values (completion.family_id, completion.member_id, completion.gems - taken, quest.title, quest.icon);
  end if;
  return jsonb_build_object('gems', taken, 'owed', completion.gems - taken);
end $$;

-- Returns the completions of a daily or weekly quest that count for the same due day as `day`, or on a day without one
-- those of the day itself.
create function private.completions_for(quest public.quests, time_zone text, day date)
returns setof public.quest_completions language plpgsql stable security definer set search_path = '' as $$
declare
  due date := private.due_day_of(quest, time_zone, day);
begin
  return query
    select * from public.quest_completions c
    where quest.recurring <> 'once' and c.quest_id = quest.id
      and c.completed_date between coalesce(due - 3, day) and coalesce(due + 3, day)
      and (due is null or private.due_day_of(quest, time_zone, c.completed_date) = due);
end $$;

-- Revokes completions when a quest leaves the column in which it is done: all of the current due day for a daily or
-- weekly quest, the one that finished it for a once-quest. If that one is of an earlier day it stays, and the quest can
-- be completed and paid again.
create function private.revoke_completions(quest public.quests, board private.board) returns jsonb
language plpgsql set search_path = '' as $$
declare
  done public.quest_completions;
  taken jsonb := '[]'::jsonb;
begin
  for done in
    select * from public.quest_completions c
    where quest.recurring = 'once' and c.quest_id = quest.id and c.member_id = quest.finished_by
      and c.completed_date >= board.today
    union all
    select * from private.completions_for(quest, board.time_zone, board.today)
    order by created_at
  loop
    taken := taken || jsonb_build_array(done.api_json::jsonb || private.revoke_completion(done));
  end loop;
  return taken;
end $$;

-- Returns the completion that already counts for that day,
-- so that of two requests to complete a quest only one is paid.
create function private.existing_completion(quest public.quests, member uuid, day date, time_zone text)
returns public.quest_completions language plpgsql stable security definer set search_path = '' as $$
declare
  counted public.quest_completions;
begin
  if quest.recurring = 'once' then
    select * into counted from public.quest_completions
    -- Moved out of the last column, it is not paid again to the same member for the same day.
    where quest_id = quest.id and case when quest.finished_by is null then member_id = member and completed_date = day
      else member_id = quest.finished_by end
    order by completed_date desc limit 1;
  else
    select * into counted from private.completions_for(quest, time_zone, day)
    where member_id = member order by completed_date desc limit 1;
  end if;
  return counted;
end $$;

-- Whether this device may complete the quest for the member: as a parent for everybody, as a kid for itself, on the
-- paired wall for each kid. A kid has to be assigned.
create function private.may_complete(quest public.quests, doer uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  if acting.role = 'parent' then
    return acting.family_id = quest.family_id;
  end if;
  return doer = any(quest.assignee_ids) and (
    (doer = acting.id and acting.family_id = quest.family_id)
    or exists (
      select from private.paired_device() device join public.family_members m on m.family_id = device.family_id
      where device.use = 'wall' and device.family_id = quest.family_id and m.id = doer and m.role = 'kid'));
end $$;

-- Whether a member has done a quest of some times a week often enough, in the week of a day on which they have not.
create function private.is_enough(quest public.quests, board private.board, doer uuid, day date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  -- At most two days ago.
  week date := case when day < board.week then board.week - 7 else board.week end;
begin
  return quest.times_per_week <= (
      select count(*) from public.quest_completions
      where quest_id = quest.id and member_id = doer and completed_date between week and week + 6);
end $$;

-- Records and pays the completion of a locked quest of a locked family, and returns the quest with it. Repeated, by two
-- devices or after a lost response, it returns the same and pays nothing more: `isNew` is whether the completion was
-- recorded now, `settled` how many of its gems were owed. A once-quest that a former member finished stays done.
create function private.record_completion(quest public.quests, board private.board, doer uuid, day date) returns text
language plpgsql set search_path = '' as $$
declare
  counted public.quest_completions := private.existing_completion(quest, doer, day, board.time_zone);
  is_new boolean := counted.quest_id is null;
  was_done boolean;
  settled integer := 0;
begin
  if is_new and quest.recurring = 'once' and quest.finished_by is not null then
    return private.quest_json(quest);
  end if;
  was_done := quest.finished_by is not null
    and (quest.recurring = 'once' or private.is_done(quest, board, private.done_of(quest.id, board)));
  if is_new then
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    values (quest.id, doer, day, quest.family_id, quest.gem_value)
    returning * into counted;
    settled := private.settled_gems(doer, quest.gem_value);
    if quest.gem_value > 0 then
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
      values (quest.family_id, doer, quest.gem_value, 'completion', quest.title, quest.icon);
    end if;
  end if;
  if not was_done and (quest.recurring = 'once' or private.stays_done(quest, board, day,
       case when quest.times_per_week is not null then (private.done_of(quest.id, board)).week end)) then
    update public.quests set
      done_column_id = case recurring when 'once' then coalesce(done_column_id, board.last_column) end,
      finished_at = case when recurring = 'once' and finished_at is not null then finished_at
        else clock_timestamp() end,
      finished_by = counted.member_id
    where id = quest.id returning * into quest;
  end if;
  return (
    private.quest_json(quest)::jsonb
    || jsonb_build_object('completed',
      jsonb_build_object('completion', counted.api_json::jsonb, 'gems', counted.gems, 'isNew', is_new)
      || case when settled > 0 then jsonb_build_object('settled', settled) else '{}' end))::text;
end $$;

-- Completes a quest for a member, on a day.
create function private.complete_quest(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  doer uuid := (args ->> 'completingMemberId')::uuid;
  day date := (args ->> 'completedDate')::date;
  quest public.quests;
  board private.board;
begin
  quest := private.require_quest(args);
  -- The quest before the family, the order in which a move takes them. From here on no member and no column of the
  -- family can be deleted.
  perform private.lock_family(quest.family_id);
  if private.may_complete(quest, doer) is not true then
    perform private.refuse('not_assigned');
  end if;
  if not exists (select from public.family_members where id = doer and family_id = quest.family_id) then
    perform private.refuse('completer_not_in_family');
  end if;
  if args ? 'columnId'
     and not exists (
       select from public.quest_columns where id = (args ->> 'columnId')::uuid and family_id = quest.family_id) then
    perform private.refuse('invalid_column');
  end if;
  board := private.board_of(quest.family_id);
  if day not between board.today - private.late_days_completion() and board.today then
    perform private.refuse('other_completion_day');
  end if;
  -- More than is asked for is for a parent to decide.
  if (private.acting_member()).role is distinct from 'parent'
     and (private.existing_completion(quest, doer, day, board.time_zone)).quest_id is null then
    if private.is_enough(quest, board, doer, day) then
      perform private.refuse('done_this_week');
    end if;
    if (quest.recurring <> 'once' or quest.finished_at is null) and quest.column_id <> board.last_column
       and exists (select from public.quest_columns where id = quest.column_id and is_someday) then
      perform private.refuse('for_someday');
    end if;
  end if;
  return private.record_completion(quest, board, doer, day);
end $$;

-- Undoes a completion; returns the gems taken back and owed.
-- A quest that no other completion keeps in the last column returns home.
create function private.undo_completion(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  board private.board;
  done public.quest_completions;
  taken jsonb;
begin
  quest := private.require_quest(args);
  select * into done from public.quest_completions
  where quest_id = quest.id and member_id = (args ->> 'memberId')::uuid
    and completed_date = (args ->> 'completedDate')::date;
  if done is null then
    perform private.refuse('not_found');
  end if;
  if not (done.family_id = any(array(select private.managed_family_ids()))) and not coalesce(
    -- A tile offers it, the child's own or one on the wall; the call may take some seconds more.
    (done.member_id = (private.acting_member()).id or (private.paired_device()).use = 'wall'
      and exists (select from public.family_members where id = done.member_id and role = 'kid'))
    and done.created_at between clock_timestamp() - make_interval(secs => private.undo_seconds_tile_call())
      and clock_timestamp() + interval '1 minute', false) then
    perform private.refuse('not_allowed');
  end if;
  board := private.board_of(quest.family_id);
  taken := private.revoke_completion(done);
  if (case quest.recurring
    when 'once' then quest.finished_by = done.member_id and not exists (
      select from public.quest_completions
      where quest_id = quest.id and member_id = done.member_id and completed_date > done.completed_date)
    else quest.finished_by is not null
      and not private.is_done(quest, board, private.done_of(quest.id, board)) end) then
    update public.quests set done_column_id = null, finished_at = null, finished_by = null
    where id = quest.id;
  end if;
  return (done.api_json::jsonb || taken)::text;
end $$;

-- Returns a family's completions between two days as the API does, with what each paid on demand.
create function private.completions_between(family uuid, first_day date, last_day date, has_gems boolean) returns text
language plpgsql stable set search_path = '' as $$
begin
  -- The newest 10,000: more than a family makes in a year.
  return (
    select '[' || coalesce(string_agg(
      case when has_gems then left(api_json, -1) || ',"gems":' || gems || '}' else api_json end, ','
      order by completed_date), '') || ']'
    from (
      select api_json, completed_date, gems from public.quest_completions
      where family_id = family and completed_date between first_day and last_day
      order by completed_date desc limit 10000
    ) newest);
end $$;

create function private.list_completions(args jsonb) returns text language plpgsql stable set search_path = '' as $$
begin
  return private.completions_between(
    private.own_family(args), (args ->> 'startDate')::date, (args ->> 'endDate')::date, true);
end $$;

grant execute on function
  private.completions_between, private.completion_json, private.complete_quest, private.undo_completion, private.list_completions to authenticated;
