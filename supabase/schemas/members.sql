-- Profiles with the data of a login that the auth service does not store, and the parents and kids of a family.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null check (char_length(first_name) between 1 and 120),
  last_name text not null check (char_length(last_name) <= 120),
  role text not null default 'user' check (role in ('user', 'admin')),
  profile_image_url text check (profile_image_url like '/objects/%'),
  created_at timestamptz not null default now()
);

comment on table public.profiles is 'A person with a login. Role admin is given by hand, never by a call.';

create index profiles_profile_image_url_idx on public.profiles (profile_image_url) where profile_image_url is not null;

create table public.family_members (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  -- Null for a member without a login; when the login is deleted, the member and its history stay.
  user_id uuid references auth.users (id) on delete set null,
  display_name text not null check (char_length(display_name) between 1 and 120),
  avatar_seed text not null default 'default' check (char_length(avatar_seed) between 1 and 300),
  role text not null check (role in ('parent', 'kid')),
  -- Whether private.member_pins holds a PIN; only the functions that set one write it.
  has_pin boolean not null default false,
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  unique (family_id, user_id)
);

comment on table public.family_members is 'Parents and kids of a family, with or without a login.';

create index family_members_user_id_idx on public.family_members (user_id);

-- Mailed links, so that a page can show a link's owner before signing in, and that a newer mail replaced it: Auth
-- itself forgets a link with the next mail. Only digests are stored, which cannot be used as links.
create table private.mailed_links (
  digest bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery')),
  mailed_at timestamptz not null default now()
);

create index mailed_links_user_id_idx on private.mailed_links (user_id);
create index mailed_links_mailed_at_idx on private.mailed_links (mailed_at);

alter table public.profiles enable row level security;
alter table public.family_members enable row level security;
alter table private.mailed_links enable row level security;

-- Whether this device may change the account that is signed in on it: not while it acts as a kid
-- with another account or none.
create function private.may_change_account() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  return acting.user_id = auth.uid() or acting.role = 'parent'
    or (acting.id is null and private.signed_in_account() is not null
      and not exists (select from public.family_members where user_id = auth.uid()));
end $$;

create policy "People see the profiles of their own families" on public.profiles for select to authenticated
  using (user_id = (select private.signed_in_account())
    or user_id = any(array(select private.my_family_user_ids())));
create policy "People change their own names" on public.profiles for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_change_account()))
  with check (user_id = (select auth.uid()) and (select private.may_change_account()));
create policy "Members see everyone in their own families" on public.family_members for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Parents add members to their own family" on public.family_members for insert to authenticated
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents change their own family's members, but give up being one only to another"
  on public.family_members for update to authenticated
  using (family_id = any(array(select private.managed_family_ids())))
  with check (family_id = any(array(select private.managed_family_ids()))
    and (role = 'parent' or user_id is distinct from (select auth.uid())));
create policy "Parents remove members of their own family, but not themselves"
  on public.family_members for delete to authenticated
  using (family_id = any(array(select private.managed_family_ids())) and user_id is distinct from (select auth.uid()));

grant select on public.profiles to authenticated;
-- People change their own names; nobody changes the role, and a picture has to be checked first.
grant update (first_name, last_name) on public.profiles to authenticated;
grant select, delete on public.family_members to authenticated;
grant insert (id, family_id, display_name, avatar_seed, role), update (display_name, avatar_seed, role)
  on public.family_members to authenticated;

-- Returns a member exactly as the API does.
create function private.member_json(m public.family_members) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', m.id,
    'displayName', m.display_name,
    'avatarSeed', m.avatar_seed,
    'userProfileImageUrl', (select p.profile_image_url from public.profiles p where p.user_id = m.user_id),
    'role', m.role,
    'hasPin', m.has_pin,
    'version', m.version);
end $$;

-- Whether the path is a checked picture in the family's own folder of the bucket.
create function private.is_picture_of(of_family uuid, path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.pictures
    where path = '/objects/' || name and name = substr(path, length('/objects/') + 1)
      and family_id = of_family and state = 'checked');
end $$;

-- Refuses to lose the last parent. Called with the family's row locked:
-- of two parents who remove each other at once, one stays.
create function private.require_another_parent(leaving public.family_members) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if leaving.role = 'parent' and not exists (
    select from public.family_members where family_id = leaving.family_id and role = 'parent' and id <> leaving.id
  ) then
    perform private.refuse('last_parent');
  end if;
end $$;

