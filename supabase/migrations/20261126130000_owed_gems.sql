-- Gems of an undone completion that were spent already are owed, and taken from what comes next: without that, spending before an undo
-- and declining after it made gems of nothing. What a member has, less what is owed, is what was paid for quests that stand done and
-- for practice, less what was redeemed.
create table public.gem_debts (
  -- The oldest one is settled first.
  debt_number bigint generated always as identity primary key,
  family_id uuid not null references public.families (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  amount integer not null check (amount > 0),
  -- The undone quest as it was then.
  title text not null,
  icon text not null
);
comment on table public.gem_debts is 'Gems of undone completions that could not be taken back yet; only a member without gems has some.';
create index gem_debts_member_id_idx on public.gem_debts (member_id, debt_number);
create index gem_debts_family_id_idx on public.gem_debts (family_id);

alter table public.gem_debts enable row level security;
grant select on public.gem_debts to authenticated;

create policy "Members see what is owed in their own family" on public.gem_debts
  for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

-- How many of the gems that a member gets are owed: asked before they are added.
create function private.settled_by(member uuid, gems integer) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return least(gems, (select coalesce(sum(amount), 0) from public.gem_debts where member_id = member));
end $$;

-- Gems that come settle what is owed, each debt with a line of its own.
create function private.settle_gem_debts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  debt public.gem_debts;
  taken integer;
begin
  for debt in select * from public.gem_debts where member_id = new.member_id order by debt_number loop
    taken := least(debt.amount, private.balance_of(new.member_id));
    exit when taken = 0;
    if taken = debt.amount then
      delete from public.gem_debts where debt_number = debt.debt_number;
    else
      update public.gem_debts set amount = amount - taken where debt_number = debt.debt_number;
    end if;
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (new.family_id, new.member_id, -taken, 'undo', debt.title, debt.icon);
  end loop;
  return null;
end $$;
create trigger gem_entry_settles after insert on public.gem_entries
  for each row when (new.amount > 0) execute function private.settle_gem_debts();

-- As before; what cannot be taken is owed. Returns both, as TakenBack has them.
drop function private.take_back;
create function private.take_back(completion public.quest_completions) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  taken integer;
begin
  perform private.lock_family(completion.family_id);
  delete from public.quest_completions
  where quest_id = completion.quest_id and member_id = completion.member_id and completed_date = completion.completed_date;
  if not found then
    return '{"gems": 0, "owed": 0}';
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

-- As before, with what take_back returns.
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
      taken := taken || jsonb_build_array(done.answer::jsonb || private.take_back(done));
    else
      is_older := true;
    end if;
  end loop;
  perform set_config('bubblequest.taken_back', taken::text, true);
  return is_older;
end $$;

-- As before; the reply says what went and what is owed.
create or replace function private.undo_completion(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
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
  taken := private.take_back(done);
  today := private.family_today(quest.family_id);
  if quest.returns_on > today and not exists (
    select from public.quest_completions
    where quest_id = quest.id and completed_date >= private.due_day_of(quest, today) - case quest.recurring when 'weekly' then 3 else 0 end
  ) then
    update public.quests set
      column_id = private.standing_column(quest, private.columns_of(quest.family_id), quest.returns_on), returns_to = null, returns_on = null
    where id = quest.id;
  end if;
  return (done.answer::jsonb || taken)::text;
end $$;

alter table public.redemptions add column settled integer not null default 0;
comment on column public.redemptions.settled is 'How many of the gems that went back settled what the member owed.';

create or replace function private.redemption_json(r public.redemptions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', r.id, 'rewardId', r.reward_id, 'memberId', r.member_id, 'title', r.title, 'icon', r.icon,
    'gemCost', r.gem_cost, 'status', r.status, 'createdAt', r.created_at, 'decidedAt', r.decided_at, 'version', r.version)
    || case when r.is_put_back then '{"putBack": true}'::jsonb else '{}' end
    || case when r.settled > 0 then jsonb_build_object('settled', r.settled) else '{}' end;
end $$;

create or replace function private.redemption_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.version := private.next_revision(new.family_id);
  if tg_op = 'UPDATE' and new.status = 'declined' and old.status <> 'declined' then
    new.settled := private.settled_by(new.member_id, new.gem_cost);
  end if;
  perform private.announce(new.family_id, 'redemption.saved', jsonb_build_object('revision', new.version, 'redemption', private.redemption_json(new)));
  return new;
end $$;

-- As before; the reply says how many of the gems were owed.
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
  settled integer := 0;
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
    || jsonb_build_object('completed', jsonb_build_object('completion', counted.answer::jsonb, 'gems', counted.gems, 'isNew', is_new)
      || case when settled > 0 then jsonb_build_object('settled', settled) else '{}' end))::text;
end $$;

-- The same.
create or replace function private.finish_practice(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members := private.player(args);
  today date := private.family_today(player.family_id);
  gems integer;
  items integer;
  answers integer;
  settled integer;
begin
  perform private.lock_family(player.family_id);
  select practice_gems into gems from public.families where id = player.family_id;
  with finished as (
    select * from public.practice_items
    where member_id = player.id and game = args ->> 'game' and round_id = (args ->> 'roundId')::uuid for no key update
  ), closed as (
    update public.practice_items p set round_id = null, round_answers = 0 from finished f
    where p.member_id = f.member_id and p.game = f.game and p.item = f.item
  )
  select count(*) filter (where round_answers > 0), coalesce(sum(round_answers), 0) into items, answers from finished;
  if gems = 0 or items < 3 or answers < 6
     or exists (select from public.gem_entries where member_id = player.id and practice_day >= today) then
    return jsonb_build_object('gems', 0)::text;
  end if;
  settled := private.settled_by(player.id, gems);
  insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, practice_day)
  values (player.family_id, player.id, gems, 'practice', 'Practice', '⭐', today);
  return (jsonb_build_object('gems', gems) || case when settled > 0 then jsonb_build_object('settled', settled) else '{}' end)::text;
end $$;

-- As before, with what is owed.
create or replace function private.export_family(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  perform private.require_manager(family);
  return (select jsonb_build_object(
    'exportedAt', now(),
    'family', private.family_json(f) || jsonb_build_object('createdAt', f.created_at),
    'members', (
      select coalesce(jsonb_agg(private.member_json(m) || jsonb_build_object('createdAt', m.created_at, 'hasLogin', m.user_id is not null)
        order by m.created_at, m.id), '[]')
      from public.family_members m where m.family_id = family),
    'columns', (select coalesce(jsonb_agg(private.column_json(c) order by c.position), '[]') from public.quest_columns c where c.family_id = family),
    'quests', (select coalesce(jsonb_agg(private.quest_json(q) order by q.created_at, q.id), '[]') from public.quests q where q.family_id = family),
    'completions', (
      select coalesce(jsonb_agg(private.completion_json(c) || jsonb_build_object('gems', c.gems, 'createdAt', c.created_at)
        order by c.created_at), '[]')
      from public.quest_completions c where c.family_id = family),
    'gemEntries', (
      select coalesce(jsonb_agg(private.gem_entry_json(e) order by e.entry_number), '[]') from public.gem_entries e where e.family_id = family),
    'gemDebts', (
      select coalesce(jsonb_agg(jsonb_build_object('memberId', d.member_id, 'amount', d.amount, 'title', d.title, 'icon', d.icon)
        order by d.debt_number), '[]')
      from public.gem_debts d where d.family_id = family),
    'rewards', (select coalesce(jsonb_agg(private.reward_json(r) order by r.created_at, r.id), '[]') from public.rewards r where r.family_id = family),
    'redemptions', (
      select coalesce(jsonb_agg(private.redemption_json(r) order by r.created_at, r.id), '[]') from public.redemptions r where r.family_id = family),
    'practice', (
      select coalesce(jsonb_agg(private.practice_json(p) || jsonb_build_object('memberId', p.member_id, 'practisedAt', p.practised_at)
        order by p.member_id, p.game, p.item), '[]')
      from public.practice_items p where p.family_id = family))::text
    from public.families f where f.id = family);
end $$;
