-- Who may listen on a family's topic, and who may speak there: its members. What the database
-- itself announces needs no policy; speaking is for presence and for lifted cards.
create function private.is_my_family_topic(topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.family_members
    where user_id = auth.uid() and 'family:' || family_id = topic);
end $$;
grant execute on function private.is_my_family_topic to authenticated;

create policy "Members listen to their own family" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and (select private.is_my_family_topic((select realtime.topic()))));

create policy "Members speak in their own family" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and (select private.is_my_family_topic((select realtime.topic()))));