create function private.member_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    perform private.lock_family(old.family_id);
    -- Without its row the family itself is being deleted.
    if not exists (select from public.families where id = old.family_id) then
      return old;
    end if;
    perform private.require_another_parent(old);
    perform private.reassign_quests(old);
    revision := private.next_revision(old.family_id);
    perform private.announce(old.family_id, 'member.deleted',
      jsonb_build_object('revision', revision, 'memberId', old.id));
    return old;
  end if;
  if new.avatar_seed like '/%' and (tg_op = 'INSERT' or new.avatar_seed <> old.avatar_seed)
     and not private.is_picture_of(new.family_id, new.avatar_seed) then
    perform private.refuse('unknown_picture');
  end if;
  revision := private.next_revision(new.family_id);
  if tg_op = 'INSERT' then
    perform private.require_room((select count(*) from public.family_members where family_id = new.family_id), 40,
      'too_many_members');
  end if;
  if tg_op = 'UPDATE' and old.role = 'parent' and new.role <> 'parent' then
    perform private.require_another_parent(old);
  end if;
  if tg_op = 'UPDATE' and old.role <> 'parent' and new.role = 'parent'
     and exists (select from private.member_pins where member_id = new.id and is_common) then
    perform private.refuse('common_pin');
  end if;
  new.version := revision;
  perform private.announce(new.family_id, 'member.saved',
    jsonb_build_object('revision', revision, 'member', private.member_json(new)));
  return new;
end $$;

create trigger member_changed before insert or update or delete on public.family_members
  for each row execute function private.member_changed();

-- Announces the members of a login whose picture changed, because the picture is part of the member.
create function private.profile_picture_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.family_members set display_name = display_name where user_id = new.user_id;
  return null;
end $$;

create trigger profile_picture_changed after update of profile_image_url on public.profiles
  for each row when (new.profile_image_url is distinct from old.profile_image_url)
  execute function private.profile_picture_changed();

-- Returns a name of an account without the characters that a name of the API may not have; null when nothing is left.
create function private.clean_name(name text) returns text language plpgsql immutable set search_path = '' as $$
begin
  return left(nullif(trim(regexp_replace(name, '[[:cntrl:]\u0085\u2028-\u202e\u2066-\u2069]+', ' ', 'g')), ''), 120);
end $$;

-- Adds the profile, family, parent and board of a new login in the login's own transaction, so that
-- a sign-up is complete or does not exist.
create function private.user_signed_up() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  first_name text := coalesce(private.clean_name(new.raw_user_meta_data ->> 'first_name'), 'Parent');
  last_name text := private.clean_name(new.raw_user_meta_data ->> 'last_name');
  language text := new.raw_user_meta_data ->> 'language';
  zone text := new.raw_user_meta_data ->> 'time_zone';
  family_name text := case language
    when 'de' then coalesce('Familie ' || last_name, 'Unsere Familie')
    when 'es' then coalesce('Familia ' || last_name, 'Nuestra familia')
    else coalesce(last_name, 'Our') || ' Family' end;
  family uuid;
begin
  insert into public.profiles (user_id, first_name, last_name) values (new.id, first_name, coalesce(last_name, ''));
  insert into public.families (name, time_zone)
    values (family_name, case when private.is_time_zone(zone) then zone else 'UTC' end) returning id into family;
  insert into public.family_members (family_id, user_id, display_name, avatar_seed, role)
    values (family, new.id, first_name, first_name, 'parent');
  perform private.add_first_columns(family, language);
  return new;
end $$;

create trigger user_signed_up after insert on auth.users for each row execute function private.user_signed_up();

-- Limits the user data, which is part of each token: browsers drop a cookie that holds a token of several kilobytes.
-- Data that Auth itself writes is not counted.
create function private.limit_user_data() returns trigger language plpgsql set search_path = '' as $$
begin
  if octet_length((new.raw_user_meta_data - array['sub', 'email', 'email_verified', 'phone_verified'])::text)
     > 1024 then
    raise exception 'User data can hold at most 1 kB' using errcode = 'program_limit_exceeded';
  end if;
  return new;
end $$;

create trigger user_data_is_bounded before insert on auth.users for each row execute function private.limit_user_data();
create trigger changed_user_data_is_bounded before update on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  execute function private.limit_user_data();

create function private.record_mailed_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Each call deletes a few of the oldest, so that they do not pile up.
  delete from private.mailed_links
  where digest in (
    select digest from private.mailed_links where mailed_at < now() - interval '30 days'
    order by mailed_at limit 5 for update skip locked);
  insert into private.mailed_links (digest, user_id, kind)
  values (sha256(convert_to(to_jsonb(new) ->> (tg_argv[0] || '_token'), 'utf8')), new.id, tg_argv[0])
  on conflict do nothing;
  return new;
end $$;

create trigger confirmation_mailed after update on auth.users
  for each row when (new.confirmation_token <> '' and new.confirmation_token is distinct from old.confirmation_token)
  execute function private.record_mailed_link('confirmation');
create trigger recovery_mailed after update on auth.users
  for each row when (new.recovery_token <> '' and new.recovery_token is distinct from old.recovery_token)
  execute function private.record_mailed_link('recovery');

