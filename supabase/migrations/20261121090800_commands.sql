-- The reads and commands behind the API, run through private.request as the signed-in user.
-- Save for the ones marked security definer they have no rights of their own: row-level security
-- decides what they see and change, and what is not there and what is somebody else's is the same answer.

create function private.current_user_reply(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
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

create function private.my_families(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'id', m.id,
      'role', m.role,
      'activeMemberId', case when acting.family_id = f.id then acting.id end,
      'family', private.family_json(f)) order by m.created_at), '[]')
    from public.family_members m
    join public.families f on f.id = m.family_id
    cross join private.acting_member() acting
    where m.user_id = auth.uid());
end $$;

-- After a sign-in with the password.
create function private.signed_in(args jsonb) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.forget_wrong_pins();
  return private.current_user_reply(args);
end $$;

create function private.require_own_account() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.may_change_account() is not true then
    perform private.refuse('not_allowed');
  end if;
end $$;

create function private.edit_profile(args jsonb) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.require_own_account();
  update public.profiles
  set first_name = coalesce(args ->> 'firstName', first_name), last_name = coalesce(args ->> 'lastName', last_name)
  where user_id = auth.uid();
  return private.current_user_reply(args);
end $$;

-- Asked before the auth service is: it knows nothing of whom a device acts as.
create function private.may_change_password(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_own_account();
  return '{}';
end $$;

create function private.set_profile_image(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  if not exists (
    select from public.family_members where user_id = auth.uid() and private.is_picture_of(family_id, args ->> 'profileImageUrl')
  ) then
    perform private.refuse('invalid_input', 'This is not a picture that was uploaded here');
  end if;
  update public.profiles set profile_image_url = args ->> 'profileImageUrl' where user_id = auth.uid();
  return private.current_user_reply(args);
end $$;

create function private.admin_stats(args jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  if not exists (select from public.profiles where user_id = auth.uid() and role = 'admin') then
    perform private.refuse('not_allowed', 'Only an admin can see this.');
  end if;
  return jsonb_build_object('totalUsers', (select count(*) from public.profiles), 'totalFamilies', (select count(*) from public.families));
end $$;

-- The family's id once it is known to be one of the caller's own.
create function private.own_family(args jsonb) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
begin
  if not exists (select from public.families where id = family) then
    perform private.refuse('not_found');
  end if;
  return family;
end $$;

-- Row-level security hides what may not be changed, so a change that found no row is either
-- "not there" or, for a kid who can see it, "not allowed".
create function private.require_manager(family uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if family is null then
    perform private.refuse('not_found');
  end if;
  -- Two who manage at once are put one behind the other before either holds anything; the second may
  -- have lost the right to it by then.
  perform private.lock_own_family(family);
  if not (family = any(array(select private.managed_family_ids()))) then
    perform private.refuse('not_allowed');
  end if;
end $$;

create function private.edit_family(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  edited public.families;
begin
  perform private.require_manager(family);
  update public.families set name = coalesce(args ->> 'name', name), reward_mode = coalesce(args ->> 'rewardMode', reward_mode)
  where id = family
  returning * into edited;
  return private.family_json(edited)::text;
end $$;

grant execute on function
  private.current_user_reply, private.my_families, private.signed_in, private.require_own_account,
  private.edit_profile, private.may_change_password, private.set_profile_image, private.admin_stats,
  private.own_family, private.require_manager, private.edit_family
to authenticated;
