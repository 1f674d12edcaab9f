-- The rewards that members redeem gems for.
create table public.rewards (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  title text not null check (char_length(title) between 1 and private.text_limits_title()),
  icon text not null check (char_length(icon) between 1 and private.text_limits_emoji()),
  gem_cost integer not null check (gem_cost between 0 and private.gem_limits_value()),
  -- Shown to kids.
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  version bigint not null default 0
);

create index rewards_family_id_idx on public.rewards (family_id);

alter table public.rewards enable row level security;

create policy "Members see what their own family's kids are shown, parents all of its rewards"
  on public.rewards for select to authenticated
  using (family_id = any(array(select private.my_family_ids()))
    and (is_active or family_id = any(array(select private.managed_family_ids()))));

grant select on public.rewards to authenticated;

create function private.reward_json(r public.rewards) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', r.id, 'title', r.title, 'icon', r.icon, 'gemCost', r.gem_cost,
    'isActive', r.is_active::int, 'version', r.version);
end $$;

create function private.reward_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    revision := private.next_revision(old.family_id);
    if revision is not null then
      perform private.announce(old.family_id, 'reward.deleted',
        jsonb_build_object('revision', revision, 'rewardId', old.id));
    end if;
    return old;
  end if;
  revision := private.next_revision(new.family_id);
  if tg_op = 'INSERT' then
    perform private.require_room((select count(*) from public.rewards where family_id = new.family_id), private.family_limits_rewards(),
      'too_many_rewards');
  end if;
  new.version := revision;
  -- The event of a hidden reward has only its id: parents' devices fetch the rest.
  if new.is_active then
    perform private.announce(new.family_id, 'reward.saved',
      jsonb_build_object('revision', revision, 'reward', private.reward_json(new)));
  else
    perform private.announce(new.family_id, 'reward.hidden',
      jsonb_build_object('revision', revision, 'rewardId', new.id));
  end if;
  return new;
end $$;

create trigger reward_changed before insert or update or delete on public.rewards
  for each row execute function private.reward_changed();

-- Triggers run in the order of their names: the title is set before the change is announced.
create trigger a_default_title before insert or update of title on public.rewards
  for each row when (new.title = '') execute function private.set_default_title();

create function private.list_rewards(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.reward_json(r) order by r.created_at, r.id), '[]')::text
          from public.rewards r where r.family_id = family);
end $$;

create function private.list_active_rewards(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.reward_json(r) order by r.gem_cost, r.created_at, r.id), '[]')::text
          from public.rewards r where r.family_id = family and r.is_active);
end $$;

-- Sent again with the same id, it returns the reward as it is now.
create function private.add_reward(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  added public.rewards;
begin
  perform private.require_manager(family);
  select * into added from public.rewards where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.reward_json(added)::text;
  end if;
  insert into public.rewards (id, family_id, title, icon, gem_cost)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family, args ->> 'title', args ->> 'icon',
    (args ->> 'gemCost')::integer)
  returning * into added;
  return private.reward_json(added)::text;
end $$;

create function private.edit_reward(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  edited public.rewards;
begin
  perform private.require_manager((select family_id from public.rewards where id = (args ->> 'rewardId')::uuid));
  update public.rewards set
    title = coalesce(args ->> 'title', title),
    icon = coalesce(args ->> 'icon', icon),
    gem_cost = coalesce((args ->> 'gemCost')::integer, gem_cost),
    is_active = coalesce((args ->> 'isActive')::integer::boolean, is_active)
  where id = (args ->> 'rewardId')::uuid
  returning * into edited;
  perform private.require_found(edited.id);
  return private.reward_json(edited)::text;
end $$;

create function private.delete_reward(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.rewards;
begin
  perform private.require_manager((select family_id from public.rewards where id = (args ->> 'rewardId')::uuid));
  delete from public.rewards where id = (args ->> 'rewardId')::uuid returning * into deleted;
  perform private.require_found(deleted.id);
  return private.reward_json(deleted)::text;
end $$;

grant execute on function
  private.reward_json, private.list_rewards, private.list_active_rewards, private.add_reward, private.edit_reward,
  private.delete_reward to authenticated;
