create function private.list_members(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.member_json(m) order by m.created_at, m.id), '[]')::text
          from public.family_members m where m.family_id = family);
end $$;

-- The member's family, for somebody who may manage it.
create function private.managed_family_of_member(member uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  family uuid := (select family_id from public.family_members where id = member);
begin
  perform private.require_manager(family);
  return family;
end $$;

create function private.add_member(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  added public.family_members;
begin
  perform private.require_manager(family);
  insert into public.family_members (family_id, display_name, role, avatar_seed)
  values (family, args ->> 'displayName', args ->> 'role', args ->> 'avatarSeed')
  returning * into added;
  if args ->> 'hash' is not null then
    return private.set_pin(args || jsonb_build_object('memberId', added.id));
  end if;
  return private.member_json(added)::text;
end $$;

create function private.edit_member(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  edited public.family_members;
begin
  perform private.managed_family_of_member((args ->> 'memberId')::uuid);
  if args ->> 'role' = 'kid' and exists (select from public.family_members where id = (args ->> 'memberId')::uuid and user_id = auth.uid()) then
    perform private.refuse('own_member');
  end if;
  update public.family_members
  set display_name = coalesce(args ->> 'displayName', display_name), role = coalesce(args ->> 'role', role)
  where id = (args ->> 'memberId')::uuid
  returning * into edited;
  if edited.id is null then
    perform private.refuse('not_found');
  end if;
  return private.member_json(edited)::text;
end $$;

create function private.set_avatar(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  edited public.family_members;
begin
  perform private.managed_family_of_member((args ->> 'memberId')::uuid);
  update public.family_members set avatar_seed = args ->> 'avatarUrl' where id = (args ->> 'memberId')::uuid returning * into edited;
  if edited.id is null then
    perform private.refuse('not_found');
  end if;
  return private.member_json(edited)::text;
end $$;

create function private.remove_member(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  removed public.family_members;
begin
  perform private.managed_family_of_member((args ->> 'memberId')::uuid);
  if exists (select from public.family_members where id = (args ->> 'memberId')::uuid and user_id = auth.uid()) then
    perform private.refuse('own_member');
  end if;
  delete from public.family_members where id = (args ->> 'memberId')::uuid returning * into removed;
  if removed.id is null then
    perform private.refuse('not_found');
  end if;
  return private.member_json(removed)::text;
end $$;

grant execute on function
  private.list_members, private.managed_family_of_member, private.add_member, private.edit_member,
  private.set_avatar, private.remove_member
to authenticated;
