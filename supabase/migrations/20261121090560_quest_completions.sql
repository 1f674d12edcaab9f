create table public.quest_completions (
  quest_id uuid not null references public.quests (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  -- The day on the calendar of the one who did it.
  completed_date date not null,
  family_id uuid not null references public.families (id) on delete cascade,
  -- What was paid for it, whatever the quest is worth later.
  gems integer not null check (gems between 0 and 100000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (quest_id, member_id, completed_date)
);
comment on table public.quest_completions is 'Who did which quest on which day; what undoes it takes the line away.';
create index quest_completions_family_id_idx on public.quest_completions (family_id, completed_date);
create index quest_completions_member_id_idx on public.quest_completions (member_id);

alter table public.quest_completions enable row level security;
grant select on public.quest_completions to authenticated;

create policy "Members see their own family's completions" on public.quest_completions
  for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

create function private.completion_json(c public.quest_completions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('questId', c.quest_id, 'completedDate', c.completed_date, 'memberId', c.member_id);
end $$;

create function private.completion_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.quest_completions := case when tg_op = 'DELETE' then old else new end;
  revision bigint;
begin
  -- When the quest or the member goes, that is news enough.
  if tg_op = 'DELETE' and not (exists (select from public.quests where id = old.quest_id)
     and exists (select from public.family_members where id = old.member_id)) then
    return null;
  end if;
  revision := private.next_revision(changed.family_id);
  perform private.announce(changed.family_id, case when tg_op = 'DELETE' then 'completion.deleted' else 'completion.saved' end,
    jsonb_build_object('revision', revision, 'completion', private.completion_json(changed)));
  return null;
end $$;
create trigger completion_changed after insert or delete on public.quest_completions
  for each row execute function private.completion_changed();

create function private.last_column(of_family uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (select id from public.quest_columns where family_id = of_family order by position desc limit 1);
end $$;

-- From UTC-12 to UTC+14 there are people for whom that day is today.
create function private.is_today_somewhere(day date) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return day between (now() at time zone 'utc' - interval '12 hours')::date and (now() at time zone 'utc' + interval '14 hours')::date;
end $$;

-- Takes completions back, and their gems as far as they are still there.
create function private.take_back(completion public.quest_completions) returns void
language plpgsql security definer set search_path = '' as $$
declare
  amount bigint;
begin
  perform private.lock_family(completion.family_id);
  delete from public.quest_completions
  where quest_id = completion.quest_id and member_id = completion.member_id and completed_date = completion.completed_date;
  if not found then
    return;
  end if;
  amount := least(completion.gems, private.balance_of(completion.member_id));
  if amount > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    select completion.family_id, completion.member_id, -amount, 'undo', title, icon from public.quests where id = completion.quest_id;
  end if;
end $$;

-- A once-quest leaves the last column. What was done on a day that is still today was a slip: it is
-- taken back. What is older stays, and the quest is to be done, and paid, anew; answers true then.
create function private.reopens(was public.quests, becomes public.quests) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  done public.quest_completions;
  is_older boolean := false;
begin
  if was.column_id <> private.last_column(was.family_id) then
    return false;
  end if;
  for done in
    select * from public.quest_completions
    where quest_id = was.id and created_at > coalesce(was.reopened_at, '-infinity')
    order by created_at
  loop
    if private.is_today_somewhere(done.completed_date) then
      perform private.take_back(done);
    else
      is_older := true;
    end if;
  end loop;
  return is_older;
end $$;

-- Has this been done, and paid, already? A once-quest by anybody since it was last reopened, a daily
-- one by this member on this day, a weekly one around this day: it falls on one day a week.
create function private.is_done(quest public.quests, member uuid, day date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case quest.recurring
    when 'once' then exists (
      select from public.quest_completions where quest_id = quest.id and created_at > coalesce(quest.reopened_at, '-infinity'))
    when 'daily' then exists (
      select from public.quest_completions where quest_id = quest.id and member_id = member and completed_date = day)
    else exists (
      select from public.quest_completions where quest_id = quest.id and member_id = member and completed_date between day - 3 and day + 3)
  end;
end $$;

-- One command for move, completion and gems. Repeated, from two devices at once or after a lost
-- answer, it answers the same and pays nothing more.
create function private.complete_quest(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := (args ->> 'questId')::uuid;
  doer uuid := (args ->> 'completingMemberId')::uuid;
  day date := (args ->> 'completedDate')::date;
  acting public.family_members := private.acting_member();
  quest public.quests;
  done_column uuid;
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
  if args ? 'columnId' and not exists (select from public.quest_columns where id = (args ->> 'columnId')::uuid and family_id = quest.family_id) then
    perform private.refuse('invalid_column');
  end if;
  if not private.is_today_somewhere(day) then
    perform private.refuse('invalid_input', 'A quest can only be completed today.');
  end if;
  if not private.is_done(quest, doer, day) then
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    values (quest.id, doer, day, quest.family_id, quest.gem_value);
    if quest.gem_value > 0 then
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
      values (quest.family_id, doer, quest.gem_value, 'completion', quest.title, quest.icon);
    end if;
  end if;
  done_column := private.last_column(quest.family_id);
  if quest.column_id <> done_column then
    update public.quests set column_id = done_column where id = quest.id returning * into quest;
  end if;
  return private.quest_json(quest)::text;
end $$;

create function private.undo_completion(args jsonb) returns text
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
grant execute on function private.completion_json, private.complete_quest, private.undo_completion to authenticated;
