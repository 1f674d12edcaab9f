create table public.gem_entries (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  amount integer not null check (amount <> 0),
  reason text not null check (reason in ('completion', 'undo', 'redemption', 'refund')),
  -- The quest or reward as it was then: the line still says what it was for when that is gone.
  title text not null,
  icon text not null,
  -- Orders the lines of one transaction too.
  entry_number bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  check ((amount > 0) = (reason in ('completion', 'refund')))
);
comment on table public.gem_entries is 'The ledger: lines are only added. A balance is the sum of a member''s lines and never below 0.';
-- With the amount in it a balance is read from the index alone.
create index gem_entries_member_id_idx on public.gem_entries (member_id, entry_number) include (amount);
create index gem_entries_family_id_idx on public.gem_entries (family_id);

alter table public.gem_entries enable row level security;
grant select on public.gem_entries to authenticated;

create policy "Members see their own family's ledger" on public.gem_entries
  for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

create function private.gem_entry_json(e public.gem_entries) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', e.id, 'memberId', e.member_id, 'amount', e.amount, 'reason', e.reason,
    'title', e.title, 'icon', e.icon, 'createdAt', e.created_at);
end $$;

create function private.balance_of(member uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(sum(amount), 0) from public.gem_entries where member_id = member);
end $$;
grant execute on function private.gem_entry_json, private.balance_of to authenticated;

-- Whatever writes a line: the family's row is locked first, so that no two lines of a member are
-- added beside each other, and the sum is never below 0.
create function private.gem_entry_added() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  revision bigint := private.next_revision(new.family_id);
  balance bigint := private.balance_of(new.member_id) + new.amount;
begin
  if balance < 0 then
    perform private.refuse('not_enough_gems');
  end if;
  perform private.announce(new.family_id, 'gems.changed',
    jsonb_build_object('revision', revision, 'balance', balance, 'entry', private.gem_entry_json(new)));
  return new;
end $$;
create trigger gem_entry_added before insert on public.gem_entries
  for each row execute function private.gem_entry_added();
