-- The parents and kids of a family.

create table public.family_members (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  -- Null for a member without a login; when the login is deleted, the member and its history stay.
  user_id uuid references auth.users (id) on delete set null,
  display_name text not null check (char_length(display_name) between 1 and private.text_limits_title()),
  avatar_seed text not null default 'default' check (char_length(avatar_seed) between 1 and 300),
  role text not null check (role in ('parent', 'kid')),
  -- Whether private.member_pins holds a PIN; only the functions that set one write it.
  has_pin boolean not null default false,
  -- Whether it is four pictures instead of four digits; written with it.
  has_picture_pin boolean not null default false,
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  -- Whether the member's screen reads aloud by itself; of kids alone.
  cannot_read boolean not null default false,
  unique (family_id, user_id)
);

comment on table public.family_members is 'Parents and kids of a family, with or without a login.';

create index family_members_user_id_idx on public.family_members (user_id);

alter table public.family_members enable row level security;

create policy "Members see everyone in their own families" on public.family_members for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.family_members to authenticated;

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
    'hasPicturePin', m.has_picture_pin,
    'version', m.version)
    || case when m.cannot_read then '{"cannotRead": true}'::jsonb else '{}' end;
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
    perform private.require_room((select count(*) from public.family_members where family_id = new.family_id),
      private.family_limits_members(), 'too_many_members');
    -- Without a chosen face, each member still has one that nobody else in the family has.
    if new.avatar_seed = 'default' and exists (
      select from public.family_members where family_id = new.family_id and avatar_seed = new.avatar_seed) then
      new.avatar_seed := new.id::text;
    end if;
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

-- Returns the member's id; refuses a member of another family.
create function private.own_member(args jsonb) returns uuid language plpgsql stable set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
begin
  perform private.require_found((select id from public.family_members where id = member));
  return member;
end $$;

create function private.family_of_member(member uuid) returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select family_id from public.family_members where id = member);
end $$;

-- A guard: returns a member of the caller's own family.
create function private.require_member(args jsonb) returns public.family_members
language plpgsql stable set search_path = '' as $$
declare
  member public.family_members;
begin
  select * into member from public.family_members
  where id = (args ->> 'memberId')::uuid and family_id = any(array(select private.my_family_ids()));
  perform private.require_found(member.id);
  return member;
end $$;

create function private.list_members(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.member_json(m) order by m.created_at, m.id), '[]')::text
          from public.family_members m where m.family_id = family);
end $$;

-- Sent again with the same id, it returns the member as it is now.
create function private.add_member(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
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
end $$;

create function private.edit_member(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
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
end $$;

create function private.remove_member(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  removing uuid := (args ->> 'memberId')::uuid;
  family uuid := private.family_of_member(removing);
  removed public.family_members;
begin
  perform private.require_parent(family);
  -- The quests before the family, the order in which a completion takes them.
  perform from public.quests
  where family_id = family and (removing = any(assignee_ids) or finished_by = removing) order by id for no key update;
  perform private.require_manager(family);
  if exists (select from public.family_members where id = removing and user_id = auth.uid()) then
    perform private.refuse('own_member');
  end if;
  delete from public.family_members where id = removing returning * into removed;
  perform private.require_found(removed.id);
  return private.member_json(removed)::text;
end $$;

grant execute on function
  private.member_json, private.own_member, private.list_members, private.add_member,
  private.edit_member, private.remove_member to authenticated;
