-- Which member a signed-in device acts as. Without a row it acts as the user's own member; the row
-- goes with the session. When the member goes, the row stays and the device acts as nobody:
-- otherwise removing a kid would turn the kid's tablet into the parent's.
create table private.device_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  member_id uuid references public.family_members (id) on delete set null,
  since timestamptz not null default now()
);
comment on table private.device_sessions is 'The member each signed-in device acts as, when that is not the user''s own.';
create index device_sessions_member_id_idx on private.device_sessions (member_id);
alter table private.device_sessions enable row level security;

-- Whom this device acts as; null when nobody. A token outlives its session by minutes: without the
-- session's row it acts as nobody, or signing out would end acting as a kid.
create function private.acting_member() returns public.family_members
language plpgsql stable security definer set search_path = '' as $$
declare
  acting public.family_members;
begin
  select m.* into acting
  from auth.sessions s
  left join private.device_sessions d on d.session_id = s.id
  join public.family_members me on me.user_id = s.user_id
  join public.family_members m on m.family_id = me.family_id and m.id = case when d.session_id is null then me.id else d.member_id end
  where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
  order by me.created_at limit 1;
  return acting;
end $$;

-- The families this device may manage: those in which it acts as a parent, and whose login is one.
create function private.managed_family_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select me.family_id
    from auth.sessions s
    left join private.device_sessions d on d.session_id = s.id
    join public.family_members me on me.user_id = s.user_id
    join public.family_members m on m.family_id = me.family_id and m.id = case when d.session_id is null then me.id else d.member_id end
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and me.role = 'parent' and m.role = 'parent';
end $$;

-- Whether this device may change the account that is signed in on it: not while it acts as a kid
-- whose account this isn't.
create function private.may_change_account() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  return acting.user_id = auth.uid() or acting.role = 'parent'
    or (acting.id is null and exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid())
      and not exists (select from public.family_members where user_id = auth.uid()));
end $$;
grant execute on function private.acting_member, private.managed_family_ids, private.may_change_account to authenticated;

create policy "People change their own names" on public.profiles
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_change_account()))
  with check (user_id = (select auth.uid()) and (select private.may_change_account()));

create policy "Parents change their own family" on public.families
  for update to authenticated
  using (id = any(array(select private.managed_family_ids())))
  with check (id = any(array(select private.managed_family_ids())));

create policy "Parents add members to their own family" on public.family_members
  for insert to authenticated
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents change their own family's members, but give up being one only to another" on public.family_members
  for update to authenticated
  using (family_id = any(array(select private.managed_family_ids())))
  with check (family_id = any(array(select private.managed_family_ids())) and (role = 'parent' or user_id is distinct from (select auth.uid())));
create policy "Parents remove members of their own family, but not themselves" on public.family_members
  for delete to authenticated
  using (family_id = any(array(select private.managed_family_ids())) and user_id is distinct from (select auth.uid()));
