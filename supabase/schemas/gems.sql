-- The ledger, to which rows are only added. A balance is the sum of a member's rows and never below 0.
create table public.gem_entries (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  amount integer not null check (amount <> 0),
  reason text not null check (reason in ('completion', 'undo', 'redemption', 'refund', 'practice', 'given', 'taken')),
  -- The quest or reward as it was then, so that the row still names it after its deletion.
  -- For gems given or taken, a parent's reason.
  title text not null,
  icon text not null,
  -- Also orders the rows of one transaction.
  entry_number bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  -- The day of a paid practice, on the family's calendar.
  practice_day date,
  balance bigint not null,
  constraint gem_entries_check check ((amount > 0) = (reason in ('completion', 'refund', 'practice', 'given'))),
  constraint gem_entries_practice_day_check check ((practice_day is not null) = (reason = 'practice'))
);

comment on column public.gem_entries.balance is 'The sum of the member''s rows up to this one.';

-- Includes the balance, so that it is read from the index alone.
create index gem_entries_member_id_idx on public.gem_entries (member_id, entry_number) include (balance);
create index gem_entries_family_id_idx on public.gem_entries (family_id);
create unique index gem_entries_practice_day_idx on public.gem_entries (member_id, practice_day)
  where reason = 'practice';

-- Spent gems of an undone completion are owed, and taken from the member's next gems: otherwise spending before an undo
-- and declining after it would create gems. A balance minus the debts is the sum of the gems paid for done quests and
-- practice and given by parents, minus those that parents took and those redeemed.
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

create index gem_debts_member_id_idx on public.gem_debts (member_id, debt_number);
create index gem_debts_family_id_idx on public.gem_debts (family_id);

-- What a member ever earned, by month on the family's calendar: the sum of the ledger without what was spent, and
-- without what parents took. A read of the state would sum up years otherwise.
create table public.gem_months (
  member_id uuid not null references public.family_members (id) on delete cascade,
  -- Its first day.
  month date not null,
  family_id uuid not null references public.families (id) on delete cascade,
  -- Below 0 where more was undone than earned.
  earned bigint not null,
  primary key (member_id, month)
);

create index gem_months_family_id_idx on public.gem_months (family_id);

alter table public.gem_entries enable row level security;
alter table public.gem_debts enable row level security;
alter table public.gem_months enable row level security;

create policy "Members see their own family's ledger" on public.gem_entries for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Members see what is owed in their own family" on public.gem_debts for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Members see what was earned in their own family" on public.gem_months for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.gem_entries, public.gem_debts, public.gem_months to authenticated;

create function private.balance_of(member uuid) returns bigint language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select balance from public.gem_entries where member_id = member order by entry_number desc limit 1), 0);
end $$;

create function private.gem_entry_json(e public.gem_entries) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', e.id, 'memberId', e.member_id, 'amount', e.amount, 'reason', e.reason,
    'title', e.title, 'icon', e.icon, 'createdAt', e.created_at);
end $$;

-- Locks the family's row before any insert, so that no two rows of a member are inserted at once,
-- the sum is never below 0, and the row with the highest number was inserted last.
create function private.gem_entry_added() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint := private.next_revision(new.family_id);
begin
  new.entry_number := nextval(pg_get_serial_sequence('public.gem_entries', 'entry_number'));
  new.balance := private.balance_of(new.member_id) + new.amount;
  if new.balance < 0 then
    perform private.refuse('not_enough_gems');
  end if;
  if new.reason in ('completion', 'undo', 'practice', 'given') then
    insert into public.gem_months (member_id, month, family_id, earned)
    select new.member_id, date_trunc('month', new.created_at at time zone time_zone), id, new.amount
    from public.families where id = new.family_id
    on conflict (member_id, month) do update set earned = gem_months.earned + excluded.earned;
  end if;
  perform private.announce(new.family_id, 'gems.changed',
    jsonb_build_object('revision', revision, 'balance', new.balance, 'entry', private.gem_entry_json(new),
      'earned', (
        select coalesce(jsonb_agg(jsonb_build_object('month', month, 'gems', earned) order by month), '[]')
        from public.gem_months where member_id = new.member_id)));
  return new;
end $$;

create trigger gem_entry_added before insert on public.gem_entries
  for each row execute function private.gem_entry_added();

-- Settles debts by new gems, each debt with a row of its own.
create function private.settle_gem_debts() returns trigger language plpgsql security definer set search_path = '' as $$
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

-- Returns how many of a member's new gems are owed; to be called before they are inserted.
create function private.settled_gems(member uuid, gems integer) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return least(gems, (select coalesce(sum(amount), 0) from public.gem_debts where member_id = member));
end $$;

create function private.gems(args jsonb) returns text language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('balance', private.balance_of(private.own_member(args)));
end $$;

create function private.list_gem_entries(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  member uuid := private.own_member(args);
begin
  -- The newest entries: more than half a year of a busy child.
  return (
    select coalesce(json_agg(answered), '[]')
    from (
      select id, member_id as "memberId", amount, reason, title, icon, created_at as "createdAt"
      from public.gem_entries where member_id = member order by entry_number desc limit private.page_sizes_gem_entries()
    ) answered);
end $$;

-- Gives a parent's gems to a member, or takes existing ones.
create function private.add_gem_entry(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
  gems integer := (args ->> 'amount')::integer;
  added public.gem_entries;
begin
  perform private.require_manager(private.family_of_member(member));
  insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
  select family_id, id, gems, case when gems > 0 then 'given' else 'taken' end, args ->> 'reason',
    case when gems > 0 then '🎁' else '✋' end
  from public.family_members where id = member
  returning * into added;
  -- Another parent may have removed the member during the wait for the lock.
  perform private.require_found(added.id);
  return private.gem_entry_json(added)::text;
end $$;

grant execute on function
  private.balance_of, private.gem_entry_json, private.gems, private.list_gem_entries,
  private.add_gem_entry to authenticated;
