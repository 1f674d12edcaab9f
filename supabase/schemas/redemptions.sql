-- Redeemed rewards, paid or waiting for a parent; the gems of a reserved one are taken already.
create table public.redemptions (
  -- Chosen by the device: the same request sent again is the same redemption.
  id uuid primary key,
  family_id uuid not null references public.families (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  reward_id uuid references public.rewards (id) on delete set null,
  -- The reward as it was then.
  title text not null,
  icon text not null,
  gem_cost integer not null check (gem_cost between 0 and private.gem_limits_value()),
  status text not null check (status in ('reserved', 'granted', 'declined')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  version bigint not null default 0,
  -- Whether it waited for a parent: a child cannot put back what a parent granted.
  was_reserved boolean not null default false,
  -- Whether it was put back: within seconds by everyone who may redeem, because in the mode "spend" a tap redeems at
  -- once, or later by a parent.
  is_put_back boolean not null default false,
  settled integer not null default 0,
  -- Whether it was celebrated, which takes no gems, and no parent has seen it yet.
  is_unseen boolean not null default false,
  check ((decided_at is null) = (status = 'reserved')),
  check (not is_put_back or status = 'declined'),
  check (not is_unseen or status = 'granted')
);

comment on column public.redemptions.is_put_back is
  'Nobody declined it: whoever redeemed it put it back at once, or a parent gave it back later.';
comment on column public.redemptions.settled is 'How many of the gems that went back settled what the member owed.';

create index redemptions_family_id_idx on public.redemptions (family_id, created_at);
create index redemptions_member_id_idx on public.redemptions (member_id);
create index redemptions_reward_id_idx on public.redemptions (reward_id);
create index redemptions_decided_at_idx on public.redemptions using brin (decided_at);

alter table public.redemptions enable row level security;

create policy "Members see their own family's redemptions" on public.redemptions for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.redemptions to authenticated;

create function private.redemption_json(r public.redemptions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', r.id, 'rewardId', r.reward_id, 'memberId', r.member_id, 'title', r.title,
    'icon', r.icon, 'gemCost', r.gem_cost, 'status', r.status, 'createdAt', r.created_at, 'decidedAt', r.decided_at,
    'version', r.version)
    || case when r.is_put_back then '{"putBack": true}'::jsonb else '{}' end
    || case when r.settled > 0 then jsonb_build_object('settled', r.settled) else '{}' end
    || case when r.is_unseen then '{"unseen": true}'::jsonb else '{}' end;
end $$;

create function private.redemption_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.version := private.next_revision(new.family_id);
  if tg_op = 'UPDATE' and new.status = 'declined' and old.status <> 'declined' then
    new.settled := private.settled_gems(new.member_id, new.gem_cost);
  end if;
  perform private.announce(new.family_id, 'redemption.saved',
    jsonb_build_object('revision', new.version, 'redemption', private.redemption_json(new)));
  return new;
end $$;

create trigger redemption_changed before insert or update on public.redemptions
  for each row execute function private.redemption_changed();

-- A guard: locks the family of a reward, so that no member and no reward of it can be deleted from here on, and returns
-- the reward; a hidden one is missing for a kid.
create function private.require_reward(args jsonb) returns public.rewards language plpgsql set search_path = '' as $$
declare
  reward public.rewards;
begin
  perform private.lock_family(family_id) from public.rewards
  where id = (args ->> 'rewardId')::uuid and family_id = any(array(select private.my_family_ids()));
  select * into reward from public.rewards
  where id = (args ->> 'rewardId')::uuid and family_id = any(array(select private.my_family_ids()));
  if reward.id is null or ((private.acting_member()).role = 'kid' and not reward.is_active) then
    perform private.refuse('not_found');
  end if;
  return reward;
end $$;

-- A guard: locks and returns a redemption of the caller's own family.
create function private.require_redemption(args jsonb) returns public.redemptions
language plpgsql set search_path = '' as $$
declare
  redemption public.redemptions;
begin
  select * into redemption from public.redemptions
  where id = (args ->> 'redemptionId')::uuid and family_id = any(array(select private.my_family_ids()))
  for no key update;
  perform private.require_found(redemption.id);
  return redemption;
end $$;

create function private.redeem_reward(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
  acting public.family_members := private.acting_member();
  reward public.rewards;
  mode text;
  made public.redemptions;
begin
  reward := private.require_reward(args);
  if acting.id is null or acting.family_id <> reward.family_id or (acting.role = 'kid' and member <> acting.id) then
    perform private.refuse('not_own_gems');
  end if;
  if not exists (select from public.family_members where id = member and family_id = reward.family_id) then
    perform private.refuse('redeemer_not_in_family');
  end if;
  select * into made from public.redemptions where id = (args ->> 'redemptionId')::uuid;
  if made.id is not null then
    if made.reward_id is distinct from reward.id or made.member_id <> member then
      perform private.refuse('invalid_input', jsonb_build_object('reason', 'redemption_id_used'));
    end if;
    return private.redemption_json(made)::text;
  end if;
  select reward_mode into mode from public.families where id = reward.family_id;
  if mode = 'celebrate' then
    -- A repeated tap tells parents nothing more.
    select * into made from public.redemptions
    where member_id = member and reward_id = reward.id and is_unseen;
    if made.id is null then
      insert into public.redemptions (
        id, family_id, member_id, reward_id, title, icon, gem_cost, status, decided_at, is_unseen)
      values ((args ->> 'redemptionId')::uuid, reward.family_id, member, reward.id, reward.title, reward.icon, 0,
        'granted', clock_timestamp(), true)
      returning * into made;
    end if;
    return private.redemption_json(made)::text;
  end if;
  if (args ->> 'gemCost')::integer <> reward.gem_cost then
    perform private.refuse('price_changed', jsonb_build_object('title', reward.title, 'gems', reward.gem_cost));
  end if;
  insert into public.redemptions (
    id, family_id, member_id, reward_id, title, icon, gem_cost, status, was_reserved, decided_at)
  values ((args ->> 'redemptionId')::uuid, reward.family_id, member, reward.id, reward.title, reward.icon,
    reward.gem_cost, case mode when 'ask' then 'reserved' else 'granted' end, mode = 'ask',
    case mode when 'ask' then null else clock_timestamp() end)
  returning * into made;
  if reward.gem_cost > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (reward.family_id, member, -reward.gem_cost, 'redemption', reward.title, reward.icon);
  end if;
  return private.redemption_json(made)::text;
end $$;

create function private.decide_redemption(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  decision text := args ->> 'status';
  decided public.redemptions;
begin
  decided := private.require_redemption(args);
  perform private.require_parent(decided.family_id);
  if decided.status = decision and not decided.is_put_back then
    if decided.is_unseen then
      update public.redemptions set is_unseen = false, decided_at = clock_timestamp()
      where id = decided.id returning * into decided;
    end if;
    return private.redemption_json(decided)::text;
  end if;
  if decided.status <> 'reserved' then
    perform private.refuse('already_decided');
  end if;
  update public.redemptions set status = decision, decided_at = clock_timestamp()
  where id = decided.id returning * into decided;
  if decision = 'declined' and decided.gem_cost > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (decided.family_id, decided.member_id, decided.gem_cost, 'refund', decided.title, decided.icon);
  end if;
  return private.redemption_json(decided)::text;
end $$;

create function private.put_back_redemption(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
  redeemed public.redemptions;
  is_parent boolean;
begin
  redeemed := private.require_redemption(args);
  if acting.id is null or acting.family_id <> redeemed.family_id
     or (acting.role = 'kid' and redeemed.member_id <> acting.id) then
    perform private.refuse('not_own_redemption');
  end if;
  if redeemed.is_put_back then
    return private.redemption_json(redeemed)::text;
  end if;
  is_parent := redeemed.family_id = any(array(select private.managed_family_ids()));
  if redeemed.status = 'granted' and redeemed.was_reserved and not is_parent then
    perform private.refuse('granted_by_parent');
  end if;
  -- A parent can give back a granted reward at any time. The screen offers anything else for some seconds;
  -- the call may take some more.
  if redeemed.status = 'declined'
     or (redeemed.created_at not between clock_timestamp() - make_interval(secs => private.undo_seconds_call()) and clock_timestamp() + interval '1 minute'
       and not (is_parent and redeemed.status = 'granted')) then
    perform private.refuse('put_back_too_late');
  end if;
  update public.redemptions set status = 'declined', is_put_back = true, is_unseen = false, decided_at = clock_timestamp()
  where id = redeemed.id returning * into redeemed;
  if redeemed.gem_cost > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (redeemed.family_id, redeemed.member_id, redeemed.gem_cost, 'refund', redeemed.title, redeemed.icon);
  end if;
  return private.redemption_json(redeemed)::text;
end $$;

-- Lists the newest 200 redemptions, and all that still wait or are unseen.
create function private.list_redemptions(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (
    select coalesce(jsonb_agg(private.redemption_json(r) order by r.created_at desc, r.id), '[]')::text
    from public.redemptions r
    where r.family_id = family and (r.status = 'reserved' or r.is_unseen or r.id in (
      select newest.id from public.redemptions newest where newest.family_id = family
      order by newest.created_at desc limit 200)));
end $$;

grant execute on function
  private.redemption_json, private.redeem_reward, private.decide_redemption, private.put_back_redemption,
  private.list_redemptions to authenticated;
