-- The accounts of parents and kids: profiles with the data that the auth service does not store, and mailed links.

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
create policy "People change their own names" on public.profiles for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_change_account()))
  with check (user_id = (select auth.uid()) and (select private.may_change_account()));
grant select on public.profiles to authenticated;
-- People change their own names; nobody changes the role, and a picture has to be checked first.
grant update (first_name, last_name) on public.profiles to authenticated;

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

-- Called after a sign-in with the password or a mailed link. `use` is null on a device on which this account is new.
create function private.signed_in(args jsonb) returns text language plpgsql set search_path = '' as $$
begin
  perform private.reset_pin_failures();
  perform private.remember_device(args ->> 'model', args ->> 'use');
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

grant execute on function
  private.may_change_account, private.current_user_reply, private.signed_in, private.edit_profile,
  private.may_change_password, private.require_own_account, private.admin_stats to authenticated;
