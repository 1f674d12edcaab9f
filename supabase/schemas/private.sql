-- The base of all other files: the schema that is not exposed, refusals, the entry point of commands, and the caller.
-- Nothing in private or in public is open to anybody without a grant.
create schema private;
grant usage on schema private to authenticated;

alter default privileges in schema private revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Commands have no rights of their own, except those marked security definer: row-level security decides what they see
-- and change, and a missing row and another family's get the same response. Functions of one statement are plpgsql too,
-- which caches their plans between calls; language sql does so only when it can inline,
-- which a fixed search_path or other rights forbid.

-- Raises a code of the closed list in domain/contract/errors.ts. The edge function recognizes the SQLSTATE
-- and returns the code's status; `params` fill in its sentence.
create function private.refuse(code text, params jsonb default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'BQ001', message = code, detail = coalesce(params::text, '');
end $$;

-- Refuses a null id: a missing row and one that the caller may not see are both `not_found`.
create function private.require_found(id uuid) returns void language plpgsql set search_path = '' as $$
begin
  if id is null then
    perform private.refuse('not_found');
  end if;
end $$;

-- The events that each running transaction has announced, for its command's reply.
-- No transaction reads another one's rows.
create unlogged table private.announced (
  transaction xid8 not null default pg_current_xact_id(),
  number bigint generated always as identity,
  event jsonb not null
);

alter table private.announced enable row level security;

create function private.take_announced() returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  events jsonb;
begin
  with taken as (delete from private.announced where transaction = pg_current_xact_id() returning number, event)
  select coalesce(jsonb_agg(event order by number), '[]') into events from taken;
  return events;
end $$;

-- Whether an account's session has neither ended nor expired, and the account is not banned; of a paired device, which
-- is its own session and subject, whether it was not signed out. All that a session may read, change or hear depends on
-- this: a token outlives its session by minutes.
create function private.is_session_live(session uuid, subject uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if session = subject then
    return exists (select from private.devices where id = session and is_paired);
  end if;
  return exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session and s.user_id = subject and coalesce(s.not_after > now(), true)
      and coalesce(u.banned_until <= now(), true));
end $$;

-- Returns the caller's account; null when the session of their token is not live, and on a paired device. A command
-- asks several times, so that private.authenticate keeps the answer for its transaction.
create function private.signed_in_account() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  known text := current_setting('private.signed_in_account', true);
  session uuid;
  caller uuid;
begin
  if known <> '' then
    return known::uuid;
  end if;
  session := (auth.jwt() ->> 'session_id')::uuid;
  caller := auth.uid();
  return case when session <> caller and private.is_session_live(session, caller) then caller end;
end $$;

-- Runs the rest of the transaction as the signed-in user. Refuses a session that is not live. A deleted account is let
-- through, because it reaches no rows and so finds nothing.
create function private.authenticate(claims text) returns void language plpgsql set search_path = '' as $$
declare
  said jsonb := claims::jsonb;
  is_paired boolean := said ->> 'session_id' = said ->> 'sub';
  account text := '';
begin
  if private.is_session_live((said ->> 'session_id')::uuid, (said ->> 'sub')::uuid) then
    account := case when is_paired then '' else said ->> 'sub' end;
  elsif is_paired or exists (select from auth.users where id = (said ->> 'sub')::uuid) then
    perform private.refuse('not_signed_in');
  end if;
  -- auth.uid() reads the singular settings first, so that these are set too, or an older value could win.
  perform set_config('request.jwt.claims', claims, true),
          set_config('request.jwt.claim.sub', said ->> 'sub', true),
          set_config('request.jwt.claim.role', 'authenticated', true),
          set_config('private.signed_in_account', account, true),
          -- Less than the edge function's query limit.
          set_config('lock_timeout', '4s', true),
          set_config('role', 'authenticated', true);
end $$;

-- Runs one command as the signed-in user.
-- The reply of a command that may have changed something includes the events that it announced.
create function private.request(claims text, command text, args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  reply text;
begin
  -- The function sends null in place of the arguments of a command that it has given up.
  if args = 'null' then
    raise query_canceled using message = 'This command is too late';
  end if;
  perform private.authenticate(claims);
  -- A command without arguments has no parameter.
  execute format(case args when '{}' then 'select private.%I()' else 'select private.%I($1)' end, command)
    using args into reply;
  if pg_current_xact_id_if_assigned() is null or reply is null or left(reply, 1) <> '{' then
    return reply;
  end if;
  return reply::jsonb || jsonb_build_object('events', private.take_announced());
end $$;

create function private.uuids(list jsonb) returns uuid[] language plpgsql immutable set search_path = '' as $$
begin
  return array(select jsonb_array_elements_text(list)::uuid);
end $$;

-- Called several times by one move; reads the claims once per call.
create function private.my_family_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.signed_in_account();
begin
  if caller is null then
    return query select device.family_id from private.paired_device() device where device.id is not null;
  end if;
  return query select family_id from public.family_members where user_id = caller;
end $$;

create function private.my_family_user_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select user_id from public.family_members
    where family_id = any(array(select private.my_family_ids())) and user_id is not null;
end $$;

-- Returns the families this device may manage: those in which both its login and the member it acts as are parents.
create function private.managed_family_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  caller uuid := private.signed_in_account();
begin
  return query
    select me.family_id
    from public.family_members me
    left join private.devices d on d.id = session
    join public.family_members m on m.family_id = me.family_id
      and m.id = case when coalesce(d.acts_as_own, true) then me.id else d.member_id end
    where me.user_id = caller and me.role = 'parent' and m.role = 'parent';
end $$;

-- Returns the family's id; refuses a family that is not the caller's own.
create function private.own_family(args jsonb) returns uuid language plpgsql stable set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
begin
  perform private.require_found((select id from public.families where id = family));
  return family;
end $$;

-- The guards: each command that changes something runs with its owner's rights, and begins with one. A guard refuses
-- what is not of the caller's own families as missing, and then what the caller may not do.

-- Only a parent's device may do this in `family`.
create function private.require_parent(family uuid) returns void language plpgsql stable set search_path = '' as $$
begin
  if family is null or not (family = any(array(select private.my_family_ids()))) then
    perform private.refuse('not_found');
  end if;
  if not (family = any(array(select private.managed_family_ids()))) then
    perform private.refuse('not_allowed');
  end if;
end $$;

-- The same, and locks the family: managers change it one after the other, and the second may have lost the right by then.
create function private.require_manager(family uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform private.require_parent(family);
  perform private.lock_family(family);
  if not (family = any(array(select private.managed_family_ids()))) then
    perform private.refuse('not_allowed');
  end if;
end $$;

-- Counts and returns the next revision of a family; null when the family itself is being deleted.
create function private.next_revision(of_family uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  counted bigint;
begin
  update public.families set revision = revision + 1 where id = of_family returning revision into counted;
  return counted;
end $$;

-- Refuses one more entity than a family may have; called with the family's row locked. domain/contract/constants.ts
-- has the same numbers.
create function private.require_room(held bigint, most integer, refusal text) returns void
language plpgsql set search_path = '' as $$
begin
  if held >= most then
    perform private.refuse(refusal, jsonb_build_object('most', most));
  end if;
end $$;

-- Sends an event to every device of the family and adds it to the command's reply. Runs as the owner: realtime.send
-- silently drops a message when its caller may not write to realtime.messages.
create function private.announce(of_family uuid, event text, payload jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Outside of a command nobody would read it.
  if current_setting('role') = 'authenticated' then
    insert into private.announced (event) values (jsonb_build_object('type', event) || payload);
  end if;
  perform realtime.send(payload, event, 'family:' || of_family, true);
end $$;

-- Gives a quest, a reward or a column without a title a friendly one, in the family's sign-up language.
create function private.set_default_title() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  language text := (
    select account.raw_user_meta_data ->> 'language'
    from public.family_members member join auth.users account on account.id = member.user_id
    where member.family_id = new.family_id
    order by member.created_at, member.id
    limit 1);
begin
  new.title := case tg_table_name
    when 'quests' then case language when 'de' then 'Neue Quest' when 'es' then 'Nueva misión' else 'New quest' end
    when 'rewards' then
      case language when 'de' then 'Neue Belohnung' when 'es' then 'Nueva recompensa' else 'New reward' end
    else case language when 'de' then 'Neue Spalte' when 'es' then 'Nueva columna' else 'New Column' end
  end;
  return new;
end $$;

grant execute on function
  private.refuse, private.take_announced, private.require_found, private.uuids, private.signed_in_account,
  private.my_family_ids, private.my_family_user_ids, private.managed_family_ids, private.own_family,
  private.require_parent to authenticated;
