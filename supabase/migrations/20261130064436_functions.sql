-- Written by `npm run generate`: functions, policies and grants of supabase/schemas.

CREATE OR REPLACE FUNCTION private.add_member(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid := (args ->> 'familyId')::uuid;
  added public.family_members;
begin
  perform private.require_manager(family);
  select * into added from public.family_members where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.member_json(added)::text;
  end if;
  insert into public.family_members (id, family_id, display_name, role, avatar_seed, cannot_read)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family, args ->> 'displayName', args ->> 'role',
    args ->> 'avatarSeed', args ->> 'role' = 'kid' and coalesce((args ->> 'cannotRead')::boolean, false))
  returning * into added;
  if args ->> 'hash' is not null then
    return private.set_pin(args || jsonb_build_object('memberId', added.id));
  end if;
  return private.member_json(added)::text;
end $function$
;

CREATE OR REPLACE FUNCTION private.edit_member(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  edited public.family_members;
begin
  perform private.require_manager(private.family_of_member((args ->> 'memberId')::uuid));
  if args ->> 'role' = 'kid'
     and exists (select from public.family_members where id = (args ->> 'memberId')::uuid and user_id = auth.uid()) then
    perform private.refuse('own_member');
  end if;
  update public.family_members
  set display_name = coalesce(args ->> 'displayName', display_name), role = coalesce(args ->> 'role', role),
    cannot_read = coalesce(args ->> 'role', role) = 'kid'
      and coalesce((args ->> 'cannotRead')::boolean, cannot_read)
  where id = (args ->> 'memberId')::uuid
  returning * into edited;
  perform private.require_found(edited.id);
  return private.member_json(edited)::text;
end $function$
;

CREATE OR REPLACE FUNCTION private.member_json(m public.family_members)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'id', m.id,
    'displayName', m.display_name,
    'avatarSeed', m.avatar_seed,
    'userProfileImageUrl', (select p.profile_image_url from public.profiles p where p.user_id = m.user_id),
    'role', m.role,
    'hasPin', m.has_pin,
    'hasPicturePin', m.has_picture_pin,
    'version', m.version)
    || case when m.cannot_read then '{"cannotRead": true}'::jsonb else '{}' end;
end $function$
;
