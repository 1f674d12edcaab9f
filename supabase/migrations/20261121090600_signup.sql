-- A new login brings its profile, family, parent and board along, in the transaction that makes
-- the login itself: a sign-up exists whole or not at all.
create function private.user_signed_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_name text := left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'first_name'), ''), 'Parent'), 120);
  last_name text := left(coalesce(trim(new.raw_user_meta_data ->> 'last_name'), ''), 120);
  family uuid;
begin
  insert into public.profiles (user_id, first_name, last_name) values (new.id, first_name, last_name);
  insert into public.families (name) values (coalesce(nullif(last_name, ''), 'Our') || ' Family') returning id into family;
  insert into public.family_members (family_id, user_id, display_name, avatar_seed, role)
    values (family, new.id, first_name, first_name, 'parent');
  insert into public.quest_columns (family_id, title, emoji, position) values
    (family, 'Ideas', '💡', 0),
    (family, 'To Do', '📋', 1),
    (family, 'In Progress', '🚀', 2),
    (family, 'Done', '✅', 3);
  return new;
end $$;
create trigger user_signed_up after insert on auth.users
  for each row execute function private.user_signed_up();
