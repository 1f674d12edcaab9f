-- Tells the embedded Realtime of each private broadcast once it is committed, in the order of the commits. Postgres takes less
-- than 8,000 bytes: of a longer message only its id, topic and event go, and the listener reads the row.
create function realtime.announce_message() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  head text := json_build_array(new.id, new.topic, new.event);
  whole text := head || e'\n' || new.payload;
begin
  perform pg_notify('realtime_messages', case when octet_length(whole) < 7900 then whole else head end);
  return null;
end
$$;

create trigger announce_message after insert on realtime.messages
  for each row when (new.private and new.extension = 'broadcast' and new.event is not null and new.payload is not null)
  execute function realtime.announce_message();

-- What an older version read the log with, and a partition for each day.
drop publication if exists supabase_realtime_messages_publication;
drop function if exists realtime.make_partitions, realtime.drop_old_partitions;
