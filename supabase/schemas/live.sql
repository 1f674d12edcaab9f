-- Each family has two live topics. Only the database sends on `family:<id>`, so that no device can fake a change of the
-- family. On `family-devices:<id>` devices share who is online and which card is dragged, and ignore anything else.

-- Whether the token's session may subscribe to the family. The subject of a live token is the session's id and no
-- account, so that it only allows to receive the family's events while the session exists.
create function private.can_subscribe(of_family uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s join public.family_members m on m.user_id = s.user_id
    where s.id = auth.uid() and m.family_id = of_family and private.is_session_live(s.id, s.user_id))
    or exists (
      select from private.devices d
      where d.id = auth.uid() and d.family_id = of_family and private.is_session_live(d.id, d.id));
end $$;

-- Whether `topic` is exactly the topic of that kind of a family that the bearer may subscribe to.
create function private.is_my_topic(kind text, topic text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  id text := substr(topic, length(kind) + 2);
begin
  -- A malformed id must not reach the cast.
  if topic is distinct from kind || ':' || id or id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  return private.can_subscribe(id::uuid);
end $$;

create policy "Members hear what the database says of their own family" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select private.is_my_topic('family', (select realtime.topic()))));
create policy "Members hear the devices of their own family" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence')
    and (select private.is_my_topic('family-devices', (select realtime.topic()))));
create policy "Devices speak to those of their own family" on realtime.messages for insert to authenticated
  with check (extension in ('broadcast', 'presence')
    and (select private.is_my_topic('family-devices', (select realtime.topic()))));

-- A project of Supabase has this publication, and migrations add tables to it;
-- the embedded stack replicates none of them.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

grant execute on function private.can_subscribe, private.is_my_topic to authenticated;
