-- The schema of Supabase Realtime in a project's database: messages for three days, the functions
-- that write them, and the right to receive and to send as policies on them.
create schema realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role, supabase_realtime_admin;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
) partition by range (inserted_at);

alter table realtime.messages enable row level security;
alter table realtime.messages owner to supabase_realtime_admin;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;

-- Supabase makes a partition for each day; a household's messages of three days fit into one.
create table realtime.messages_default partition of realtime.messages default;
alter table realtime.messages_default enable row level security;
alter table realtime.messages_default owner to supabase_realtime_admin;

-- Migrations run as postgres and may write policies on messages, which takes its owner's rights;
-- without create on the schema they can make nothing else in here.
grant supabase_realtime_admin to postgres with inherit true, set false;

create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(pg_catalog.current_setting('realtime.topic', true), '') $$;

-- A family's write must never fail because its event could not be sent, so errors become warnings.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql set search_path = ''
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case
      when jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then payload || jsonb_build_object('id', message_id)
      else payload
    end,
    event, topic, private, 'broadcast'
  );
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Whether the user may read a topic: inserts probe rows with our own rights and selects them with the user's.
-- One call is one round trip; the exception rolls rows and settings back. Returns bits: 1 broadcast, 2 presence.
create function realtime.read_rights(topic text, role text, claims jsonb, headers jsonb, presence boolean) returns int
  language plpgsql
as $$
declare
  broadcast_probe uuid := gen_random_uuid();
  presence_probe uuid := gen_random_uuid();
  rights int;
begin
  -- The transaction keeps nothing, so its commit need not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  begin
    insert into realtime.messages (id, topic, extension) values (broadcast_probe, topic, 'broadcast');
    if presence then
      insert into realtime.messages (id, topic, extension) values (presence_probe, topic, 'presence');
    end if;
    perform realtime.act_as(topic, role, claims, headers);
    select coalesce(sum(case messages.id when broadcast_probe then 1 else 2 end), 0) into rights
      from realtime.messages
      where messages.id in (broadcast_probe, presence_probe) and messages.inserted_at = now();
    raise exception using errcode = 'RT001', message = rights::text;
  exception when sqlstate 'RT001' then
    return sqlerrm::int;
  end;
end
$$;

-- Whether the user may write to a topic: inserts rows with the user's rights and rolls them back.
-- Returns bits as read_rights does.
create function realtime.write_rights(topic text, role text, claims jsonb, headers jsonb) returns int
  language plpgsql
as $$
declare
  rights int := 0;
begin
  perform set_config('synchronous_commit', 'off', true);
  begin
    perform realtime.act_as(topic, role, claims, headers);
    insert into realtime.messages (topic, extension) values (topic, 'broadcast');
    raise exception using errcode = 'RT001';
  exception
    when sqlstate 'RT001' then rights := rights | 1;
    when insufficient_privilege then null;
  end;
  begin
    perform realtime.act_as(topic, role, claims, headers);
    insert into realtime.messages (topic, extension) values (topic, 'presence');
    raise exception using errcode = 'RT001';
  exception
    when sqlstate 'RT001' then rights := rights | 2;
    when insufficient_privilege then null;
  end;
  return rights;
end
$$;

create function realtime.act_as(topic text, role text, claims jsonb, headers jsonb) returns void
  language plpgsql
as $$
begin
  perform
    set_config('realtime.topic', topic, true),
    set_config('request.jwt.claims', claims::text, true),
    set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true),
    set_config('request.jwt.claim.role', role, true),
    set_config('request.headers', headers::text, true),
    set_config('role', role, true);
end
$$;

-- Tells the embedded Realtime of each private broadcast once it is committed, in the order of the commits. Postgres
-- takes less than 8,000 bytes: of a longer message only its id, topic and event go, and the listener reads the row.
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

-- Tells the embedded Realtime of each session that has ended.
create function realtime.announce_ended_session() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('ended_sessions', old.id::text);
  return null;
end
$$;

create trigger announce_ended_session after delete on auth.sessions
  for each row execute function realtime.announce_ended_session();

revoke execute on function
  realtime.read_rights, realtime.write_rights, realtime.act_as
  from public;
