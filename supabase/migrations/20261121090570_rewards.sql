create table public.rewards (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  icon text not null check (char_length(icon) between 1 and 40),
  gem_cost integer not null check (gem_cost between 0 and 100000),
  -- Shown to kids.
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  version bigint not null default 0
);
comment on table public.rewards is 'What gems are good for.';
create index rewards_family_id_idx on public.rewards (family_id);

alter table public.rewards enable row level security;
grant select, delete on public.rewards to authenticated;
grant insert (family_id, title, icon, gem_cost, is_active), update (title, icon, gem_cost, is_active) on public.rewards to authenticated;

create policy "Members see their own family's rewards" on public.rewards
  for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Parents add rewards to their own family" on public.rewards
  for insert to authenticated
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents change their own family's rewards" on public.rewards
  for update to authenticated
  using (family_id = any(array(select private.managed_family_ids())))
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents delete their own family's rewards" on public.rewards
  for delete to authenticated
  using (family_id = any(array(select private.managed_family_ids())));

create function private.reward_json(r public.rewards) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', r.id, 'title', r.title, 'icon', r.icon, 'gemCost', r.gem_cost, 'isActive', r.is_active::int, 'version', r.version);
end $$;
grant execute on function private.reward_json to authenticated;

create function private.reward_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    revision := private.next_revision(old.family_id);
    if revision is not null then
      perform private.announce(old.family_id, 'reward.deleted', jsonb_build_object('revision', revision, 'rewardId', old.id));
    end if;
    return old;
  end if;
  revision := private.next_revision(new.family_id);
  new.version := revision;
  perform private.announce(new.family_id, 'reward.saved', jsonb_build_object('revision', revision, 'reward', private.reward_json(new)));
  return new;
end $$;
create trigger reward_changed before insert or update or delete on public.rewards
  for each row execute function private.reward_changed();
