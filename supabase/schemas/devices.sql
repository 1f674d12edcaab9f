-- The member that a signed-in device acts as. Without a row it acts as the user's own member; the row
-- is deleted with the session. When the member is deleted, the row stays and the device acts as nobody:
-- otherwise removing a kid would turn the kid's tablet into the parent's.
create table private.device_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  member_id uuid references public.family_members (id) on delete set null,
  since timestamptz not null default now()
);

create index device_sessions_member_id_idx on private.device_sessions (member_id);

alter table private.device_sessions enable row level security;

-- Returns the member this device acts as, or null. Without a live session it acts as nobody, or signing out would end
-- acting as a kid.
create function private.acting_member() returns public.family_members
language plpgsql stable security definer set search_path = '' as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  caller uuid := private.signed_in_account();
  acting public.family_members;
begin
  select m.* into acting
  from public.family_members me
  left join private.device_sessions d on d.session_id = session
  join public.family_members m on m.family_id = me.family_id
    and m.id = case when d.session_id is null then me.id else d.member_id end
  where me.user_id = caller
  order by me.created_at limit 1;
  return acting;
end $$;

-- Ends the sessions that acted as a deleted member, or a removed child's tablet could choose a parent without a PIN.
-- The caller's own session stays: a parent may remove the profile that this device acts as.
create function private.end_sessions_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- When the family is deleted, its logins are deleted too.
  delete from auth.sessions s
  where exists (select from public.families where id = old.family_id)
    and s.id is distinct from (auth.jwt() ->> 'session_id')::uuid
    and (s.id in (select session_id from private.device_sessions where member_id = old.id)
      or (s.user_id = old.user_id and not exists (select from private.device_sessions where session_id = s.id)));
  return old;
end $$;

create trigger member_sessions_ended before delete on public.family_members
  for each row execute function private.end_sessions_of_member();

create function private.set_acting_member(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.family_members;
  me public.family_members;
begin
  select * into chosen from public.family_members where id = member;
  select * into me from public.family_members where family_id = chosen.family_id and user_id = auth.uid();
  -- A kid's own login stays a kid's.
  if me.role = 'kid' and chosen.role = 'parent' then
    perform private.refuse('not_allowed');
  end if;
  insert into private.device_sessions (session_id, member_id)
  select (auth.jwt() ->> 'session_id')::uuid, member where private.signed_in_account() is not null
  on conflict (session_id) do update set member_id = excluded.member_id, since = now();
  if not found then
    perform private.refuse('not_signed_in');
  end if;
end $$;

create function private.act_as(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  chosen public.family_members;
  acting public.family_members := private.acting_member();
begin
  select * into chosen from public.family_members
  where id = (args ->> 'memberId')::uuid and family_id = any(array(select private.my_family_ids()));
  perform private.require_found(chosen.id);
  if chosen.has_pin and acting.id is distinct from chosen.id then
    perform private.refuse('pin_needed');
  end if;
  perform private.set_acting_member(chosen.id);
  return jsonb_build_object('memberId', chosen.id);
end $$;

grant execute on function private.acting_member, private.act_as to authenticated;
