-- The devices of the families: those that are signed in, and paired ones, which have no account. The session of a
-- signed-in device is Auth's, and its row is deleted with it; without a row it acts as the account's own member. A paired
-- device is a session itself: its tokens have the device as subject and as session. It acts as kids alone.
create table private.devices (
  id uuid primary key default gen_random_uuid(),
  is_paired boolean not null default false,
  session_id uuid generated always as (case when not is_paired then id end) stored
    references auth.sessions (id) on delete cascade,
  -- Only a paired device has one; an account may have several.
  family_id uuid references public.families (id) on delete cascade check (is_paired = (family_id is not null)),
  -- The parent's account that let a paired device in, which ends with it. An older device has none, and counts for each
  -- account of its family.
  let_in_by uuid references auth.users (id) on delete cascade check (is_paired or let_in_by is null),
  -- The member it acts as. When the member is deleted, it acts as nobody: otherwise removing a kid would turn the kid's
  -- tablet into the parent's.
  member_id uuid references public.family_members (id) on delete set null,
  -- Whether it acts as the account's own member, until somebody switches it.
  acts_as_own boolean not null default false check (not (acts_as_own and is_paired)),
  -- Null until somebody has said who uses it. Those of children and the wall are paired.
  use text check (case use when 'own' then not is_paired when 'children' then is_paired when 'wall' then is_paired end),
  name text check (char_length(name) between 1 and private.text_limits_title()),
  model text not null default 'other' check (char_length(model) between 1 and 20),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

create unique index devices_session_id_idx on private.devices (session_id);
create index devices_family_id_idx on private.devices (family_id);
create index devices_let_in_by_idx on private.devices (let_in_by);
create index devices_member_id_idx on private.devices (member_id);

-- The children of a device for children.
create table private.device_members (
  device_id uuid not null references private.devices (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  primary key (device_id, member_id)
);

create index device_members_member_id_idx on private.device_members (member_id);

-- The paired devices that an account keeps as it changes its password. Auth makes that change in a transaction of its
-- own, so that the choice is stored just before.
create table private.kept_devices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  device_ids uuid[] not null check (cardinality(device_ids) between 1 and private.family_limits_devices()),
  chosen_at timestamptz not null default now()
);

alter table private.devices enable row level security;
alter table private.device_members enable row level security;
alter table private.kept_devices enable row level security;

-- Returns the caller's paired device; null for an account, and when the device was signed out.
create function private.paired_device() returns private.devices
language plpgsql stable security definer set search_path = '' as $$
declare
  device private.devices;
begin
  select * into device from private.devices
  where id = auth.uid() and id = (auth.jwt() ->> 'session_id')::uuid and is_paired;
  return device;
end $$;

-- Returns the member this device acts as, or null. Without a live session it acts as nobody, or signing out would end
-- acting as a kid.
create function private.acting_member() returns public.family_members
language plpgsql stable security definer set search_path = '' as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  caller uuid := private.signed_in_account();
  acting public.family_members;
begin
  if caller is null then
    select * into acting from public.family_members where id = (private.paired_device()).member_id and role = 'kid';
    return acting;
  end if;
  select m.* into acting
  from public.family_members me
  left join private.devices d on d.id = session
  join public.family_members m on m.family_id = me.family_id
    and m.id = case when coalesce(d.acts_as_own, true) then me.id else d.member_id end
  where me.user_id = caller
  order by me.created_at limit 1;
  return acting;
end $$;

-- Ends the sessions that acted as a deleted member, or a removed child's tablet could choose a parent without a PIN.
-- The caller's own session stays: a parent may remove the profile that this device acts as.
create function private.end_sessions_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- When the family is deleted, its logins are deleted too.
  delete from auth.sessions s
  where exists (select from public.families where id = old.family_id)
    and s.id is distinct from (auth.jwt() ->> 'session_id')::uuid
    and (s.id in (select id from private.devices where member_id = old.id)
      or (s.user_id = old.user_id and not exists (select from private.devices where id = s.id and not acts_as_own)));
  return old;
end $$;

create trigger member_sessions_ended before delete on public.family_members
  for each row execute function private.end_sessions_of_member();

-- A paired device ends with the last of its children.
create function private.device_lost_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.devices
  where id = old.device_id and not exists (select from private.device_members where device_id = old.device_id);
  return null;
end $$;

create trigger device_lost_member after delete on private.device_members
  for each row execute function private.device_lost_member();

-- A kid that becomes a parent leaves the devices of the kids.
create function private.member_grew_up() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.device_members where member_id = new.id;
  return null;
end $$;

create trigger member_grew_up after update of role on public.family_members
  for each row when (old.role = 'kid' and new.role = 'parent') execute function private.member_grew_up();

-- Called with the family's row locked, whichever way the device comes.
create function private.paired_device_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_room((select count(*) from private.devices where family_id = new.family_id),
    private.family_limits_devices(), 'too_many_devices');
  return new;
end $$;

create trigger paired_device_added before insert on private.devices
  for each row when (new.is_paired) execute function private.paired_device_added();

-- Tells the family that its devices are others; `ended` was signed out.
create function private.announce_devices(of_family uuid, ended uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce(of_family, 'devices.changed',
    jsonb_build_object('revision', private.next_revision(of_family), 'endedId', ended));
end $$;

-- The embedded Realtime ends the channels of a session that it hears has ended. A deleted family tells its devices
-- itself, over these channels.
create function private.paired_device_ended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.families where id = old.family_id) then
    perform private.announce_devices(old.family_id, old.id);
    perform pg_notify('ended_sessions', old.id::text);
  end if;
  return null;
end $$;

create trigger paired_device_ended after delete on private.devices
  for each row when (old.is_paired) execute function private.paired_device_ended();

-- Returns the paired devices that count for an account.
create function private.devices_of(account uuid) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select d.id from public.family_members m join private.devices d on d.family_id = m.family_id
    where m.user_id = account and coalesce(d.let_in_by, account) = account;
end $$;

-- Ends the paired devices that count for an account, in one family or in all, except `kept`; with them its open codes,
-- which would let in the next one.
create function private.end_devices_of(account uuid, in_family uuid default null, kept uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  families uuid[] := array(
    select family_id from public.family_members
    where user_id = account and (in_family is null or family_id = in_family) order by family_id);
begin
  -- A device that is being let in is seen then.
  perform private.lock_family(id) from unnest(families) id;
  delete from private.pairing_codes
  where family_id = any(families) and made_by in (select id from auth.sessions where user_id = account);
  delete from private.devices
  where family_id = any(families) and id = any(array(select private.devices_of(account))) and id <> all(kept);
end $$;

-- Before the change, while the account still counts as the family's.
create function private.account_leaves_family() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_devices_of(old.user_id, old.family_id);
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger account_removed before delete on public.family_members
  for each row when (old.user_id is not null) execute function private.account_leaves_family();
create trigger account_replaced before update of user_id, family_id on public.family_members
  for each row when (old.user_id is distinct from new.user_id or old.family_id <> new.family_id)
  execute function private.account_leaves_family();

-- Stores the devices that the caller keeps as they change their password, in place of an earlier choice.
create function private.keep_devices(kept uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.signed_in_account();
  own uuid[] := array(select id from private.devices_of(account) id where id = any(kept));
begin
  delete from private.kept_devices where user_id = account;
  if own <> '{}' then
    insert into private.kept_devices (user_id, device_ids) values (account, own);
  end if;
end $$;

-- Runs in Auth's own transaction, whichever way it comes to a new password or a ban: by a call, a mailed link or an
-- operator. A choice is used once, and soon.
create function private.account_secured() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  choice private.kept_devices;
begin
  delete from private.kept_devices where user_id = new.id returning * into choice;
  perform private.end_devices_of(new.id, kept => case
    when choice.chosen_at between now() - interval '30 seconds' and now() and coalesce(new.banned_until <= now(), true)
    then choice.device_ids else '{}' end);
  return null;
end $$;

create trigger account_secured after update of encrypted_password, banned_until on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password or new.banned_until > now())
  execute function private.account_secured();

-- Returns what a device knows about itself.
create function private.this_device_json(d private.devices) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when d.id is not null then jsonb_build_object(
    'id', d.id,
    'isPaired', d.is_paired,
    'use', d.use,
    'memberIds', (
      select coalesce(jsonb_agg(m.id order by m.created_at, m.id), '[]')
      from private.device_members c join public.family_members m on m.id = c.member_id where c.device_id = d.id)) end;
end $$;

-- Returns the device of the caller's session; null for a session that has no row.
create function private.this_device() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  device private.devices;
begin
  select * into device from private.devices where id = (auth.jwt() ->> 'session_id')::uuid;
  return private.this_device_json(device);
end $$;

-- Whether this device may act as the member, whose PIN it has told if the member has one: a kid's own login and a paired
-- device never as a parent, the wall as nobody.
create function private.may_act_as(chosen public.family_members) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  device private.devices := private.paired_device();
begin
  if device.id is not null then
    return chosen.role = 'kid' and coalesce(device.use = 'children', false);
  end if;
  return chosen.role = 'kid' or not exists (
    select from public.family_members
    where family_id = chosen.family_id and user_id = auth.uid() and role = 'kid');
end $$;

create function private.set_acting_member(chosen public.family_members) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_act_as(chosen) then
    perform private.refuse('not_allowed');
  end if;
  insert into private.devices (id, member_id)
  select (auth.jwt() ->> 'session_id')::uuid, chosen.id where private.signed_in_account() is not null
  on conflict (id) do update set member_id = excluded.member_id, acts_as_own = false;
  if not found then
    update private.devices set member_id = chosen.id where id = (private.paired_device()).id;
  end if;
  if not found then
    perform private.refuse('not_signed_in');
  end if;
end $$;

create function private.act_as(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  chosen public.family_members;
  acting public.family_members := private.acting_member();
  device private.devices := private.paired_device();
begin
  chosen := private.require_member(args);
  if chosen.has_pin and acting.id is distinct from chosen.id then
    perform private.refuse('pin_needed');
  end if;
  -- A device of one child opens for a sibling only by the sibling's PIN.
  if device.id is not null and acting.id is distinct from chosen.id
     and not exists (select from private.device_members where device_id = device.id and member_id = chosen.id) then
    perform private.refuse('not_allowed');
  end if;
  perform private.set_acting_member(chosen);
  return jsonb_build_object('memberId', chosen.id);
end $$;

-- Notes a device that has just signed in.
create function private.remember_device(of_model text, of_use text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.devices (id, acts_as_own, model, use)
  select (auth.jwt() ->> 'session_id')::uuid, true, of_model, of_use where private.signed_in_account() is not null
  on conflict (id) do nothing;
end $$;

-- Called by each device that begins to listen. Returns the family that it listens to.
create function private.device_seen() returns text language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (select private.my_family_ids() limit 1);
begin
  update private.devices set last_seen_at = now()
  where id = (auth.jwt() ->> 'session_id')::uuid and last_seen_at not between now() - interval '1 minute' and now();
  return jsonb_build_object('familyId', family);
end $$;

-- A guard: returns the session of one of the family's devices, for its parents alone.
create function private.require_device(args jsonb, out device uuid, out family uuid)
language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'deviceId')::uuid;
begin
  select d.id, d.family_id into device, family from private.devices d
  where d.id = wanted and d.family_id = any(array(select private.my_family_ids()));
  if device is null then
    select s.id, m.family_id into device, family
    from auth.sessions s join public.family_members m on m.user_id = s.user_id
    where s.id = wanted and m.family_id = any(array(select private.my_family_ids()));
  end if;
  perform private.require_manager(family);
end $$;

create function private.rename_device(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  named record;
begin
  named := private.require_device(args);
  insert into private.devices (id, acts_as_own, name)
  select id, true, args ->> 'name' from auth.sessions where id = named.device
  on conflict (id) do update set name = excluded.name;
  if not found then
    update private.devices set name = args ->> 'name' where id = named.device;
  end if;
  perform private.announce_devices(named.family);
  return '{}';
end $$;

-- Signs a device out.
create function private.end_device(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  named record;
begin
  named := private.require_device(args);
  delete from private.devices where id = named.device and is_paired;
  if not found then
    delete from auth.sessions where id = named.device;
    perform private.announce_devices(named.family, named.device);
  end if;
  return '{}';
end $$;

-- Signs out the paired devices that count for the caller's account, except those to keep. Auth ends its sessions after.
create function private.end_own_devices(args jsonb default '{}') returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  perform private.end_devices_of(private.signed_in_account(), kept => private.uuids(args -> 'keepDeviceIds'));
  return '{}';
end $$;

-- Signs this device out, which has no account.
create function private.leave_family() returns text language plpgsql security definer set search_path = '' as $$
begin
  delete from private.devices where id = (private.paired_device()).id;
  return '{}';
end $$;

-- Lists the devices of the family, those last seen first: paired ones, and the sessions of its accounts.
create function private.list_devices(args jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
begin
  perform private.require_parent(family);
  return (
    select coalesce(jsonb_agg(one.json order by one.seen desc, one.id), '[]') from (
      select d.id, d.last_seen_at as seen, private.this_device_json(d) || jsonb_build_object(
        'isThis', false, 'name', d.name, 'model', d.model, 'activeMemberId', d.member_id, 'accountMemberId', null,
        'letInBy', m.id, 'lastSeenAt', d.last_seen_at) as json
      from private.devices d left join public.family_members m on m.family_id = family and m.user_id = d.let_in_by
      where d.family_id = family
      union all
      select s.id, coalesce(d.last_seen_at, s.updated_at), jsonb_build_object(
        'id', s.id, 'isPaired', false, 'use', d.use, 'memberIds', '[]'::jsonb,
        'isThis', s.id = (auth.jwt() ->> 'session_id')::uuid, 'name', d.name, 'model', coalesce(d.model, 'other'),
        'activeMemberId', case when coalesce(d.acts_as_own, true) then m.id else d.member_id end,
        'accountMemberId', m.id, 'letInBy', null,
        'lastSeenAt', coalesce(d.last_seen_at, s.updated_at))
      from public.family_members m
      join auth.sessions s on s.user_id = m.user_id
      left join private.devices d on d.id = s.id
      where m.family_id = family and private.is_session_live(s.id, s.user_id)
      order by 2 desc limit 200
    ) one)::text;
end $$;

grant execute on function
  private.paired_device, private.acting_member, private.this_device, private.act_as,
  private.device_seen, private.rename_device, private.end_device, private.end_own_devices, private.leave_family,
  private.list_devices to authenticated;
