-- Each line of the ledger carries the balance it makes: a completion in a family's tenth year costs what it cost in the first.
alter table public.gem_entries add column balance bigint;
comment on column public.gem_entries.balance is 'The sum of the member''s lines up to this one.';
update public.gem_entries e set balance = summed.balance
from (select id, sum(amount) over (partition by member_id order by entry_number) as balance from public.gem_entries) summed
where summed.id = e.id;
alter table public.gem_entries alter column balance set not null;
drop index public.gem_entries_member_id_idx;
create index gem_entries_member_id_idx on public.gem_entries (member_id, entry_number) include (balance);

create or replace function private.balance_of(member uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select balance from public.gem_entries where member_id = member order by entry_number desc limit 1), 0);
end $$;

-- As before; and a line gets its number once the family's row is locked, so that the last line is the one that was added last.
create or replace function private.gem_entry_added() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  revision bigint := private.next_revision(new.family_id);
begin
  new.entry_number := nextval(pg_get_serial_sequence('public.gem_entries', 'entry_number'));
  new.balance := private.balance_of(new.member_id) + new.amount;
  if new.balance < 0 then
    perform private.refuse('not_enough_gems');
  end if;
  perform private.announce(new.family_id, 'gems.changed',
    jsonb_build_object('revision', revision, 'balance', new.balance, 'entry', private.gem_entry_json(new)));
  return new;
end $$;
