create table public.family_members (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  -- Only members with a login have one; without the login the member and its history stay.
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

-- Asked by nearly every policy, as private.managed_family_ids is: `family_id = any(array(select …))` makes Postgres ask
-- once per query instead of once per row.
create function private.my_family_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select family_id from public.family_members where user_id = auth.uid();
end $$;
create function private.my_family_user_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select them.user_id
    from public.family_members me
    join public.family_members them using (family_id)
    where me.user_id = auth.uid() and them.user_id is not null;
end $$;
grant execute on function private.my_family_ids, private.my_family_user_ids to authenticated;

-- For commands that have no rights of their own: the row of a family of the caller's.
create function private.lock_own_family(of_family uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if of_family = any(array(select private.my_family_ids())) then
    perform private.lock_family(of_family);
  end if;
end $$;
grant execute on function private.lock_own_family to authenticated;

alter table public.family_members enable row level security;
grant select, delete on public.family_members to authenticated;
grant insert (family_id, display_name, avatar_seed, role), update (display_name, avatar_seed, role) on public.family_members to authenticated;
-- The policies for parents need device_sessions and come with it.

create policy "Members see their own families" on public.families
  for select to authenticated
  using (id = any(array(select private.my_family_ids())));

create policy "Members see everyone in their own families" on public.family_members
  for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

create policy "People see the profiles of their own families" on public.profiles
  for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any(array(select private.my_family_user_ids())));

-- A member exactly as the API answers it.
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
grant execute on function private.member_json to authenticated;

-- A picture is one that lies in the family's own folder of the bucket.
create function private.is_picture_of(of_family uuid, path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return path like '/objects/' || of_family || '/%'
    and exists (select from storage.objects where bucket_id = 'avatars' and name = substr(path, length('/objects/') + 1));
end $$;

create function private.member_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    perform private.lock_family(old.family_id);
    -- Not there: the family itself is being deleted, and everything with it.
    if not exists (select from public.families where id = old.family_id) then
      return old;
    end if;
    perform private.keep_a_parent(old);
    perform private.hand_over_quests(old);
    revision := private.next_revision(old.family_id);
    perform private.announce(old.family_id, 'member.deleted', jsonb_build_object('revision', revision, 'memberId', old.id));
    return old;
  end if;
  if new.avatar_seed like '/%' and (tg_op = 'INSERT' or new.avatar_seed <> old.avatar_seed)
     and not private.is_picture_of(new.family_id, new.avatar_seed) then
    perform private.refuse('invalid_input', 'This is not a picture that was uploaded here');
  end if;
  revision := private.next_revision(new.family_id);
  if tg_op = 'UPDATE' and old.role = 'parent' and new.role <> 'parent' then
    perform private.keep_a_parent(old);
  end if;
  new.version := revision;
  perform private.announce(new.family_id, 'member.saved', jsonb_build_object('revision', revision, 'member', private.member_json(new)));
  return new;
end $$;
create trigger member_changed before insert or update or delete on public.family_members
  for each row execute function private.member_changed();

-- Asked while the family's row is locked: of two parents who remove each other at once, one stays.
create function private.keep_a_parent(leaving public.family_members) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if leaving.role = 'parent' and not exists (
    select from public.family_members where family_id = leaving.family_id and role = 'parent' and id <> leaving.id
  ) then
    perform private.refuse('last_parent');
  end if;
end $$;

-- No quest is lost: who leaves is taken off their quests; one left with nobody goes to the first parent.
create function private.hand_over_quests(leaving public.family_members) returns void
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid;
begin
  select id into heir from public.family_members
  where family_id = leaving.family_id and role = 'parent' and id <> leaving.id
  order by created_at, id limit 1;
  update public.quests
  set assignee_ids = case when cardinality(assignee_ids) = 1 then array[heir] else array_remove(assignee_ids, leaving.id) end
  where family_id = leaving.family_id and leaving.id = any(assignee_ids);
end $$;

-- Their picture is part of the member everywhere.
create function private.profile_picture_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.family_members set display_name = display_name where user_id = new.user_id;
  return null;
end $$;
create trigger profile_picture_changed after update of profile_image_url on public.profiles
  for each row when (new.profile_image_url is distinct from old.profile_image_url)
  execute function private.profile_picture_changed();
