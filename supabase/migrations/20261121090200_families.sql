create table public.families (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 130),
  -- Counts every change of the family's board. Its row lock also puts those changes in one order,
  -- which is the order in which they commit and in which live news arrives.
  revision bigint not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.families is 'A household: what everything else belongs to.';

alter table public.families enable row level security;
grant select on public.families to authenticated;

-- The next revision of a family; null when the family is being deleted itself.
create function private.next_revision(of_family uuid) returns bigint
language sql security definer set search_path = '' as $$
  update public.families set revision = revision + 1 where id = of_family returning revision
$$;

-- Tells every device of the family. Runs as the owner: realtime.send drops a message in silence
-- when its caller may not write to realtime.messages.
create function private.announce(of_family uuid, event text, payload jsonb) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(payload, event, 'family:' || of_family, true)
$$;
