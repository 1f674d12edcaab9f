-- What every other file builds on: the schema that is not exposed, the "no" of a command, the one way in, and who asks.
-- Nothing in private or in public is open to anybody unless a line says so.
create schema private;
grant usage on schema private to authenticated;

alter default privileges in schema private revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Commands have no rights of their own, save for those marked security definer: row-level security decides what they see and change,
-- and what is not there and what is somebody else's is the same answer. Functions of one statement are plpgsql all the same: it keeps
-- their plans between calls, which language sql does only where it can inline, and a fixed search_path or other rights forbid that.

-- A "no" from the closed list of domain/contract/errors.ts. The edge function knows the SQLSTATE
-- and turns it into the code's status; `sentence` replaces the code's own words where given.
create function private.refuse(code text, params jsonb default null) returns void language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'BQ001', message = code, detail = coalesce(params::text, '');
end $$;

-- What is not there, and what the caller may not see, is not found.
create function private.require_found(id uuid) returns void language plpgsql set search_path = '' as $$
begin
  if id is null then
    perform private.refuse('not_found');
  end if;
end $$;

-- What each running transaction has announced, for the answer to its command. Nothing reads a line of another transaction.
create unlogged table private.announced (
  transaction xid8 not null default pg_current_xact_id(),
  number bigint generated always as identity,
  event jsonb not null
);

alter table private.announced enable row level security;

create function private.take_announced() returns text language plpgsql security definer set search_path = '' as $$
declare
  events text;
begin
  with taken as (delete from private.announced where transaction = pg_current_xact_id() returning number, event)
  select coalesce(json_agg(event order by number), '[]') into events from taken;
  return events;
end $$;

-- Makes the running transaction the signed-in user's. Nothing is answered to a session that has ended, although its token is valid for
-- some minutes more. A person who was deleted reaches nothing anyway, and is told that it is gone.
create function private.authenticate(claims text) returns void language plpgsql set search_path = '' as $$
declare
  said jsonb := claims::jsonb;
begin
  if not exists (select from auth.sessions where id = (said ->> 'session_id')::uuid and user_id = (said ->> 'sub')::uuid)
     and exists (select from auth.users where id = (said ->> 'sub')::uuid) then
    perform private.refuse('not_signed_in');
  end if;
  -- auth.uid() looks at the singular settings first: each is set, or an older value could win.
  perform set_config('request.jwt.claims', claims, true),
          set_config('request.jwt.claim.sub', said ->> 'sub', true),
          set_config('request.jwt.claim.role', 'authenticated', true),
          -- Less than the function waits for an answer.
          set_config('lock_timeout', '4s', true),
          set_config('role', 'authenticated', true);
end $$;

-- Runs one command as the signed-in user. A command that may have changed something answers with the events that it announced.
create function private.request(claims text, command text, args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  reply text;
begin
  perform private.authenticate(claims);
  -- A command without arguments has no parameter.
  execute format(case args when '{}' then 'select private.%I()' else 'select private.%I($1)' end, command) using args into reply;
  if pg_current_xact_id_if_assigned() is null or reply is null or left(reply, 1) <> '{' then
    return reply;
  end if;
  return left(reply, -1) || case reply when '{}' then '' else ',' end || '"events":' || private.take_announced() || '}';
end $$;

-- Runs one command that reads a part of a family, and returns the family's revision beside the reply. Both functions are stable, so that
-- they share the snapshot of the statement that calls them: a change is in the reply exactly when its revision is no higher.
create function private.read_family(claims text, command text, args jsonb, out reply text, out revision bigint)
language plpgsql set search_path = '' as $$
begin
  perform private.authenticate(claims);
  execute format('select private.%I($1), private.revision_of($1)', command) using args into reply, revision;
end $$;

create function private.uuids(list jsonb) returns uuid[] language plpgsql immutable set search_path = '' as $$
begin
  return array(select jsonb_array_elements_text(list)::uuid);
end $$;

-- Asked several times by one move: the claims are read once each time, not once for each mention.
create function private.my_family_ids() returns setof uuid language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  return query select family_id from public.family_members where user_id = caller;
end $$;

create function private.my_family_user_ids() returns setof uuid language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select them.user_id
    from public.family_members me
    join public.family_members them using (family_id)
    where me.user_id = auth.uid() and them.user_id is not null;
end $$;

-- The families this device may manage: those in which it acts as a parent, and whose login is one.
create function private.managed_family_ids() returns setof uuid language plpgsql stable security definer set search_path = '' as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  caller uuid := auth.uid();
begin
  return query
    select me.family_id
    from auth.sessions s
    left join private.device_sessions d on d.session_id = s.id
    join public.family_members me on me.user_id = s.user_id
    join public.family_members m on m.family_id = me.family_id and m.id = case when d.session_id is null then me.id else d.member_id end
    where s.id = session and s.user_id = caller and me.role = 'parent' and m.role = 'parent';
end $$;

-- The family's id once it is known to be one of the caller's own.
create function private.own_family(args jsonb) returns uuid language plpgsql stable set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
begin
  perform private.require_found((select id from public.families where id = family));
  return family;
end $$;

-- For commands that have no rights of their own: the row of a family of the caller's.
create function private.lock_own_family(of_family uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if of_family = any(array(select private.my_family_ids())) then
    perform private.lock_family(of_family);
  end if;
end $$;

-- Row-level security hides what may not be changed, so a change that found no row is either
-- "not there" or, for a kid who can see it, "not allowed".
create function private.require_manager(family uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform private.require_found(family);
  -- Two who manage at once are put one behind the other before either holds anything; the second may
  -- have lost the right to it by then.
  perform private.lock_own_family(family);
  if not (family = any(array(select private.managed_family_ids()))) then
    perform private.refuse('not_allowed');
  end if;
end $$;

-- The next revision of a family; null when the family is being deleted itself.
create function private.next_revision(of_family uuid) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  counted bigint;
begin
  update public.families set revision = revision + 1 where id = of_family returning revision into counted;
  return counted;
end $$;

-- Tells every device of the family, and the answer of the command. Runs as the owner: realtime.send drops a message in silence
-- when its caller may not write to realtime.messages.
create function private.announce(of_family uuid, event text, payload jsonb) returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Outside of a command nobody takes it.
  if current_setting('role') = 'authenticated' then
    insert into private.announced (event) values (jsonb_build_object('type', event) || payload);
  end if;
  perform realtime.send(payload, event, 'family:' || of_family, true);
end $$;

-- A quest, a reward or a column without a title is saved under a friendly one, in the language the family signed up in.
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
    when 'rewards' then case language when 'de' then 'Neue Belohnung' when 'es' then 'Nueva recompensa' else 'New reward' end
    else case language when 'de' then 'Neue Spalte' when 'es' then 'Nueva columna' else 'New column' end
  end;
  return new;
end $$;

grant execute on function
  private.refuse, private.take_announced, private.require_found, private.uuids, private.my_family_ids, private.my_family_user_ids, private.managed_family_ids, private.own_family,
  private.lock_own_family, private.require_manager to authenticated;
