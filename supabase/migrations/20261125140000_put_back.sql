-- One tap in the mode "spend" is easily an accident: for a moment it can be taken back by whoever may redeem.
alter table public.redemptions
  add column is_put_back boolean not null default false,
  add check (not is_put_back or status = 'declined');
comment on column public.redemptions.is_put_back is 'Nobody declined it: it was put back right after it was redeemed.';

create or replace function private.redemption_json(r public.redemptions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', r.id, 'rewardId', r.reward_id, 'memberId', r.member_id, 'title', r.title, 'icon', r.icon,
    'gemCost', r.gem_cost, 'status', r.status, 'createdAt', r.created_at, 'decidedAt', r.decided_at, 'version', r.version)
    || case when r.is_put_back then '{"putBack": true}'::jsonb else '{}' end;
end $$;

create function private.put_back_redemption(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
  redeemed public.redemptions;
begin
  select * into redeemed from public.redemptions
  where id = (args ->> 'redemptionId')::uuid and family_id = any(array(select private.my_family_ids())) for no key update;
  if redeemed.id is null then
    perform private.refuse('not_found');
  end if;
  if acting.id is null or acting.family_id <> redeemed.family_id or (acting.role = 'kid' and redeemed.member_id <> acting.id) then
    perform private.refuse('not_allowed', 'A reward can only be put back by the one who redeemed it, or by a parent.');
  end if;
  if redeemed.is_put_back then
    return private.redemption_json(redeemed)::text;
  end if;
  -- The screen offers it for 10 seconds; the call may take some more.
  if redeemed.status = 'declined' or redeemed.created_at < clock_timestamp() - interval '15 seconds' then
    perform private.refuse('already_decided', 'A reward can only be put back right after it was redeemed.');
  end if;
  update public.redemptions set status = 'declined', is_put_back = true, decided_at = clock_timestamp() where id = redeemed.id returning * into redeemed;
  if redeemed.gem_cost > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (redeemed.family_id, redeemed.member_id, redeemed.gem_cost, 'refund', redeemed.title, redeemed.icon);
  end if;
  return private.redemption_json(redeemed)::text;
end $$;
grant execute on function private.put_back_redemption to authenticated;
