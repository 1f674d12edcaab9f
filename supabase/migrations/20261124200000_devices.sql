-- The token of a live connection belongs to a session and to no account: its subject is the session's id. Who holds it can
-- hear the family for as long as the session is there, and do nothing else with it.
create or replace function private.may_hear_family(of_family uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s join public.family_members m on m.user_id = s.user_id
    where s.id = auth.uid() and m.family_id = of_family);
end $$;

-- What people may say of themselves is part of each of their tokens, and a cookie that holds a token of several kilobytes is
-- dropped by browsers. What Auth itself writes there is not counted.
create function private.refuse_much_user_data() returns trigger
language plpgsql set search_path = '' as $$
begin
  if octet_length((new.raw_user_meta_data - array['sub', 'email', 'email_verified', 'phone_verified'])::text) > 1024 then
    raise exception 'User data can hold at most 1 kB' using errcode = 'program_limit_exceeded';
  end if;
  return new;
end $$;
create trigger user_data_is_bounded before insert on auth.users
  for each row execute function private.refuse_much_user_data();
create trigger changed_user_data_is_bounded before update on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data) execute function private.refuse_much_user_data();
