-- PINs as hashed by the edge function, with a pepper that is not in the database. A row without a
-- hash counts the tries for a member without a PIN, so that callers cannot tell the two apart.
create table private.member_pins (
  member_id uuid primary key references public.family_members (id) on delete cascade,
  salt bytea not null,
  hash bytea,
  -- Whether it is one of the commonest, which a parent may not have.
  is_common boolean not null default false,
  -- Tries since the last right one, which decide the next wait.
  failures integer not null default 0,
  failures_today integer not null default 0,
  today date not null default (now() at time zone 'utc')::date,
  locked_until timestamptz,
  -- After too many tries in a day or in a row only a parent's password unlocks the member.
  needs_password boolean not null default false,
  -- Wrong tries that the member was not told of yet, and the time of the first one. A right PIN keeps them.
  untold integer not null default 0,
  untold_since timestamptz
);

alter table private.member_pins enable row level security;

-- Returns the wait after so many failures; the first four have none.
create function private.pin_wait(failures integer) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when failures < 5 then null
    when failures = 5 then interval '30 seconds'
    when failures = 6 then interval '1 minute'
    when failures = 7 then interval '2 minutes'
    when failures = 8 then interval '5 minutes'
    when failures = 9 then interval '15 minutes'
    else interval '1 hour'
  end;
end $$;

-- Counts the try as wrong before it is checked, so that concurrent tries cannot evade the count. Returns
-- the salt to hash with, or the seconds to wait. A try during the wait is not checked but counts too,
-- because it is a guess.
create function private.begin_pin_try(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  tried uuid := (args ->> 'memberId')::uuid;
  pin private.member_pins;
  is_limited boolean;
begin
  perform private.require_member(args);
  insert into private.member_pins (member_id, salt)
  values (tried, decode(replace(gen_random_uuid()::text, '-', ''), 'hex')) on conflict do nothing;
  select * into pin from private.member_pins where member_id = tried for update;
  if pin.today <> (now() at time zone 'utc')::date then
    pin.today := (now() at time zone 'utc')::date;
    pin.failures_today := 0;
  end if;
  -- Ignores a wait longer than any, which a corrected clock leaves.
  is_limited := pin.needs_password or coalesce(pin.locked_until between now() and now() + interval '2 hours', false);
  pin.failures := pin.failures + 1;
  pin.failures_today := pin.failures_today + 1;
  pin.needs_password := pin.needs_password or pin.failures_today > 20 or pin.failures > 50;
  if pin.hash is not null then
    pin.untold := pin.untold + 1;
    pin.untold_since := coalesce(pin.untold_since, now());
  end if;
  if not is_limited then
    pin.locked_until := now() + private.pin_wait(pin.failures);
  end if;
  update private.member_pins
  set today = pin.today, failures = pin.failures, failures_today = pin.failures_today,
    needs_password = pin.needs_password, locked_until = pin.locked_until,
    untold = pin.untold, untold_since = pin.untold_since
  where member_id = tried;
  if is_limited or pin.needs_password then
    return jsonb_build_object(
      'needsPassword', pin.needs_password,
      'wait', case when pin.needs_password then 3600 else ceil(extract(epoch from pin.locked_until - now()))::int end);
  end if;
  return jsonb_build_object('salt', encode(pin.salt, 'hex'));
end $$;

-- Returns the wrong PINs that the parent whom this device acts as was not told of yet, or null.
create function private.untold_wrong_pins() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  return (
    select jsonb_build_object('count', untold, 'since', untold_since)
    from private.member_pins where member_id = acting.id and acting.role = 'parent' and untold > 0);
end $$;

-- Forgets them, once they were read. Writes a row in any case, because only the reply to a change has events.
create function private.dismiss_wrong_pins() returns text
language plpgsql security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  perform private.require_own_account();
  perform private.require_found(acting.id);
  insert into private.member_pins (member_id, salt)
  values (acting.id, decode(replace(gen_random_uuid()::text, '-', ''), 'hex'))
  on conflict (member_id) do update set untold = 0, untold_since = null;
  return '{}';
end $$;

-- Compares the hash of the edge function. A right one resets the count, and this device acts as the member if it may: a
-- kid's device only learns that a parent is there.
create function private.finish_pin_try(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  tried uuid := (args ->> 'memberId')::uuid;
  chosen public.family_members;
  kept bytea;
  is_acting boolean;
begin
  chosen := private.require_member(args);
  select hash into kept from private.member_pins where member_id = tried for update;
  -- Compares digests, so that the time of the comparison reveals nothing about the hash.
  if kept is null or sha256(kept) <> sha256(decode(args ->> 'hash', 'hex')) then
    return jsonb_build_object('verified', false);
  end if;
  -- The try was counted as wrong before it was checked.
  update private.member_pins
  set failures = 0, failures_today = 0, locked_until = null, untold = greatest(untold - 1, 0),
    untold_since = case when untold > 1 then untold_since end
  where member_id = tried;
  is_acting := private.may_act_as(chosen);
  if is_acting then
    perform private.set_acting_member(chosen);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'verified', true, 'isActing', case when not is_acting then false end, 'wrongPins', private.untold_wrong_pins()));
end $$;

-- Sets a PIN, or removes it without a hash; resets the failures. The edge function says whether it is common, and
-- whether it is of pictures, because the database sees its hash alone.
create function private.set_pin(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  changed public.family_members;
begin
  perform private.require_manager(private.family_of_member((args ->> 'memberId')::uuid));
  select * into changed from public.family_members where id = (args ->> 'memberId')::uuid for no key update;
  if changed.role = 'parent' and (args ->> 'isCommon')::boolean then
    perform private.refuse('common_pin');
  end if;
  insert into private.member_pins (member_id, salt, hash, is_common)
  values (changed.id, decode(coalesce(args ->> 'salt', replace(gen_random_uuid()::text, '-', '')), 'hex'),
    decode(args ->> 'hash', 'hex'), coalesce((args ->> 'isCommon')::boolean, false))
  on conflict (member_id) do update
  set salt = excluded.salt, hash = excluded.hash, is_common = excluded.is_common, failures = 0, failures_today = 0, locked_until = null,
    needs_password = false;
  update public.family_members
  set has_pin = args ->> 'hash' is not null, has_picture_pin = coalesce((args ->> 'isOfPictures')::boolean, false)
  where id = changed.id returning * into changed;
  return private.member_json(changed)::text;
end $$;

-- Resets the failures after a parent's sign-in with the password,
-- which unlocks a profile whose PIN was forgotten or guessed at.
create function private.reset_pin_failures() returns void language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from jsonb_array_elements(auth.jwt() -> 'amr') proof
    where proof ->> 'method' = 'password'
      and (proof ->> 'timestamp')::bigint between extract(epoch from now()) - 60 and extract(epoch from now()) + 60
  ) then
    return;
  end if;
  update private.member_pins set failures = 0, failures_today = 0, locked_until = null, needs_password = false
  where failures > 0 and member_id in (
    select them.id from public.family_members me join public.family_members them using (family_id)
    where me.user_id = auth.uid() and me.role = 'parent');
end $$;

grant execute on function
  private.begin_pin_try, private.untold_wrong_pins, private.dismiss_wrong_pins, private.finish_pin_try,
  private.set_pin to authenticated;
