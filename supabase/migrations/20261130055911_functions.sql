-- Written by `npm run generate`: functions, policies and grants of supabase/schemas.

CREATE OR REPLACE FUNCTION private.decide_redemption(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.list_redemptions(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  family uuid := private.own_family(args);
begin
  return (
    select coalesce(jsonb_agg(private.redemption_json(r) order by r.created_at desc, r.id), '[]')::text
    from public.redemptions r
    where r.family_id = family and (r.status = 'reserved' or r.is_unseen or r.id in (
      select newest.id from public.redemptions newest where newest.family_id = family
      order by newest.created_at desc limit 200)));
end $function$
;

CREATE OR REPLACE FUNCTION private.put_back_redemption(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.redeem_reward(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.redemption_json(r public.redemptions)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', r.id, 'rewardId', r.reward_id, 'memberId', r.member_id, 'title', r.title,
    'icon', r.icon, 'gemCost', r.gem_cost, 'status', r.status, 'createdAt', r.created_at, 'decidedAt', r.decided_at,
    'version', r.version)
    || case when r.is_put_back then '{"putBack": true}'::jsonb else '{}' end
    || case when r.settled > 0 then jsonb_build_object('settled', r.settled) else '{}' end
    || case when r.is_unseen then '{"unseen": true}'::jsonb else '{}' end;
end $function$
;
