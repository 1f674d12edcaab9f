-- The accounts of parents and kids: profiles with the data that the auth service does not store, and mailed links.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null check (char_length(first_name) between 1 and private.text_limits_title()),
  last_name text not null check (char_length(last_name) <= private.text_limits_title()),
  role text not null default 'user' check (role in ('user', 'admin')),
  profile_image_url text check (profile_image_url like '/objects/%'),
  -- Until then, names and family are as typed at the sign-up, perhaps by somebody else.
  has_signed_in boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table public.profiles is 'A person with a login. Role admin is given by hand, never by a call.';

create index profiles_profile_image_url_idx on public.profiles (profile_image_url) where profile_image_url is not null;

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
grant select on public.profiles to authenticated;

-- Announces the members of a login whose picture changed, because the picture is part of the member. A member's name
-- and the seed of its face follow the first name, unless they were changed by hand.
create function private.profile_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.family_members
  set display_name = case when display_name = old.first_name then new.first_name else display_name end,
    -- A seed with a slash is the address of a picture.
    avatar_seed = case when avatar_seed = old.first_name and new.first_name not like '/%' then new.first_name
      else avatar_seed end
  where user_id = new.user_id
    and (new.profile_image_url is distinct from old.profile_image_url or old.first_name in (display_name, avatar_seed));
  return null;
end $$;

create trigger profile_changed after update of first_name, profile_image_url on public.profiles
  for each row when (new.first_name <> old.first_name or new.profile_image_url is distinct from old.profile_image_url)
  execute function private.profile_changed();

-- Returns a name of an account without the characters that a name of the API may not have; null when nothing is left.
create function private.clean_name(name text) returns text language plpgsql immutable set search_path = '' as $$
begin
  return left(nullif(trim(regexp_replace(name, '[[:cntrl:]\u0085\u2028-\u202e\u2066-\u2069]+', ' ', 'g')), ''), private.text_limits_title());
end $$;

-- Adds a family with this account as its parent, and the first columns of its board. `said` is what came with the
-- sign-up: language, time_zone and week_starts_on.
create function private.add_first_family(
  account uuid, first_name text, last_name text, said jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  family_name text := case said ->> 'language'
    when 'de' then coalesce('Familie ' || last_name, 'Unsere Familie')
    when 'es' then coalesce('Familia ' || last_name, 'Nuestra familia')
    else coalesce(last_name, 'Our') || ' Family' end;
  family uuid;
begin
  insert into public.families (name, time_zone, week_starts_on)
  values (family_name, case when private.is_time_zone(said ->> 'time_zone') then said ->> 'time_zone' else 'UTC' end,
    case when said ->> 'week_starts_on' in ('1', '6', '7') then (said ->> 'week_starts_on')::smallint else 1 end)
  returning id into family;
  insert into public.family_members (family_id, user_id, display_name, avatar_seed, role)
    values (family, account, first_name, first_name, 'parent');
  perform private.add_first_columns(family, said ->> 'language');
end $$;

-- Adds the profile, family, parent and board of a new login in the login's own transaction, so that
-- a sign-up is complete or does not exist.
create function private.user_signed_up() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  first_name text := coalesce(private.clean_name(new.raw_user_meta_data ->> 'first_name'), 'Parent');
  last_name text := private.clean_name(new.raw_user_meta_data ->> 'last_name');
begin
  insert into public.profiles (user_id, first_name, last_name) values (new.id, first_name, coalesce(last_name, ''));
  perform private.add_first_family(new.id, first_name, last_name, new.raw_user_meta_data);
  return new;
end $$;

create trigger user_signed_up after insert on auth.users for each row execute function private.user_signed_up();

-- Clears the password of a sign-up when its address is confirmed later, or invited: the address is proven by then, but
-- somebody else may have chosen the password. Auth confirms an account that needs no mail in the transaction that adds
-- it, and so does an admin: these passwords stay, and so does the one that Auth makes up for an invited account.
create function private.clear_unproven_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- now() is the start of the transaction.
  if not exists (select from public.profiles where user_id = new.id and created_at = now()) then
    -- Empty as in accounts without a password: Auth refuses each sign-in, and a new one needs no current one.
    new.encrypted_password := '';
  end if;
  return new;
end $$;

create trigger confirmed_password_is_cleared before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null and new.invited_at is null)
  execute function private.clear_unproven_password();
create trigger invited_password_is_cleared before update on auth.users
  for each row when (old.email_confirmed_at is null and old.invited_at is null and new.invited_at is not null)
  execute function private.clear_unproven_password();

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

