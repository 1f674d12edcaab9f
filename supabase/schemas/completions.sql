-- Who did which quest on which day; what undoes it takes the line away.
create table public.quest_completions (
  quest_id uuid not null references public.quests (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  -- The day on the calendar of the one who did it.
  completed_date date not null,
  family_id uuid not null references public.families (id) on delete cascade,
  -- What was paid for it, whatever the quest is worth later.
  gems integer not null check (gems between 0 and 100000),
  created_at timestamptz not null default clock_timestamp(),
  -- A year of a busy family is some thousand completions. Turning the ids and the day of each into
  -- text takes most of the time of reading them, so each is turned once, when it is made.
  api_json text not null generated always as (
    '{"questId":"' || quest_id::text
    -- What casts a date to text depends on a setting, and may not be stored.
    || '","completedDate":"' || lpad(extract(year from completed_date)::integer::text, 4, '0')
    || '-' || lpad(extract(month from completed_date)::integer::text, 2, '0')
    || '-' || lpad(extract(day from completed_date)::integer::text, 2, '0')
    || '","memberId":"' || member_id::text || '"}') stored,
  primary key (quest_id, member_id, completed_date)
);

comment on column public.quest_completions.api_json is 'The completion as the API answers it, as JSON.';

create index quest_completions_family_id_idx on public.quest_completions (family_id, completed_date);
create index quest_completions_member_id_idx on public.quest_completions (member_id);
create index quest_completions_created_at_idx on public.quest_completions using brin (created_at);

alter table public.quest_completions enable row level security;

create policy "Members see their own family's completions" on public.quest_completions for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.quest_completions to authenticated;

create function private.completion_json(c public.quest_completions) returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return c.api_json::jsonb;
end $$;

create function private.completion_changed() returns trigger language plpgsql security definer set search_path = '' as $$
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

create trigger completion_changed after insert or delete on public.quest_completions for each row execute function private.completion_changed();

-- Takes a completion away, and its gems as far as they are still there; what cannot be taken is owed. Returns both, as TakenBack has them.
create function private.revoke_completion(completion public.quest_completions) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  taken integer;
begin
  perform private.lock_family(completion.family_id);
  delete from public.quest_completions
  where quest_id = completion.quest_id and member_id = completion.member_id and completed_date = completion.completed_date;
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

-- A quest leaves the last column: what counts for the day of the move is taken back. That day, and what went, are settings of
-- the transaction, because a trigger has no arguments; a move that names no day is made on the family's own.
-- Of a once-quest nothing older goes: it stays, and the quest can be done, and paid, again; returns true then.
create function private.reopen_quest(was public.quests, becomes public.quests) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  moved_on date;
  due date;
  done public.quest_completions;
  taken jsonb := '[]'::jsonb;
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
      taken := taken || jsonb_build_array(done.api_json::jsonb || private.revoke_completion(done));
    else
      is_older := true;
    end if;
  end loop;
  perform set_config('bubblequest.taken_back', taken::text, true);
  return is_older;
end $$;

-- The completion that already counts for that day: two may ask to complete a quest at once, or one twice, and one of them is paid.
create function private.existing_completion(quest public.quests, member uuid, day date) returns public.quest_completions
language plpgsql stable security definer set search_path = '' as $$
declare
  counted public.quest_completions;
  due date;
begin
  if quest.recurring = 'once' then
    select * into counted from public.quest_completions
    -- Taken out again, it is not paid to the same member for the same day once more.
    where quest_id = quest.id and (created_at > coalesce(quest.reopened_at, '-infinity') or (member_id = member and completed_date = day))
    order by created_at desc limit 1;
  elsif quest.recurring = 'daily' then
    select * into counted from public.quest_completions where quest_id = quest.id and member_id = member and completed_date = day;
  else
    due := private.due_day_of(quest, day);
    select * into counted from public.quest_completions
    where quest_id = quest.id and member_id = member and completed_date between due - 3 and due + 3 order by completed_date desc limit 1;
  end if;
  return counted;
end $$;

-- One command for move, completion and gems. Repeated, from two devices at once or after a lost answer, it answers the same and pays
-- nothing more: `isNew` says whether the completion was recorded now, and `settled` how many of its gems were owed. A quest that comes
-- again remembers where from, and until when it is done.
create function private.complete_quest(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
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
  settled integer := 0;
begin
  -- The quest before the family, the order in which a move takes them.
  select * into quest from public.quests where id = wanted and family_id = any(array(select private.my_family_ids())) for no key update;
  perform private.require_found(quest.id);
  -- From here on no member and no column of the family goes.
  perform private.lock_family(quest.family_id);
  if acting.id is null or acting.family_id <> quest.family_id
     or (acting.role = 'kid' and (doer <> acting.id or acting.id <> all(quest.assignee_ids))) then
    perform private.refuse('not_assigned');
  end if;
  if not exists (select from public.family_members where id = doer and family_id = quest.family_id) then
    perform private.refuse('completer_not_in_family');
  end if;
  columns := private.columns_of(quest.family_id);
  if args ? 'columnId' and (args ->> 'columnId')::uuid <> all(columns) then
    perform private.refuse('invalid_column');
  end if;
  if not private.is_today_somewhere(day) then
    perform private.refuse('completion_not_today');
  end if;
  counted := private.existing_completion(quest, doer, day);
  is_new := counted.quest_id is null;
  if is_new then
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    values (quest.id, doer, day, quest.family_id, quest.gem_value)
    returning * into counted;
    settled := private.settled_by(doer, quest.gem_value);
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
  elsif stands_in <> done_column and (quest.returns_on is null or quest.returns_on <= today) then
    -- A device whose day is behind the family's has done it all the same: it is seen in the last column.
    update public.quests set
      column_id = done_column,
      returns_to = stands_in,
      returns_on = greatest(private.next_due_day(quest, day), private.next_due_day(quest, today))
    where id = quest.id returning * into quest;
  end if;
  return (
    quest.api_json::jsonb
    || jsonb_build_object('completed', jsonb_build_object('completion', counted.api_json::jsonb, 'gems', counted.gems, 'isNew', is_new)
      || case when settled > 0 then jsonb_build_object('settled', settled) else '{}' end))::text;
end $$;

-- Says what went and what is owed. Where nothing that was done holds the quest in the last column any more, it goes back to where it came from.
create function private.undo_completion(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  done public.quest_completions;
  taken jsonb;
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
  taken := private.revoke_completion(done);
  today := private.family_today(quest.family_id);
  if quest.returns_on > today and not exists (
    select from public.quest_completions
    where quest_id = quest.id and completed_date >= private.due_day_of(quest, today) - case quest.recurring when 'weekly' then 3 else 0 end
  ) then
    update public.quests set
      column_id = private.standing_column(quest, private.columns_of(quest.family_id), quest.returns_on), returns_to = null, returns_on = null
    where id = quest.id;
  end if;
  return (done.api_json::jsonb || taken)::text;
end $$;

create function private.list_completions(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  first_day date := (args ->> 'startDate')::date;
  last_day date := (args ->> 'endDate')::date;
begin
  return (
    select '[' || coalesce(string_agg(api_json, ',' order by completed_date), '') || ']'
    from public.quest_completions
    where family_id = family and completed_date between first_day and last_day);
end $$;

grant execute on function
  private.completion_json, private.complete_quest, private.undo_completion, private.list_completions to authenticated;
