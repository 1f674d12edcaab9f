-- How a device comes into a family without an account: by a code, or in place of an account that was signed in on it.

-- The codes that let one device in. Only a digest is stored, with a pepper that is not in the database.
create table private.pairing_codes (
  digest bytea primary key,
  family_id uuid not null references public.families (id) on delete cascade,
  -- The session that made it: a code ends with it.
  made_by uuid not null references auth.sessions (id) on delete cascade,
  expires_at timestamptz not null
);

create index pairing_codes_family_id_idx on private.pairing_codes (family_id);
create index pairing_codes_made_by_idx on private.pairing_codes (made_by);

alter table private.pairing_codes enable row level security;

-- Stores the digest of a new code in place of the earlier ones of this device.
create function private.add_pairing(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  until timestamptz := now() + make_interval(mins => (args ->> 'minutes')::integer);
begin
  perform private.require_manager(family);
  delete from private.pairing_codes where made_by = (auth.jwt() ->> 'session_id')::uuid or expires_at < now();
  insert into private.pairing_codes (digest, family_id, made_by, expires_at)
  values (decode(args ->> 'digest', 'hex'), family, (auth.jwt() ->> 'session_id')::uuid, until);
  return jsonb_build_object('expiresAt', until);
end $$;

-- For the edge function alone. Uses a code; returns the new device, or null for a code that is wrong, used or too old.
-- Two devices at the same moment: the second waits for the first, and then finds no code.
create function private.join_family(code_digest text, of_model text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  used private.pairing_codes;
  account uuid;
  device private.devices;
begin
  perform private.lock_family(family_id) from private.pairing_codes where digest = decode(code_digest, 'hex');
  delete from private.pairing_codes where digest = decode(code_digest, 'hex') returning * into used;
  -- A ban and the loss of a parent's rights end no session.
  select s.user_id into account
  from auth.sessions s join public.family_members m on m.user_id = s.user_id
  where s.id = used.made_by and private.is_session_live(s.id, s.user_id)
    and m.family_id = used.family_id and m.role = 'parent';
  -- A code further ahead than any is of a clock that was corrected since.
  if account is null or used.expires_at not between now() and now() + interval '1 hour' then
    return null;
  end if;
  insert into private.devices (is_paired, family_id, let_in_by, model) values (true, used.family_id, account, of_model)
  returning * into device;
  perform private.announce_devices(used.family_id);
  return private.this_device_json(device);
end $$;

-- A guard: returns the family of a device whose use may be said: by a manager, and once on a paired one.
create function private.require_unused_device(chosen_use text) returns uuid language plpgsql set search_path = '' as $$
declare
  device private.devices := private.paired_device();
  family uuid := coalesce(device.family_id, (private.acting_member()).family_id);
begin
  if device.id is null then
    perform private.require_manager(family);
  elsif device.use is not null or chosen_use = 'own' then
    perform private.refuse('not_allowed');
  end if;
  return family;
end $$;

-- Says who uses this device: once, on a paired one. A signed-in one that belongs to children or is the wall loses its
-- session, and is paired instead: then it cannot act as a parent.
create function private.set_device_use(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  chosen_use text := args ->> 'use';
  children uuid[] := private.uuids(args -> 'memberIds');
  device private.devices := private.paired_device();
  family uuid;
begin
  family := private.require_unused_device(chosen_use);
  if (select count(*) from public.family_members where family_id = family and role = 'kid' and id = any(children))
     < cardinality(children) then
    perform private.refuse('not_found');
  end if;
  perform private.lock_family(family);
  if chosen_use = 'own' then
    update private.devices set use = 'own' where id = session returning * into device;
    perform private.require_found(device.id);
    return private.this_device_json(device);
  end if;
  if device.id is null then
    insert into private.devices (is_paired, family_id, let_in_by, name, model)
    select true, family, private.signed_in_account(), name, model from private.devices where id = session
    returning * into device;
    if device.id is null then
      insert into private.devices (is_paired, family_id, let_in_by) values (true, family, private.signed_in_account())
      returning * into device;
    end if;
    delete from auth.sessions where id = session;
  end if;
  update private.devices
  set use = chosen_use, member_id = case when cardinality(children) = 1 then children[1] end
  where id = device.id returning * into device;
  insert into private.device_members (device_id, member_id) select device.id, unnest(children);
  perform private.announce_devices(family);
  return private.this_device_json(device);
end $$;

grant execute on function private.add_pairing, private.set_device_use to authenticated;
