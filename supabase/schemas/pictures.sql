-- Pictures are in a private bucket, each in its family's folder: `<family>/<id>`. This table has their
-- states, so that only requested pictures are accepted, only checked ones are visible, and unused
-- ones are removed.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', false, private.picture_limits_bytes(), private.picture_limits_types())
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table private.pictures (
  -- The name of the object in the bucket; its path is '/objects/' and this.
  name text primary key check (name ~ '^[\w-]+/[\w.-]+$'),
  -- No foreign key: the row outlives the family until the file is deleted.
  family_id uuid not null,
  -- An upload address was given; the bytes were checked; to be removed.
  state text not null default 'awaited' check (state in ('awaited', 'checked', 'leaving')),
  -- When it is removed; null while a member or a profile uses it.
  due_at timestamptz default now() + interval '1 day'
);

create index pictures_due_at_idx on private.pictures (due_at) where due_at is not null;
create index pictures_family_id_idx on private.pictures (family_id);

alter table private.pictures enable row level security;

create function private.is_expected_upload(of_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.may_change_account() is true and exists (
    select from private.pictures
    where name = of_name and state = 'awaited' and family_id = any(array(select private.my_family_ids())));
end $$;

create function private.can_see_picture(of_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.pictures
    where name = of_name and state = 'checked' and family_id = any(array(select private.my_family_ids())));
end $$;

create policy "People send the pictures they asked to send" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (select private.is_expected_upload(name)));
create policy "Members see the checked pictures of their own families" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and private.can_see_picture(name));

-- Returns the name for one upload, in the family that the app shows.
create function private.await_picture() returns text language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (select family_id from public.family_members where user_id = auth.uid() order by created_at limit 1);
  awaited text;
begin
  perform private.require_own_account();
  if family is null then
    perform private.refuse('no_family');
  end if;
  if (select count(*) from private.pictures where family_id = family and due_at is not null) >= 300 then
    perform private.refuse('too_many_pictures');
  end if;
  insert into private.pictures (name, family_id) values (family || '/' || gen_random_uuid(), family)
  returning name into awaited;
  return jsonb_build_object('name', awaited);
end $$;

-- Whether a picture of these families, which have to be the caller's own, was checked already; refuses other pictures.
create function private.was_checked(families uuid[], path text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  known text := (
    select state from private.pictures
    where path = '/objects/' || name and name = substr(path, length('/objects/') + 1) and state <> 'leaving'
      and family_id = any(families) and family_id = any(array(select private.my_family_ids())));
begin
  if known is null then
    perform private.refuse('unknown_picture');
  end if;
  return known = 'checked';
end $$;

-- A guard: returns the families of a picture that the caller may use for a member, or for their own profile.
create function private.require_picture_use(args jsonb) returns uuid[] language plpgsql set search_path = '' as $$
declare
  family uuid := private.family_of_member((args ->> 'memberId')::uuid);
begin
  if args ? 'memberId' then
    perform private.require_manager(family);
    return array[family];
  end if;
  perform private.require_own_account();
  return array(select private.my_family_ids());
end $$;

-- Called before the bytes are checked, so that the call's own rights come first.
create function private.picture_to_check(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  families uuid[];
begin
  families := private.require_picture_use(args);
  return jsonb_build_object('checked',
    private.was_checked(families, coalesce(args ->> 'avatarUrl', args ->> 'profileImageUrl')));
end $$;

-- Marks a picture whose bytes the caller has checked. Runs in a transaction before the one that sets it: that one's
-- event may reach a screen a moment before its rows are visible, and the screen requests the picture at once.
create function private.take_picture(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  families uuid[];
  path text := coalesce(args ->> 'avatarUrl', args ->> 'profileImageUrl');
begin
  families := private.require_picture_use(args);
  perform private.require_own_account();
  perform private.was_checked(families, path);
  update private.pictures set state = 'checked'
  where name = substr(path, length('/objects/') + 1) and state = 'awaited' and family_id = any(families);
  return '{}';
end $$;

create function private.set_profile_image(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  path text := args ->> 'profileImageUrl';
begin
  perform private.require_own_account();
  if path is not null and not exists (
    select from public.family_members where user_id = auth.uid() and private.is_picture_of(family_id, path)
  ) then
    perform private.refuse('unknown_picture');
  end if;
  update public.profiles set profile_image_url = path where user_id = auth.uid();
  return private.current_user_reply();
end $$;

create function private.set_avatar(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  edited public.family_members;
begin
  perform private.require_manager(private.family_of_member((args ->> 'memberId')::uuid));
  update public.family_members set avatar_seed = coalesce(args ->> 'avatarUrl', args ->> 'avatarSeed')
  where id = (args ->> 'memberId')::uuid
  returning * into edited;
  perform private.require_found(edited.id);
  return private.member_json(edited)::text;
end $$;

-- Schedules a picture's removal after `longer`, unless a member or a profile uses it.
create function private.schedule_picture_removal(path text, longer interval) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if path not like '/objects/%' then
    return;
  end if;
  update private.pictures p
  set due_at = case
    when exists (select from public.family_members m where m.family_id = p.family_id and m.avatar_seed = path)
      or exists (select from public.profiles where profile_image_url = path) then null
    else least(due_at, now() + longer)
  end
  where name = substr(path, length('/objects/') + 1);
end $$;

create function private.avatar_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- A removed member's picture is removed at once.
    perform private.schedule_picture_removal(old.avatar_seed, interval '0');
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform private.schedule_picture_removal(old.avatar_seed, interval '1 day');
  end if;
  perform private.schedule_picture_removal(new.avatar_seed, interval '1 day');
  return null;
end $$;

create trigger avatar_changed after insert or delete or update of avatar_seed on public.family_members
  for each row execute function private.avatar_changed();

create function private.schedule_profile_picture_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.schedule_picture_removal(old.profile_image_url, interval '0');
    return null;
  end if;
  perform private.schedule_picture_removal(old.profile_image_url, interval '1 day'),
          private.schedule_picture_removal(new.profile_image_url, interval '1 day');
  return null;
end $$;

create trigger schedule_profile_picture_removal after delete or update of profile_image_url on public.profiles
  for each row execute function private.schedule_profile_picture_removal();

-- Schedules the pictures of a deleted family for removal at once.
create function private.expire_family_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.pictures set due_at = now() where family_id = old.id;
  return null;
end $$;

create trigger expire_family_pictures after delete on public.families
  for each row execute function private.expire_family_pictures();

-- For the edge function alone. Returns expired pictures and hides them; a file that could not be
-- removed is returned again an hour later.
create function private.expired_pictures(most int) returns setof text language plpgsql set search_path = '' as $$
begin
  return query
    update private.pictures set state = 'leaving', due_at = now() + interval '1 hour'
    where name in (
      select p.name from private.pictures p where p.due_at <= now() order by p.due_at limit most for update skip locked)
    returning name;
end $$;

create function private.forget_pictures(names text[]) returns void language plpgsql set search_path = '' as $$
begin
  delete from private.pictures where name = any(names) and state = 'leaving';
end $$;

grant execute on function
  private.is_expected_upload, private.can_see_picture, private.await_picture, private.picture_to_check,
  private.take_picture, private.set_profile_image, private.set_avatar to authenticated;
