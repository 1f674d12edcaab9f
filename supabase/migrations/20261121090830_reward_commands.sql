-- The member's id once it is known to be one of the caller's own family.
create function private.own_member(args jsonb) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
begin
  if not exists (select from public.family_members where id = member) then
    perform private.refuse('not_found');
  end if;
  return member;
end $$;

create function private.gems(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('balance', private.balance_of(private.own_member(args)));
end $$;

create function private.list_gem_entries(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  member uuid := private.own_member(args);
begin
  -- The newest ones: more than half a year of a busy child.
  return (
    select coalesce(json_agg(answered), '[]')
    from (
      select id, member_id as "memberId", amount, reason, title, icon, created_at as "createdAt"
      from public.gem_entries where member_id = member order by entry_number desc limit 1000
    ) answered);
end $$;

create function private.list_rewards(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.reward_json(r) order by r.created_at, r.id), '[]')::text
          from public.rewards r where r.family_id = family);
end $$;

create function private.list_active_rewards(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.reward_json(r) order by r.gem_cost, r.created_at, r.id), '[]')::text
          from public.rewards r where r.family_id = family and r.is_active);
end $$;

create function private.add_reward(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  added public.rewards;
begin
  perform private.require_manager(family);
  insert into public.rewards (family_id, title, icon, gem_cost)
  values (family, args ->> 'title', args ->> 'icon', (args ->> 'gemCost')::integer)
  returning * into added;
  return private.reward_json(added)::text;
end $$;

create function private.edit_reward(args jsonb) returns text
language plpgsql set search_path = '' as $$
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
  if edited.id is null then
    perform private.refuse('not_found');
  end if;
  return private.reward_json(edited)::text;
end $$;

create function private.delete_reward(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  deleted public.rewards;
begin
  perform private.require_manager((select family_id from public.rewards where id = (args ->> 'rewardId')::uuid));
  delete from public.rewards where id = (args ->> 'rewardId')::uuid returning * into deleted;
  if deleted.id is null then
    perform private.refuse('not_found');
  end if;
  return private.reward_json(deleted)::text;
end $$;

-- The newest 200, and whatever is still waiting.
create function private.list_redemptions(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (
    select coalesce(jsonb_agg(private.redemption_json(r) order by r.created_at desc, r.id), '[]')::text
    from public.redemptions r
    where r.family_id = family and (r.status = 'reserved' or r.id in (
      select newest.id from public.redemptions newest where newest.family_id = family order by newest.created_at desc limit 200)));
end $$;

grant execute on function
  private.own_member, private.gems, private.list_gem_entries, private.list_rewards, private.list_active_rewards,
  private.add_reward, private.edit_reward, private.delete_reward, private.list_redemptions
to authenticated;
