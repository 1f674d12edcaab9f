create table public.families (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 130),
  -- What redeeming a reward does: only cheer, take the gems, or take them until a parent decides.
  reward_mode text not null default 'celebrate' check (reward_mode in ('celebrate', 'spend', 'ask')),
  -- Counts every change of the family's board. Its row lock also puts those changes in one order,
  -- which is the order in which they commit and in which live news arrives.
  revision bigint not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.families is 'A household: what everything else belongs to.';

alter table public.families enable row level security;
grant select on public.families to authenticated;
grant update (name, reward_mode) on public.families to authenticated;

-- Functions of one statement are plpgsql all the same: it keeps their plans between calls, which
-- language sql does only where it can inline, and a fixed search_path or other rights forbid that.

-- The next revision of a family; null when the family is being deleted itself.
create function private.next_revision(of_family uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  counted bigint;
begin
  update public.families set revision = revision + 1 where id = of_family returning revision into counted;
  return counted;
end $$;

-- Tells every device of the family. Runs as the owner: realtime.send drops a message in silence
-- when its caller may not write to realtime.messages.
create function private.announce(of_family uuid, event text, payload jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(payload, event, 'family:' || of_family, true);
end $$;

-- A family exactly as the API answers it.
create function private.family_json(f public.families) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', f.id, 'name', f.name, 'rewardMode', f.reward_mode, 'revision', f.revision);
end $$;
grant execute on function private.family_json to authenticated;

create function private.family_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.revision := old.revision + 1;
  perform private.announce(new.id, 'family.saved', jsonb_build_object('revision', new.revision, 'family', private.family_json(new)));
  return new;
end $$;
-- Only for these columns: counting a revision is an update of the family too.
create trigger family_changed before update of name, reward_mode on public.families
  for each row execute function private.family_changed();

-- Commands that touch several things of a family take its row first: in one order nobody waits for
-- each other in a circle.
create function private.lock_family(of_family uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.families where id = of_family for no key update;
end $$;
