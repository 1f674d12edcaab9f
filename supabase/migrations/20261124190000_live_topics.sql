-- Each family has two live topics. On `family:<id>` the database alone speaks: nothing that a device sends may look like a change
-- of the family. On `family-devices:<id>` devices tell each other who is here and which card is lifted; nobody believes more of it.
drop policy "Members listen to their own family" on realtime.messages;
drop policy "Members speak in their own family" on realtime.messages;
drop function private.is_my_family_topic;

-- Whether the bearer of this request's token may listen to a family. Both topics ask this one function.
create function private.may_hear_family(of_family uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.family_members where user_id = auth.uid() and family_id = of_family);
end $$;

-- Whether `topic` is exactly the topic of that kind of a family whom the bearer may hear.
create function private.is_my_topic(kind text, topic text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  id text := substr(topic, length(kind) + 2);
begin
  -- A name that is no id must not reach the cast.
  if topic is distinct from kind || ':' || id or id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  return private.may_hear_family(id::uuid);
end $$;
grant execute on function private.may_hear_family, private.is_my_topic to authenticated;

create policy "Members hear what the database says of their own family" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select private.is_my_topic('family', (select realtime.topic()))));

create policy "Members hear the devices of their own family" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and (select private.is_my_topic('family-devices', (select realtime.topic()))));

create policy "Devices speak to those of their own family" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and (select private.is_my_topic('family-devices', (select realtime.topic()))));