-- Returns a mailed link's owner; called by the edge function before anybody is signed in. Auth stores a link's token
-- itself, the embedded Auth its hash. Only auth.one_time_tokens has the valid tokens: Auth deletes all of an account's
-- there when the address is confirmed.
create function private.mailed_link_owner(of_kind text, token_hash text) returns jsonb
language sql stable set search_path = '' as $$
  with kept as (
    select token_hash as token
    union all select encode(sha256(convert_to(token_hash, 'utf8')), 'hex')
  )
  select jsonb_build_object(
    'firstName', coalesce(p.first_name, ''),
    'email', u.email,
    'state', case
      when kept.token = any(good.tokens) then 'open'
      when of_kind = 'confirmation' and u.email_confirmed_at is not null then 'used'
      when good.tokens <> '{}' then 'newer'
      else 'used'
    end)
  from kept
  join private.mailed_links m on m.digest = sha256(convert_to(kept.token, 'utf8')) and m.kind = of_kind
  join auth.users u on u.id = m.user_id
  left join public.profiles p on p.user_id = u.id
  cross join lateral (
    select array(
      select t.token_hash from auth.one_time_tokens t
      where t.user_id = u.id and t.token_type::text = of_kind || '_token') as tokens
  ) good
$$;

create function private.current_user_reply() returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select json_build_object(
      'id', user_id,
      'firstName', first_name,
      'lastName', last_name,
      'email', auth.jwt() ->> 'email',
      'role', role,
      'createdAt', created_at,
      'profileImageUrl', profile_image_url)
    from public.profiles where user_id = auth.uid());
end $$;

-- Called after a sign-in with the password.
create function private.signed_in() returns text language plpgsql set search_path = '' as $$
begin
  perform private.reset_pin_failures();
  return private.current_user_reply();
end $$;

create function private.edit_profile(args jsonb) returns text language plpgsql set search_path = '' as $$
begin
  perform private.require_own_account();
  update public.profiles
  set first_name = coalesce(args ->> 'firstName', first_name), last_name = coalesce(args ->> 'lastName', last_name)
  where user_id = auth.uid();
  return private.current_user_reply();
end $$;

-- Called before the auth service, which does not know the member that a device acts as.
create function private.may_change_password() returns text language plpgsql stable set search_path = '' as $$
begin
  perform private.require_own_account();
  return '{}';
end $$;

create function private.require_own_account() returns void language plpgsql stable set search_path = '' as $$
begin
  if private.may_change_account() is not true then
    perform private.refuse('not_allowed');
  end if;
end $$;

create function private.admin_stats() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  if not exists (select from public.profiles where user_id = auth.uid() and role = 'admin') then
    perform private.refuse('not_admin');
  end if;
  return jsonb_build_object('totalUsers', (select count(*) from public.profiles),
    'totalFamilies', (select count(*) from public.families));
end $$;

-- Returns the member's id; refuses a member of another family.
create function private.own_member(args jsonb) returns uuid language plpgsql stable set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
begin
  perform private.require_found((select id from public.family_members where id = member));
  return member;
end $$;

-- Returns the member's family; refuses a caller who may not manage it.
create function private.managed_family_of_member(member uuid) returns uuid language plpgsql set search_path = '' as $$
declare
  family uuid := (select family_id from public.family_members where id = member);
begin
  perform private.require_manager(family);
  return family;
end $$;

create function private.list_members(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.member_json(m) order by m.created_at, m.id), '[]')::text
          from public.family_members m where m.family_id = family);
end $$;

-- Sent again with the same id, it returns the member as it is now.
create function private.add_member(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  added public.family_members;
begin
  perform private.require_manager(family);
  select * into added from public.family_members where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.member_json(added)::text;
  end if;
  insert into public.family_members (id, family_id, display_name, role, avatar_seed)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family, args ->> 'displayName', args ->> 'role',
    args ->> 'avatarSeed')
  returning * into added;
  if args ->> 'hash' is not null then
    return private.set_pin(args || jsonb_build_object('memberId', added.id));
  end if;
  return private.member_json(added)::text;
end $$;

create function private.edit_member(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  edited public.family_members;
begin
  perform private.managed_family_of_member((args ->> 'memberId')::uuid);
  if args ->> 'role' = 'kid'
     and exists (select from public.family_members where id = (args ->> 'memberId')::uuid and user_id = auth.uid()) then
    perform private.refuse('own_member');
  end if;
  update public.family_members
  set display_name = coalesce(args ->> 'displayName', display_name), role = coalesce(args ->> 'role', role)
  where id = (args ->> 'memberId')::uuid
  returning * into edited;
  perform private.require_found(edited.id);
  return private.member_json(edited)::text;
end $$;

create function private.remove_member(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  removed public.family_members;
begin
  perform private.managed_family_of_member((args ->> 'memberId')::uuid);
  if exists (select from public.family_members where id = (args ->> 'memberId')::uuid and user_id = auth.uid()) then
    perform private.refuse('own_member');
  end if;
  delete from public.family_members where id = (args ->> 'memberId')::uuid returning * into removed;
  perform private.require_found(removed.id);
  return private.member_json(removed)::text;
end $$;

grant execute on function
  private.may_change_account, private.member_json, private.current_user_reply, private.signed_in, private.edit_profile,
  private.may_change_password, private.require_own_account, private.admin_stats, private.own_member,
  private.managed_family_of_member, private.list_members, private.add_member, private.edit_member,
  private.remove_member to authenticated;