-- Returns whose account a mailed link opens, with the names that were typed with the address.
create function private.account_owner_json(u auth.users) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'firstName', coalesce(private.clean_name(u.raw_user_meta_data ->> 'first_name'), ''),
    'lastName', coalesce(private.clean_name(u.raw_user_meta_data ->> 'last_name'), ''),
    'email', u.email,
    'isNew', not exists (select from public.profiles where user_id = u.id and has_signed_in))
$$;

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
    'state', case
      when kept.token = any(good.tokens) then 'open'
      when of_kind = 'confirmation' and u.email_confirmed_at is not null then 'used'
      when good.tokens <> '{}' then 'newer'
      else 'used'
    end) || private.account_owner_json(u)
  from kept
  join private.mailed_links m on m.digest = sha256(convert_to(kept.token, 'utf8')) and m.kind = of_kind
  join auth.users u on u.id = m.user_id
  cross join lateral (
    select array(
      select t.token_hash from auth.one_time_tokens t
      where t.user_id = u.id and t.token_type::text = of_kind || '_token') as tokens
  ) good
$$;

create function private.current_user_reply() returns text language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select json_build_object(
      'id', user_id,
      'firstName', first_name,
      'lastName', last_name,
      -- Not on a tablet that a child holds.
      'email', case when private.may_change_account() then auth.jwt() ->> 'email' else '' end,
      'role', role,
      'createdAt', created_at,
      'profileImageUrl', profile_image_url)
    from public.profiles where user_id = auth.uid()),
    (select json_build_object('id', id, 'firstName', '', 'lastName', '', 'email', '', 'role', 'user',
      'createdAt', created_at, 'profileImageUrl', null)
    from private.paired_device() where id is not null));
end $$;

-- Returns the owner of a session that Auth has opened for a link of Supabase's own templates.
create function private.link_session_owner() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.account_owner_json(u) || '{"state": "open"}' from auth.users u
    where u.id = private.signed_in_account());
end $$;

-- Replaces what came with a sign-up by what its owner says, who has followed a mailed link for the first time. Changes
-- nothing later, and no family that others are in.
create function private.name_first_owner(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.signed_in_account();
begin
  perform private.require_account();
  if not exists (select from public.profiles where user_id = account and not has_signed_in) then
    return '{}';
  end if;
  if args ->> 'firstName' is null or args ->> 'lastName' is null then
    perform private.refuse('name_required',
      jsonb_build_object('of', case when args ->> 'firstName' is null then 'firstName' else 'lastName' end));
  end if;
  update public.profiles set first_name = args ->> 'firstName', last_name = args ->> 'lastName'
  where user_id = account;
  -- Mails and default titles are in this language.
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
      - array['first_name', 'last_name', 'time_zone', 'week_starts_on', 'language']
    || jsonb_strip_nulls(jsonb_build_object('language', args -> 'language'))
  where id = account;
  delete from public.families f
  where f.id = (select family_id from public.family_members where user_id = account)
    and not exists (select from public.family_members where family_id = f.id and user_id is distinct from account);
  if found then
    perform private.add_first_family(account, args ->> 'firstName', args ->> 'lastName',
      args || jsonb_build_object('time_zone', args -> 'timeZone', 'week_starts_on', args -> 'weekStartsOn'));
  end if;
  return '{}';
end $$;

-- Called after a sign-in with the password or a mailed link. `use` is null on a device on which this account is new.
create function private.signed_in(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.note_sign_in();
  perform private.reset_pin_failures();
  perform private.remember_device(args ->> 'model', args ->> 'use');
  return private.current_user_reply();
end $$;

create function private.note_sign_in() returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set has_signed_in = true where user_id = private.signed_in_account() and not has_signed_in;
end $$;

create function private.edit_profile(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  update public.profiles
  set first_name = coalesce(args ->> 'firstName', first_name), last_name = coalesce(args ->> 'lastName', last_name)
  where user_id = auth.uid();
  return private.current_user_reply();
end $$;

-- Called before the auth service, which knows neither the member that a device acts as nor the devices to keep.
create function private.may_change_password(args jsonb default '{}') returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  perform private.keep_devices(private.uuids(args -> 'keepDeviceIds'));
  return '{}';
end $$;

create function private.require_account() returns void language plpgsql stable set search_path = '' as $$
begin
  if private.signed_in_account() is null then
    perform private.refuse('not_signed_in');
  end if;
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

grant execute on function
  private.may_change_account, private.current_user_reply, private.link_session_owner, private.name_first_owner,
  private.signed_in, private.edit_profile, private.may_change_password, private.admin_stats to authenticated;
