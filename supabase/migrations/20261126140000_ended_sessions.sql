-- With a member go the sessions that acted as it, or a removed child's tablet could choose a parent without a PIN. The asking session
-- stays: a parent may remove a profile that this very device acts as.
create function private.end_sessions_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- When the family goes, its logins go with it.
  delete from auth.sessions s
  where exists (select from public.families where id = old.family_id) and s.id is distinct from (auth.jwt() ->> 'session_id')::uuid and (
    s.id in (select session_id from private.device_sessions where member_id = old.id)
    or (s.user_id = old.user_id and not exists (select from private.device_sessions where session_id = s.id)));
  return old;
end $$;
create trigger member_sessions_ended before delete on public.family_members
  for each row execute function private.end_sessions_of_member();

-- Those whose member is gone already.
do $$
begin
  delete from auth.sessions where id in (select session_id from private.device_sessions where member_id is null);
end $$;

-- As before; and nothing is answered to a session that has ended, although its token is valid for some minutes more. A person who was
-- deleted reaches nothing anyway, and is told that it is gone.
create or replace function private.request(claims text, command text, args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  said jsonb := claims;
  reply text;
begin
  if not exists (select from auth.sessions where id = (said ->> 'session_id')::uuid and user_id = (said ->> 'sub')::uuid)
     and exists (select from auth.users where id = (said ->> 'sub')::uuid) then
    perform private.refuse('not_signed_in');
  end if;
  -- auth.uid() looks at the singular settings first: each is set, or an older value could win.
  perform set_config('request.jwt.claims', claims, true),
          set_config('request.jwt.claim.sub', said ->> 'sub', true),
          set_config('request.jwt.claim.role', 'authenticated', true),
          set_config('role', 'authenticated', true);
  execute format('select private.%I($1)', command) using args into reply;
  return reply;
end $$;
