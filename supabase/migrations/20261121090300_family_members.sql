create table public.family_members (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  -- Only members with a login have one; without the login the member and its history stay.
  user_id uuid references auth.users (id) on delete set null,
  display_name text not null check (char_length(display_name) between 1 and 120),
  avatar_seed text not null default 'default' check (char_length(avatar_seed) between 1 and 300),
  role text not null check (role in ('parent', 'kid')),
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  unique (family_id, user_id)
);
comment on table public.family_members is 'Parents and kids of a family, with or without a login.';
create index family_members_user_id_idx on public.family_members (user_id);

-- Both are asked by nearly every policy: `family_id = any(array(select …))` makes Postgres ask
-- once per query instead of once per row.
create function private.my_family_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select family_id from public.family_members where user_id = auth.uid();
end $$;
create function private.managed_family_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select family_id from public.family_members where user_id = auth.uid() and role = 'parent';
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
grant execute on function private.my_family_ids, private.managed_family_ids, private.my_family_user_ids to authenticated;

alter table public.family_members enable row level security;
grant select on public.family_members to authenticated;

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
    'version', m.version);
end $$;
grant execute on function private.member_json to authenticated;

create function private.member_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    revision := private.next_revision(old.family_id);
    if revision is not null then
      perform private.announce(old.family_id, 'member.deleted', jsonb_build_object('revision', revision, 'memberId', old.id));
    end if;
    return old;
  end if;
  revision := private.next_revision(new.family_id);
  new.version := revision;
  perform private.announce(new.family_id, 'member.saved', jsonb_build_object('revision', revision, 'member', private.member_json(new)));
  return new;
end $$;
create trigger member_changed before insert or update or delete on public.family_members
  for each row execute function private.member_changed();
