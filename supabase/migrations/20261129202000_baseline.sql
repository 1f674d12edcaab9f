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

-- Written by `npm run generate` from domain/contract/constants.ts.
create function private.completion_days_days_before() returns integer immutable parallel safe set search_path = '' return 9;
grant execute on function private.completion_days_days_before() to authenticated;
create function private.family_limits_columns() returns integer immutable parallel safe set search_path = '' return 50;
grant execute on function private.family_limits_columns() to authenticated;
create function private.family_limits_members() returns integer immutable parallel safe set search_path = '' return 40;
grant execute on function private.family_limits_members() to authenticated;
create function private.family_limits_open_quests() returns integer immutable parallel safe set search_path = '' return 1000;
grant execute on function private.family_limits_open_quests() to authenticated;
create function private.family_limits_rewards() returns integer immutable parallel safe set search_path = '' return 300;
grant execute on function private.family_limits_rewards() to authenticated;
create function private.family_limits_absences() returns integer immutable parallel safe set search_path = '' return 500;
grant execute on function private.family_limits_absences() to authenticated;
create function private.family_limits_devices() returns integer immutable parallel safe set search_path = '' return 50;
grant execute on function private.family_limits_devices() to authenticated;
create function private.finished_days_archived() returns integer immutable parallel safe set search_path = '' return 32;
grant execute on function private.finished_days_archived() to authenticated;
create function private.gem_limits_value() returns integer immutable parallel safe set search_path = '' return 100000;
grant execute on function private.gem_limits_value() to authenticated;
create function private.gem_limits_practice() returns integer immutable parallel safe set search_path = '' return 50;
grant execute on function private.gem_limits_practice() to authenticated;
create function private.late_days_completion() returns integer immutable parallel safe set search_path = '' return 2;
grant execute on function private.late_days_completion() to authenticated;
create function private.page_sizes_archived_quests() returns integer immutable parallel safe set search_path = '' return 50;
grant execute on function private.page_sizes_archived_quests() to authenticated;
create function private.page_sizes_gem_entries() returns integer immutable parallel safe set search_path = '' return 1000;
grant execute on function private.page_sizes_gem_entries() to authenticated;
create function private.picture_limits_bytes() returns integer immutable parallel safe set search_path = '' return 5242880;
grant execute on function private.picture_limits_bytes() to authenticated;
create function private.picture_limits_types() returns text[] immutable parallel safe set search_path = '' return array['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
grant execute on function private.picture_limits_types() to authenticated;
create function private.text_limits_title() returns integer immutable parallel safe set search_path = '' return 120;
grant execute on function private.text_limits_title() to authenticated;
create function private.text_limits_description() returns integer immutable parallel safe set search_path = '' return 2000;
grant execute on function private.text_limits_description() to authenticated;
create function private.text_limits_emoji() returns integer immutable parallel safe set search_path = '' return 40;
grant execute on function private.text_limits_emoji() to authenticated;
create function private.text_limits_time_zone() returns integer immutable parallel safe set search_path = '' return 64;
grant execute on function private.text_limits_time_zone() to authenticated;
create function private.text_limits_practice_item() returns integer immutable parallel safe set search_path = '' return 40;
grant execute on function private.text_limits_practice_item() to authenticated;
create function private.undo_seconds_call() returns integer immutable parallel safe set search_path = '' return 15;
grant execute on function private.undo_seconds_call() to authenticated;

-- A family, which all other data belongs to.

create domain private.family_name as text check (char_length(value) between 1 and 130);
-- The effect of redeeming a reward: only cheer, take the gems, or reserve them until a parent decides.
create domain private.reward_mode as text check (value in ('celebrate', 'spend', 'ask'));
create domain private.practice_gems as integer check (value between 0 and private.gem_limits_practice());
-- A weekday; 1 is Monday.
create domain private.week_start as smallint check (value in (1, 6, 7));
create domain private.time_zone as text check (char_length(value) between 1 and private.text_limits_time_zone());

create table public.families (
  id uuid primary key default gen_random_uuid(),
  name private.family_name not null,
  reward_mode private.reward_mode not null default 'celebrate',
  -- Counts every change to the family's data. Its row lock also serializes those changes, in the
  -- order in which they commit and in which live events arrive.
  revision bigint not null default 0,
  -- Counts the daily and weekly quests and the once-quests that are not finished.
  open_quests integer not null default 0,
  created_at timestamptz not null default now(),
  practice_gems private.practice_gems not null default 0,
  time_zone private.time_zone not null default 'UTC',
  week_starts_on private.week_start not null default 1
);

comment on column public.families.practice_gems is
  'Gems that a child earns by the first finished round of practice of a day; 0 pays nothing.';
comment on column public.families.time_zone is 'An IANA name; UTC until a parent''s device has sent it.';

alter table public.families enable row level security;

create policy "Members see their own families" on public.families for select to authenticated
  using (id = any(array(select private.my_family_ids())));

grant select on public.families to authenticated;

-- Locks the family's row, which commands that change several of its tables do first: one order
-- prevents deadlocks.
create function private.lock_family(of_family uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.families where id = of_family for no key update;
end $$;

create function private.family_today(of_family uuid) returns date language plpgsql stable set search_path = '' as $$
begin
  return (select (now() at time zone time_zone)::date from public.families where id = of_family);
end $$;

-- Returns the first day of the week that a day is in.
create function private.week_of(week_starts_on smallint, day date) returns date
language plpgsql immutable set search_path = '' as $$
begin
  return day - (extract(isodow from day)::integer - week_starts_on + 7) % 7;
end $$;

-- Whether the day is today in some time zone from UTC-12 to UTC+14.
create function private.is_today_somewhere(day date) returns boolean language plpgsql stable set search_path = '' as $$
begin
  return day between (now() at time zone 'utc' - interval '12 hours')::date
    and (now() at time zone 'utc' + interval '14 hours')::date;
end $$;

-- Accepts only names of areas: `at time zone` would accept abbreviations and rules too, which no browser knows. A rule
-- has a digit, so that of the names with one only those of Etc are accepted. The view pg_timezone_names would read the
-- files of all time zones.
create function private.is_time_zone(zone text) returns boolean language plpgsql stable set search_path = '' as $$
begin
  if zone = 'UTC' then
    return true;
  end if;
  if zone ~ '^[A-Z][A-Za-z_]+(/[A-Z][A-Za-z_-]+)+$' or zone ~ '^Etc/GMT([+-]?0|\+([1-9]|1[0-2])|-([1-9]|1[0-4]))$' then
    perform now() at time zone zone;
    return true;
  end if;
  return false;
exception when invalid_parameter_value then
  return false;
end $$;

-- Returns a family exactly as the API does.
create function private.family_json(f public.families) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', f.id, 'name', f.name, 'rewardMode', f.reward_mode, 'practiceGems', f.practice_gems,
    'timeZone', f.time_zone, 'weekStartsOn', f.week_starts_on, 'revision', f.revision);
end $$;

create function private.family_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.time_zone <> old.time_zone and private.is_time_zone(new.time_zone) is not true then
    perform private.refuse('unknown_time_zone');
  end if;
  new.revision := old.revision + 1;
  perform private.announce(new.id, 'family.saved',
    jsonb_build_object('revision', new.revision, 'family', private.family_json(new)));
  return new;
end $$;

-- Only for these columns: counting a revision is an update of the family too.
create trigger family_changed before update of name, reward_mode, practice_gems, time_zone, week_starts_on
  on public.families
  for each row execute function private.family_changed();

create function private.edit_family(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  edited public.families;
begin
  perform private.require_manager(family);
  update public.families set
    name = coalesce(args ->> 'name', name),
    reward_mode = coalesce(args ->> 'rewardMode', reward_mode),
    practice_gems = coalesce((args ->> 'practiceGems')::integer, practice_gems),
    time_zone = coalesce(args ->> 'timeZone', time_zone),
    week_starts_on = coalesce((args ->> 'weekStartsOn')::smallint, week_starts_on)
  where id = family
  returning * into edited;
  return private.family_json(edited)::text;
end $$;

grant execute on function
  private.family_today, private.week_of, private.is_today_somewhere, private.family_json,
  private.edit_family to authenticated;

-- The parents and kids of a family.

create table public.family_members (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  -- Null for a member without a login; when the login is deleted, the member and its history stay.
  user_id uuid references auth.users (id) on delete set null,
  display_name text not null check (char_length(display_name) between 1 and private.text_limits_title()),
  avatar_seed text not null default 'default' check (char_length(avatar_seed) between 1 and 300),
  role text not null check (role in ('parent', 'kid')),
  -- Whether private.member_pins holds a PIN; only the functions that set one write it.
  has_pin boolean not null default false,
  -- Whether it is four pictures instead of four digits; written with it.
  has_picture_pin boolean not null default false,
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  unique (family_id, user_id)
);

comment on table public.family_members is 'Parents and kids of a family, with or without a login.';

create index family_members_user_id_idx on public.family_members (user_id);

alter table public.family_members enable row level security;

create policy "Members see everyone in their own families" on public.family_members for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.family_members to authenticated;

-- Returns a member exactly as the API does.
create function private.member_json(m public.family_members) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', m.id,
    'displayName', m.display_name,
    'avatarSeed', m.avatar_seed,
    'userProfileImageUrl', (select p.profile_image_url from public.profiles p where p.user_id = m.user_id),
    'role', m.role,
    'hasPin', m.has_pin,
    'hasPicturePin', m.has_picture_pin,
    'version', m.version);
end $$;

-- Whether the path is a checked picture in the family's own folder of the bucket.
create function private.is_picture_of(of_family uuid, path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.pictures
    where path = '/objects/' || name and name = substr(path, length('/objects/') + 1)
      and family_id = of_family and state = 'checked');
end $$;

-- Refuses to lose the last parent. Called with the family's row locked:
-- of two parents who remove each other at once, one stays.
create function private.require_another_parent(leaving public.family_members) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if leaving.role = 'parent' and not exists (
    select from public.family_members where family_id = leaving.family_id and role = 'parent' and id <> leaving.id
  ) then
    perform private.refuse('last_parent');
  end if;
end $$;

create function private.member_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    perform private.lock_family(old.family_id);
    -- Without its row the family itself is being deleted.
    if not exists (select from public.families where id = old.family_id) then
      return old;
    end if;
    perform private.require_another_parent(old);
    perform private.reassign_quests(old);
    revision := private.next_revision(old.family_id);
    perform private.announce(old.family_id, 'member.deleted',
      jsonb_build_object('revision', revision, 'memberId', old.id));
    return old;
  end if;
  if new.avatar_seed like '/%' and (tg_op = 'INSERT' or new.avatar_seed <> old.avatar_seed)
     and not private.is_picture_of(new.family_id, new.avatar_seed) then
    perform private.refuse('unknown_picture');
  end if;
  revision := private.next_revision(new.family_id);
  if tg_op = 'INSERT' then
    perform private.require_room((select count(*) from public.family_members where family_id = new.family_id),
      private.family_limits_members(), 'too_many_members');
    -- Without a chosen face, each member still has one that nobody else in the family has.
    if new.avatar_seed = 'default' and exists (
      select from public.family_members where family_id = new.family_id and avatar_seed = new.avatar_seed) then
      new.avatar_seed := new.id::text;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.role = 'parent' and new.role <> 'parent' then
    perform private.require_another_parent(old);
  end if;
  if tg_op = 'UPDATE' and old.role <> 'parent' and new.role = 'parent'
     and exists (select from private.member_pins where member_id = new.id and is_common) then
    perform private.refuse('common_pin');
  end if;
  new.version := revision;
  perform private.announce(new.family_id, 'member.saved',
    jsonb_build_object('revision', revision, 'member', private.member_json(new)));
  return new;
end $$;

create trigger member_changed before insert or update or delete on public.family_members
  for each row execute function private.member_changed();

-- Returns the member's id; refuses a member of another family.
create function private.own_member(args jsonb) returns uuid language plpgsql stable set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
begin
  perform private.require_found((select id from public.family_members where id = member));
  return member;
end $$;

create function private.family_of_member(member uuid) returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select family_id from public.family_members where id = member);
end $$;

-- A guard: returns a member of the caller's own family.
create function private.require_member(args jsonb) returns public.family_members
language plpgsql stable set search_path = '' as $$
declare
  member public.family_members;
begin
  select * into member from public.family_members
  where id = (args ->> 'memberId')::uuid and family_id = any(array(select private.my_family_ids()));
  perform private.require_found(member.id);
  return member;
end $$;

create function private.list_members(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.member_json(m) order by m.created_at, m.id), '[]')::text
          from public.family_members m where m.family_id = family);
end $$;

-- Sent again with the same id, it returns the member as it is now.
create function private.add_member(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  added public.family_members;
begin
  perform private.require_manager(family);
  select * into added from public.family_members where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.member_json(added)::text;
  end if;
  insert into public.family_members (id, family_id, display_name, role, avatar_seed)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family, args ->> 'displayName', args ->> 'role',
    args ->> 'avatarSeed')
  returning * into added;
  if args ->> 'hash' is not null then
    return private.set_pin(args || jsonb_build_object('memberId', added.id));
  end if;
  return private.member_json(added)::text;
end $$;

create function private.edit_member(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  edited public.family_members;
begin
  perform private.require_manager(private.family_of_member((args ->> 'memberId')::uuid));
  if args ->> 'role' = 'kid'
     and exists (select from public.family_members where id = (args ->> 'memberId')::uuid and user_id = auth.uid()) then
    perform private.refuse('own_member');
  end if;
  update public.family_members
  set display_name = coalesce(args ->> 'displayName', display_name), role = coalesce(args ->> 'role', role)
  where id = (args ->> 'memberId')::uuid
  returning * into edited;
  perform private.require_found(edited.id);
  return private.member_json(edited)::text;
end $$;

create function private.remove_member(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  removing uuid := (args ->> 'memberId')::uuid;
  family uuid := private.family_of_member(removing);
  removed public.family_members;
begin
  perform private.require_parent(family);
  -- The quests before the family, the order in which a completion takes them.
  perform from public.quests
  where family_id = family and (removing = any(assignee_ids) or finished_by = removing) order by id for no key update;
  perform private.require_manager(family);
  if exists (select from public.family_members where id = removing and user_id = auth.uid()) then
    perform private.refuse('own_member');
  end if;
  delete from public.family_members where id = removing returning * into removed;
  perform private.require_found(removed.id);
  return private.member_json(removed)::text;
end $$;

grant execute on function
  private.member_json, private.own_member, private.list_members, private.add_member,
  private.edit_member, private.remove_member to authenticated;

-- The devices of the families: those that are signed in, and paired ones, which have no account. The session of a
-- signed-in device is Auth's, and its row is deleted with it; without a row it acts as the account's own member. A paired
-- device is a session itself: its tokens have the device as subject and as session. It acts as kids alone.
create table private.devices (
  id uuid primary key default gen_random_uuid(),
  is_paired boolean not null default false,
  session_id uuid generated always as (case when not is_paired then id end) stored
    references auth.sessions (id) on delete cascade,
  -- Only a paired device has one; an account may have several.
  family_id uuid references public.families (id) on delete cascade check (is_paired = (family_id is not null)),
  -- The parent's account that let a paired device in, which ends with it. An older device has none, and counts for each
  -- account of its family.
  let_in_by uuid references auth.users (id) on delete cascade check (is_paired or let_in_by is null),
  -- The member it acts as. When the member is deleted, it acts as nobody: otherwise removing a kid would turn the kid's
  -- tablet into the parent's.
  member_id uuid references public.family_members (id) on delete set null,
  -- Whether it acts as the account's own member, until somebody switches it.
  acts_as_own boolean not null default false check (not (acts_as_own and is_paired)),
  -- Null until somebody has said who uses it. Those of children and the wall are paired.
  use text check (case use when 'own' then not is_paired when 'children' then is_paired when 'wall' then is_paired end),
  name text check (char_length(name) between 1 and private.text_limits_title()),
  model text not null default 'other' check (char_length(model) between 1 and 20),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

create unique index devices_session_id_idx on private.devices (session_id);
create index devices_family_id_idx on private.devices (family_id);
create index devices_let_in_by_idx on private.devices (let_in_by);
create index devices_member_id_idx on private.devices (member_id);

-- The children of a device for children.
create table private.device_members (
  device_id uuid not null references private.devices (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  primary key (device_id, member_id)
);

create index device_members_member_id_idx on private.device_members (member_id);

-- The paired devices that an account keeps as it changes its password. Auth makes that change in a transaction of its
-- own, so that the choice is stored just before.
create table private.kept_devices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  device_ids uuid[] not null check (cardinality(device_ids) between 1 and private.family_limits_devices()),
  chosen_at timestamptz not null default now()
);

alter table private.devices enable row level security;
alter table private.device_members enable row level security;
alter table private.kept_devices enable row level security;

-- Returns the caller's paired device; null for an account, and when the device was signed out.
create function private.paired_device() returns private.devices
language plpgsql stable security definer set search_path = '' as $$
declare
  device private.devices;
begin
  select * into device from private.devices
  where id = auth.uid() and id = (auth.jwt() ->> 'session_id')::uuid and is_paired;
  return device;
end $$;

-- Returns the member this device acts as, or null. Without a live session it acts as nobody, or signing out would end
-- acting as a kid.
create function private.acting_member() returns public.family_members
language plpgsql stable security definer set search_path = '' as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  caller uuid := private.signed_in_account();
  acting public.family_members;
begin
  if caller is null then
    select * into acting from public.family_members where id = (private.paired_device()).member_id and role = 'kid';
    return acting;
  end if;
  select m.* into acting
  from public.family_members me
  left join private.devices d on d.id = session
  join public.family_members m on m.family_id = me.family_id
    and m.id = case when coalesce(d.acts_as_own, true) then me.id else d.member_id end
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
    and (s.id in (select id from private.devices where member_id = old.id)
      or (s.user_id = old.user_id and not exists (select from private.devices where id = s.id and not acts_as_own)));
  return old;
end $$;

create trigger member_sessions_ended before delete on public.family_members
  for each row execute function private.end_sessions_of_member();

-- A paired device ends with the last of its children.
create function private.device_lost_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.devices
  where id = old.device_id and not exists (select from private.device_members where device_id = old.device_id);
  return null;
end $$;

create trigger device_lost_member after delete on private.device_members
  for each row execute function private.device_lost_member();

-- A kid that becomes a parent leaves the devices of the kids.
create function private.member_grew_up() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.device_members where member_id = new.id;
  return null;
end $$;

create trigger member_grew_up after update of role on public.family_members
  for each row when (old.role = 'kid' and new.role = 'parent') execute function private.member_grew_up();

-- Called with the family's row locked, whichever way the device comes.
create function private.paired_device_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_room((select count(*) from private.devices where family_id = new.family_id),
    private.family_limits_devices(), 'too_many_devices');
  return new;
end $$;

create trigger paired_device_added before insert on private.devices
  for each row when (new.is_paired) execute function private.paired_device_added();

-- Tells the family that its devices are others; `ended` was signed out.
create function private.announce_devices(of_family uuid, ended uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce(of_family, 'devices.changed',
    jsonb_build_object('revision', private.next_revision(of_family), 'endedId', ended));
end $$;

-- The embedded Realtime ends the channels of a session that it hears has ended. A deleted family tells its devices
-- itself, over these channels.
create function private.paired_device_ended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.families where id = old.family_id) then
    perform private.announce_devices(old.family_id, old.id);
    perform pg_notify('ended_sessions', old.id::text);
  end if;
  return null;
end $$;

create trigger paired_device_ended after delete on private.devices
  for each row when (old.is_paired) execute function private.paired_device_ended();

-- Returns the paired devices that count for an account.
create function private.devices_of(account uuid) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select d.id from public.family_members m join private.devices d on d.family_id = m.family_id
    where m.user_id = account and coalesce(d.let_in_by, account) = account;
end $$;

-- Ends the paired devices that count for an account, in one family or in all, except `kept`; with them its open codes,
-- which would let in the next one.
create function private.end_devices_of(account uuid, in_family uuid default null, kept uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  families uuid[] := array(
    select family_id from public.family_members
    where user_id = account and (in_family is null or family_id = in_family) order by family_id);
begin
  -- A device that is being let in is seen then.
  perform private.lock_family(id) from unnest(families) id;
  delete from private.pairing_codes
  where family_id = any(families) and made_by in (select id from auth.sessions where user_id = account);
  delete from private.devices
  where family_id = any(families) and id = any(array(select private.devices_of(account))) and id <> all(kept);
end $$;

-- Before the change, while the account still counts as the family's.
create function private.account_leaves_family() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_devices_of(old.user_id, old.family_id);
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger account_removed before delete on public.family_members
  for each row when (old.user_id is not null) execute function private.account_leaves_family();
create trigger account_replaced before update of user_id, family_id on public.family_members
  for each row when (old.user_id is distinct from new.user_id or old.family_id <> new.family_id)
  execute function private.account_leaves_family();

-- Stores the devices that the caller keeps as they change their password, in place of an earlier choice.
create function private.keep_devices(kept uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.signed_in_account();
  own uuid[] := array(select id from private.devices_of(account) id where id = any(kept));
begin
  delete from private.kept_devices where user_id = account;
  if own <> '{}' then
    insert into private.kept_devices (user_id, device_ids) values (account, own);
  end if;
end $$;

-- Runs in Auth's own transaction, whichever way it comes to a new password or a ban: by a call, a mailed link or an
-- operator. A choice is used once, and soon.
create function private.account_secured() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  choice private.kept_devices;
begin
  delete from private.kept_devices where user_id = new.id returning * into choice;
  perform private.end_devices_of(new.id, kept => case
    when choice.chosen_at between now() - interval '30 seconds' and now() and coalesce(new.banned_until <= now(), true)
    then choice.device_ids else '{}' end);
  return null;
end $$;

create trigger account_secured after update of encrypted_password, banned_until on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password or new.banned_until > now())
  execute function private.account_secured();

-- Returns what a device knows about itself.
create function private.this_device_json(d private.devices) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when d.id is not null then jsonb_build_object(
    'id', d.id,
    'isPaired', d.is_paired,
    'use', d.use,
    'memberIds', (
      select coalesce(jsonb_agg(m.id order by m.created_at, m.id), '[]')
      from private.device_members c join public.family_members m on m.id = c.member_id where c.device_id = d.id)) end;
end $$;

-- Returns the device of the caller's session; null for a session that has no row.
create function private.this_device() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  device private.devices;
begin
  select * into device from private.devices where id = (auth.jwt() ->> 'session_id')::uuid;
  return private.this_device_json(device);
end $$;

-- Whether this device may act as the member, whose PIN it has told if the member has one: a kid's own login and a paired
-- device never as a parent, the wall as nobody.
create function private.may_act_as(chosen public.family_members) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  device private.devices := private.paired_device();
begin
  if device.id is not null then
    return chosen.role = 'kid' and coalesce(device.use = 'children', false);
  end if;
  return chosen.role = 'kid' or not exists (
    select from public.family_members
    where family_id = chosen.family_id and user_id = auth.uid() and role = 'kid');
end $$;

create function private.set_acting_member(chosen public.family_members) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_act_as(chosen) then
    perform private.refuse('not_allowed');
  end if;
  insert into private.devices (id, member_id)
  select (auth.jwt() ->> 'session_id')::uuid, chosen.id where private.signed_in_account() is not null
  on conflict (id) do update set member_id = excluded.member_id, acts_as_own = false;
  if not found then
    update private.devices set member_id = chosen.id where id = (private.paired_device()).id;
  end if;
  if not found then
    perform private.refuse('not_signed_in');
  end if;
end $$;

create function private.act_as(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  chosen public.family_members;
  acting public.family_members := private.acting_member();
  device private.devices := private.paired_device();
begin
  chosen := private.require_member(args);
  if chosen.has_pin and acting.id is distinct from chosen.id then
    perform private.refuse('pin_needed');
  end if;
  -- A device of one child opens for a sibling only by the sibling's PIN.
  if device.id is not null and acting.id is distinct from chosen.id
     and not exists (select from private.device_members where device_id = device.id and member_id = chosen.id) then
    perform private.refuse('not_allowed');
  end if;
  perform private.set_acting_member(chosen);
  return jsonb_build_object('memberId', chosen.id);
end $$;

-- Notes a device that has just signed in.
create function private.remember_device(of_model text, of_use text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.devices (id, acts_as_own, model, use)
  select (auth.jwt() ->> 'session_id')::uuid, true, of_model, of_use where private.signed_in_account() is not null
  on conflict (id) do nothing;
end $$;

-- Called by each device that begins to listen. Returns the family that it listens to.
create function private.device_seen() returns text language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (select private.my_family_ids() limit 1);
begin
  update private.devices set last_seen_at = now()
  where id = (auth.jwt() ->> 'session_id')::uuid and last_seen_at not between now() - interval '1 minute' and now();
  return jsonb_build_object('familyId', family);
end $$;

-- A guard: returns the session of one of the family's devices, for its parents alone.
create function private.require_device(args jsonb, out device uuid, out family uuid)
language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'deviceId')::uuid;
begin
  select d.id, d.family_id into device, family from private.devices d
  where d.id = wanted and d.family_id = any(array(select private.my_family_ids()));
  if device is null then
    select s.id, m.family_id into device, family
    from auth.sessions s join public.family_members m on m.user_id = s.user_id
    where s.id = wanted and m.family_id = any(array(select private.my_family_ids()));
  end if;
  perform private.require_manager(family);
end $$;

create function private.rename_device(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  named record;
begin
  named := private.require_device(args);
  insert into private.devices (id, acts_as_own, name)
  select id, true, args ->> 'name' from auth.sessions where id = named.device
  on conflict (id) do update set name = excluded.name;
  if not found then
    update private.devices set name = args ->> 'name' where id = named.device;
  end if;
  perform private.announce_devices(named.family);
  return '{}';
end $$;

-- Signs a device out.
create function private.end_device(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  named record;
begin
  named := private.require_device(args);
  delete from private.devices where id = named.device and is_paired;
  if not found then
    delete from auth.sessions where id = named.device;
    perform private.announce_devices(named.family, named.device);
  end if;
  return '{}';
end $$;

-- Signs out the paired devices that count for the caller's account, except those to keep. Auth ends its sessions after.
create function private.end_own_devices(args jsonb default '{}') returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  perform private.end_devices_of(private.signed_in_account(), kept => private.uuids(args -> 'keepDeviceIds'));
  return '{}';
end $$;

-- Signs this device out, which has no account.
create function private.leave_family() returns text language plpgsql security definer set search_path = '' as $$
begin
  delete from private.devices where id = (private.paired_device()).id;
  return '{}';
end $$;

-- Lists the devices of the family, those last seen first: paired ones, and the sessions of its accounts.
create function private.list_devices(args jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
begin
  perform private.require_parent(family);
  return (
    select coalesce(jsonb_agg(one.json order by one.seen desc, one.id), '[]') from (
      select d.id, d.last_seen_at as seen, private.this_device_json(d) || jsonb_build_object(
        'isThis', false, 'name', d.name, 'model', d.model, 'activeMemberId', d.member_id, 'accountMemberId', null,
        'letInBy', m.id, 'lastSeenAt', d.last_seen_at) as json
      from private.devices d left join public.family_members m on m.family_id = family and m.user_id = d.let_in_by
      where d.family_id = family
      union all
      select s.id, coalesce(d.last_seen_at, s.updated_at), jsonb_build_object(
        'id', s.id, 'isPaired', false, 'use', d.use, 'memberIds', '[]'::jsonb,
        'isThis', s.id = (auth.jwt() ->> 'session_id')::uuid, 'name', d.name, 'model', coalesce(d.model, 'other'),
        'activeMemberId', case when coalesce(d.acts_as_own, true) then m.id else d.member_id end,
        'accountMemberId', m.id, 'letInBy', null,
        'lastSeenAt', coalesce(d.last_seen_at, s.updated_at))
      from public.family_members m
      join auth.sessions s on s.user_id = m.user_id
      left join private.devices d on d.id = s.id
      where m.family_id = family and private.is_session_live(s.id, s.user_id)
      order by 2 desc limit 200
    ) one)::text;
end $$;

grant execute on function
  private.paired_device, private.acting_member, private.this_device, private.act_as,
  private.device_seen, private.rename_device, private.end_device, private.end_own_devices, private.leave_family,
  private.list_devices to authenticated;

-- How a device comes into a family without an account: by a code, or in place of an account that was signed in on it.

-- The codes that let one device in. Only a digest is stored, with a pepper that is not in the database.
create table private.pairing_codes (
  digest bytea primary key,
  family_id uuid not null references public.families (id) on delete cascade,
  -- The session that made it: a code ends with it.
  made_by uuid not null references auth.sessions (id) on delete cascade,
  expires_at timestamptz not null
);

create index pairing_codes_family_id_idx on private.pairing_codes (family_id);
create index pairing_codes_made_by_idx on private.pairing_codes (made_by);

alter table private.pairing_codes enable row level security;

-- Stores the digest of a new code in place of the earlier ones of this device.
create function private.add_pairing(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  until timestamptz := now() + make_interval(mins => (args ->> 'minutes')::integer);
begin
  perform private.require_manager(family);
  delete from private.pairing_codes where made_by = (auth.jwt() ->> 'session_id')::uuid or expires_at < now();
  insert into private.pairing_codes (digest, family_id, made_by, expires_at)
  values (decode(args ->> 'digest', 'hex'), family, (auth.jwt() ->> 'session_id')::uuid, until);
  return jsonb_build_object('expiresAt', until);
end $$;

-- For the edge function alone. Uses a code; returns the new device, or null for a code that is wrong, used or too old.
-- Two devices at the same moment: the second waits for the first, and then finds no code.
create function private.join_family(code_digest text, of_model text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  used private.pairing_codes;
  account uuid;
  device private.devices;
begin
  perform private.lock_family(family_id) from private.pairing_codes where digest = decode(code_digest, 'hex');
  delete from private.pairing_codes where digest = decode(code_digest, 'hex') returning * into used;
  -- A ban and the loss of a parent's rights end no session.
  select s.user_id into account
  from auth.sessions s join public.family_members m on m.user_id = s.user_id
  where s.id = used.made_by and private.is_session_live(s.id, s.user_id)
    and m.family_id = used.family_id and m.role = 'parent';
  -- A code further ahead than any is of a clock that was corrected since.
  if account is null or used.expires_at not between now() and now() + interval '1 hour' then
    return null;
  end if;
  insert into private.devices (is_paired, family_id, let_in_by, model) values (true, used.family_id, account, of_model)
  returning * into device;
  perform private.announce_devices(used.family_id);
  return private.this_device_json(device);
end $$;

-- A guard: returns the family of a device whose use may be said: by a manager, and once on a paired one.
create function private.require_unused_device(chosen_use text) returns uuid language plpgsql set search_path = '' as $$
declare
  device private.devices := private.paired_device();
  family uuid := coalesce(device.family_id, (private.acting_member()).family_id);
begin
  if device.id is null then
    perform private.require_manager(family);
  elsif device.use is not null or chosen_use = 'own' then
    perform private.refuse('not_allowed');
  end if;
  return family;
end $$;

-- Says who uses this device: once, on a paired one. A signed-in one that belongs to children or is the wall loses its
-- session, and is paired instead: then it cannot act as a parent.
create function private.set_device_use(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  chosen_use text := args ->> 'use';
  children uuid[] := private.uuids(args -> 'memberIds');
  device private.devices := private.paired_device();
  family uuid;
begin
  family := private.require_unused_device(chosen_use);
  if (select count(*) from public.family_members where family_id = family and role = 'kid' and id = any(children))
     < cardinality(children) then
    perform private.refuse('not_found');
  end if;
  perform private.lock_family(family);
  if chosen_use = 'own' then
    update private.devices set use = 'own' where id = session returning * into device;
    perform private.require_found(device.id);
    return private.this_device_json(device);
  end if;
  if device.id is null then
    insert into private.devices (is_paired, family_id, let_in_by, name, model)
    select true, family, private.signed_in_account(), name, model from private.devices where id = session
    returning * into device;
    if device.id is null then
      insert into private.devices (is_paired, family_id, let_in_by) values (true, family, private.signed_in_account())
      returning * into device;
    end if;
    delete from auth.sessions where id = session;
  end if;
  update private.devices
  set use = chosen_use, member_id = case when cardinality(children) = 1 then children[1] end
  where id = device.id returning * into device;
  insert into private.device_members (device_id, member_id) select device.id, unnest(children);
  perform private.announce_devices(family);
  return private.this_device_json(device);
end $$;

grant execute on function private.add_pairing, private.set_device_use to authenticated;

-- Idempotency keys with the replies to their commands, so that a command that is sent again does not run again. A
-- refusal is not stored, because it rolls back. Only a digest of the request is stored, with a pepper that is not in
-- the database, because the request may contain a PIN.
create table private.idempotency_keys (
  -- Deferred, so that a command locks its family before its account, as the deletion of a family does.
  account_id uuid references auth.users (id) on delete cascade deferrable initially deferred,
  -- Set for a paired device, which has no account.
  device_id uuid references private.devices (id) on delete cascade deferrable initially deferred,
  caller_id uuid generated always as (coalesce(account_id, device_id)) stored,
  key text not null check (char_length(key) between 1 and 255),
  fingerprint text not null,
  -- Null only while the command runs, for its own transaction.
  reply text,
  created_at timestamptz not null default now(),
  primary key (caller_id, key)
);

create index idempotency_keys_account_id_idx on private.idempotency_keys (account_id);
create index idempotency_keys_device_id_idx on private.idempotency_keys (device_id);
create index idempotency_keys_created_at_idx on private.idempotency_keys (created_at);

alter table private.idempotency_keys enable row level security;

-- Runs a command once for all requests of the account with that key, in the transaction that stores its reply. A
-- concurrent request with the key waits at the insert until that transaction ends.
create function private.request_once(
  claims text, command text, args jsonb, of_key text, request_fingerprint text, out reply text, out is_replayed boolean
) language plpgsql set search_path = '' as $$
declare
  caller uuid := (claims::jsonb ->> 'sub')::uuid;
  is_paired boolean := claims::jsonb ->> 'session_id' = claims::jsonb ->> 'sub';
  own_role text := current_setting('role');
  kept private.idempotency_keys;
begin
  delete from private.idempotency_keys
  where caller_id = caller and key = of_key and created_at < now() - interval '7 days';
  -- `do update`, unlike `do nothing`, returns the existing row.
  insert into private.idempotency_keys (account_id, device_id, key, fingerprint)
  values (case when not is_paired then caller end, case when is_paired then caller end, of_key, request_fingerprint)
  on conflict (caller_id, key) do update set key = excluded.key
  returning * into kept;
  is_replayed := kept.reply is not null;
  if is_replayed then
    perform private.authenticate(claims);
    if kept.fingerprint <> request_fingerprint then
      perform private.refuse('idempotency_key_reused');
    end if;
    reply := kept.reply;
    return;
  end if;
  reply := private.request(claims, command, args);
  if reply is null then
    perform private.refuse('not_signed_in');
  end if;
  -- The signed-in user, whom the command ran as, has no right on the table.
  perform set_config('role', own_role, true);
  update private.idempotency_keys set reply = request_once.reply where caller_id = caller and key = of_key;
end $$;

-- The accounts of parents and kids: profiles with the data that the auth service does not store, and mailed links.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null check (char_length(first_name) between 1 and private.text_limits_title()),
  last_name text not null check (char_length(last_name) <= private.text_limits_title()),
  role text not null default 'user' check (role in ('user', 'admin')),
  profile_image_url text check (profile_image_url like '/objects/%'),
  -- Until then, names and family are as typed at the sign-up, perhaps by somebody else.
  has_signed_in boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table public.profiles is 'A person with a login. Role admin is given by hand, never by a call.';

create index profiles_profile_image_url_idx on public.profiles (profile_image_url) where profile_image_url is not null;

-- Mailed links, so that a page can show a link's owner before signing in, and that a newer mail replaced it: Auth
-- itself forgets a link with the next mail. Only digests are stored, which cannot be used as links.
create table private.mailed_links (
  digest bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery')),
  mailed_at timestamptz not null default now()
);

create index mailed_links_user_id_idx on private.mailed_links (user_id);
create index mailed_links_mailed_at_idx on private.mailed_links (mailed_at);

alter table public.profiles enable row level security;
alter table private.mailed_links enable row level security;

-- Whether this device may change the account that is signed in on it: not while it acts as a kid
-- with another account or none.
create function private.may_change_account() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  return acting.user_id = auth.uid() or acting.role = 'parent'
    or (acting.id is null and private.signed_in_account() is not null
      and not exists (select from public.family_members where user_id = auth.uid()));
end $$;

create policy "People see the profiles of their own families" on public.profiles for select to authenticated
  using (user_id = (select private.signed_in_account())
    or user_id = any(array(select private.my_family_user_ids())));
grant select on public.profiles to authenticated;

-- Announces the members of a login whose picture changed, because the picture is part of the member. A member's name
-- and the seed of its face follow the first name, unless they were changed by hand.
create function private.profile_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.family_members
  set display_name = case when display_name = old.first_name then new.first_name else display_name end,
    -- A seed with a slash is the address of a picture.
    avatar_seed = case when avatar_seed = old.first_name and new.first_name not like '/%' then new.first_name
      else avatar_seed end
  where user_id = new.user_id
    and (new.profile_image_url is distinct from old.profile_image_url or old.first_name in (display_name, avatar_seed));
  return null;
end $$;

create trigger profile_changed after update of first_name, profile_image_url on public.profiles
  for each row when (new.first_name <> old.first_name or new.profile_image_url is distinct from old.profile_image_url)
  execute function private.profile_changed();

-- Returns a name of an account without the characters that a name of the API may not have; null when nothing is left.
create function private.clean_name(name text) returns text language plpgsql immutable set search_path = '' as $$
begin
  return left(nullif(trim(regexp_replace(name, '[[:cntrl:]\u0085\u2028-\u202e\u2066-\u2069]+', ' ', 'g')), ''), private.text_limits_title());
end $$;

-- Adds a family with this account as its parent, and the first columns of its board. `said` is what came with the
-- sign-up: language, time_zone and week_starts_on.
create function private.add_first_family(
  account uuid, first_name text, last_name text, said jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  family_name text := case said ->> 'language'
    when 'de' then coalesce('Familie ' || last_name, 'Unsere Familie')
    when 'es' then coalesce('Familia ' || last_name, 'Nuestra familia')
    else coalesce(last_name, 'Our') || ' Family' end;
  family uuid;
begin
  insert into public.families (name, time_zone, week_starts_on)
  values (family_name, case when private.is_time_zone(said ->> 'time_zone') then said ->> 'time_zone' else 'UTC' end,
    case when said ->> 'week_starts_on' in ('1', '6', '7') then (said ->> 'week_starts_on')::smallint else 1 end)
  returning id into family;
  insert into public.family_members (family_id, user_id, display_name, avatar_seed, role)
    values (family, account, first_name, first_name, 'parent');
  perform private.add_first_columns(family, said ->> 'language');
end $$;

-- Adds the profile, family, parent and board of a new login in the login's own transaction, so that
-- a sign-up is complete or does not exist.
create function private.user_signed_up() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  first_name text := coalesce(private.clean_name(new.raw_user_meta_data ->> 'first_name'), 'Parent');
  last_name text := private.clean_name(new.raw_user_meta_data ->> 'last_name');
begin
  insert into public.profiles (user_id, first_name, last_name) values (new.id, first_name, coalesce(last_name, ''));
  perform private.add_first_family(new.id, first_name, last_name, new.raw_user_meta_data);
  return new;
end $$;

create trigger user_signed_up after insert on auth.users for each row execute function private.user_signed_up();

-- Clears the password of a sign-up when its address is confirmed later, or invited: the address is proven by then, but
-- somebody else may have chosen the password. Auth confirms an account that needs no mail in the transaction that adds
-- it, and so does an admin: these passwords stay, and so does the one that Auth makes up for an invited account.
create function private.clear_unproven_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- now() is the start of the transaction.
  if not exists (select from public.profiles where user_id = new.id and created_at = now()) then
    -- Empty as in accounts without a password: Auth refuses each sign-in, and a new one needs no current one.
    new.encrypted_password := '';
  end if;
  return new;
end $$;

create trigger confirmed_password_is_cleared before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null and new.invited_at is null)
  execute function private.clear_unproven_password();
create trigger invited_password_is_cleared before update on auth.users
  for each row when (old.email_confirmed_at is null and old.invited_at is null and new.invited_at is not null)
  execute function private.clear_unproven_password();

-- Limits the user data, which is part of each token: browsers drop a cookie that holds a token of several kilobytes.
-- Data that Auth itself writes is not counted.
create function private.limit_user_data() returns trigger language plpgsql set search_path = '' as $$
begin
  if octet_length((new.raw_user_meta_data - array['sub', 'email', 'email_verified', 'phone_verified'])::text)
     > 1024 then
    raise exception 'User data can hold at most 1 kB' using errcode = 'program_limit_exceeded';
  end if;
  return new;
end $$;

create trigger user_data_is_bounded before insert on auth.users for each row execute function private.limit_user_data();
create trigger changed_user_data_is_bounded before update on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  execute function private.limit_user_data();

create function private.record_mailed_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Each call deletes a few of the oldest, so that they do not pile up.
  delete from private.mailed_links
  where digest in (
    select digest from private.mailed_links where mailed_at < now() - interval '30 days'
    order by mailed_at limit 5 for update skip locked);
  insert into private.mailed_links (digest, user_id, kind)
  values (sha256(convert_to(to_jsonb(new) ->> (tg_argv[0] || '_token'), 'utf8')), new.id, tg_argv[0])
  on conflict do nothing;
  return new;
end $$;

create trigger confirmation_mailed after update on auth.users
  for each row when (new.confirmation_token <> '' and new.confirmation_token is distinct from old.confirmation_token)
  execute function private.record_mailed_link('confirmation');
create trigger recovery_mailed after update on auth.users
  for each row when (new.recovery_token <> '' and new.recovery_token is distinct from old.recovery_token)
  execute function private.record_mailed_link('recovery');

-- Returns whose account a mailed link opens, with the names that were typed with the address.
create function private.account_owner_json(u auth.users) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'firstName', coalesce(private.clean_name(u.raw_user_meta_data ->> 'first_name'), ''),
    'lastName', coalesce(private.clean_name(u.raw_user_meta_data ->> 'last_name'), ''),
    'email', u.email,
    'isNew', not exists (select from public.profiles where user_id = u.id and has_signed_in))
$$;

-- Returns a mailed link's owner; called by the edge function before anybody is signed in. Auth stores a link's token
-- itself, the embedded Auth its hash. Only auth.one_time_tokens has the valid tokens: Auth deletes all of an account's
-- there when the address is confirmed.
create function private.mailed_link_owner(of_kind text, token_hash text) returns jsonb
language sql stable set search_path = '' as $$
  with kept as (
    select token_hash as token
    union all select encode(sha256(convert_to(token_hash, 'utf8')), 'hex')
  )
  select jsonb_build_object(
    'state', case
      when kept.token = any(good.tokens) then 'open'
      when of_kind = 'confirmation' and u.email_confirmed_at is not null then 'used'
      when good.tokens <> '{}' then 'newer'
      else 'used'
    end) || private.account_owner_json(u)
  from kept
  join private.mailed_links m on m.digest = sha256(convert_to(kept.token, 'utf8')) and m.kind = of_kind
  join auth.users u on u.id = m.user_id
  cross join lateral (
    select array(
      select t.token_hash from auth.one_time_tokens t
      where t.user_id = u.id and t.token_type::text = of_kind || '_token') as tokens
  ) good
$$;

create function private.current_user_reply() returns text language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select json_build_object(
      'id', user_id,
      'firstName', first_name,
      'lastName', last_name,
      -- Not on a tablet that a child holds.
      'email', case when private.may_change_account() then auth.jwt() ->> 'email' else '' end,
      'role', role,
      'createdAt', created_at,
      'profileImageUrl', profile_image_url)
    from public.profiles where user_id = auth.uid()),
    (select json_build_object('id', id, 'firstName', '', 'lastName', '', 'email', '', 'role', 'user',
      'createdAt', created_at, 'profileImageUrl', null)
    from private.paired_device() where id is not null));
end $$;

-- Returns the owner of a session that Auth has opened for a link of Supabase's own templates.
create function private.link_session_owner() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.account_owner_json(u) || '{"state": "open"}' from auth.users u
    where u.id = private.signed_in_account());
end $$;

-- Replaces what came with a sign-up by what its owner says, who has followed a mailed link for the first time. Changes
-- nothing later, and no family that others are in.
create function private.name_first_owner(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.signed_in_account();
begin
  perform private.require_account();
  if not exists (select from public.profiles where user_id = account and not has_signed_in) then
    return '{}';
  end if;
  if args ->> 'firstName' is null or args ->> 'lastName' is null then
    perform private.refuse('name_required',
      jsonb_build_object('of', case when args ->> 'firstName' is null then 'firstName' else 'lastName' end));
  end if;
  update public.profiles set first_name = args ->> 'firstName', last_name = args ->> 'lastName'
  where user_id = account;
  -- Mails and default titles are in this language.
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
      - array['first_name', 'last_name', 'time_zone', 'week_starts_on', 'language']
    || jsonb_strip_nulls(jsonb_build_object('language', args -> 'language'))
  where id = account;
  delete from public.families f
  where f.id = (select family_id from public.family_members where user_id = account)
    and not exists (select from public.family_members where family_id = f.id and user_id is distinct from account);
  if found then
    perform private.add_first_family(account, args ->> 'firstName', args ->> 'lastName',
      args || jsonb_build_object('time_zone', args -> 'timeZone', 'week_starts_on', args -> 'weekStartsOn'));
  end if;
  return '{}';
end $$;

-- Called after a sign-in with the password or a mailed link. `use` is null on a device on which this account is new.
create function private.signed_in(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.note_sign_in();
  perform private.reset_pin_failures();
  perform private.remember_device(args ->> 'model', args ->> 'use');
  return private.current_user_reply();
end $$;

create function private.note_sign_in() returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set has_signed_in = true where user_id = private.signed_in_account() and not has_signed_in;
end $$;

create function private.edit_profile(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  update public.profiles
  set first_name = coalesce(args ->> 'firstName', first_name), last_name = coalesce(args ->> 'lastName', last_name)
  where user_id = auth.uid();
  return private.current_user_reply();
end $$;

-- Called before the auth service, which knows neither the member that a device acts as nor the devices to keep.
create function private.may_change_password(args jsonb default '{}') returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  perform private.keep_devices(private.uuids(args -> 'keepDeviceIds'));
  return '{}';
end $$;

create function private.require_account() returns void language plpgsql stable set search_path = '' as $$
begin
  if private.signed_in_account() is null then
    perform private.refuse('not_signed_in');
  end if;
end $$;

create function private.require_own_account() returns void language plpgsql stable set search_path = '' as $$
begin
  if private.may_change_account() is not true then
    perform private.refuse('not_allowed');
  end if;
end $$;

create function private.admin_stats() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_own_account();
  if not exists (select from public.profiles where user_id = auth.uid() and role = 'admin') then
    perform private.refuse('not_admin');
  end if;
  return jsonb_build_object('totalUsers', (select count(*) from public.profiles),
    'totalFamilies', (select count(*) from public.families));
end $$;

grant execute on function
  private.may_change_account, private.current_user_reply, private.link_session_owner, private.name_first_owner,
  private.signed_in, private.edit_profile, private.may_change_password, private.admin_stats to authenticated;

-- PINs as hashed by the edge function, with a pepper that is not in the database. A row without a
-- hash counts the tries for a member without a PIN, so that callers cannot tell the two apart.
create table private.member_pins (
  member_id uuid primary key references public.family_members (id) on delete cascade,
  salt bytea not null,
  hash bytea,
  -- Whether it is one of the commonest, which a parent may not have.
  is_common boolean not null default false,
  -- Tries since the last right one, which decide the next wait.
  failures integer not null default 0,
  failures_today integer not null default 0,
  today date not null default (now() at time zone 'utc')::date,
  locked_until timestamptz,
  -- After too many tries in a day or in a row only a parent's password unlocks the member.
  needs_password boolean not null default false,
  -- Wrong tries that the member was not told of yet, and the time of the first one. A right PIN keeps them.
  untold integer not null default 0,
  untold_since timestamptz
);

alter table private.member_pins enable row level security;

-- Returns the wait after so many failures; the first four have none.
create function private.pin_wait(failures integer) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when failures < 5 then null
    when failures = 5 then interval '30 seconds'
    when failures = 6 then interval '1 minute'
    when failures = 7 then interval '2 minutes'
    when failures = 8 then interval '5 minutes'
    when failures = 9 then interval '15 minutes'
    else interval '1 hour'
  end;
end $$;

-- Counts the try as wrong before it is checked, so that concurrent tries cannot evade the count. Returns
-- the salt to hash with, or the seconds to wait. A try during the wait is not checked but counts too,
-- because it is a guess.
create function private.begin_pin_try(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  tried uuid := (args ->> 'memberId')::uuid;
  pin private.member_pins;
  is_limited boolean;
begin
  perform private.require_member(args);
  insert into private.member_pins (member_id, salt)
  values (tried, decode(replace(gen_random_uuid()::text, '-', ''), 'hex')) on conflict do nothing;
  select * into pin from private.member_pins where member_id = tried for update;
  if pin.today <> (now() at time zone 'utc')::date then
    pin.today := (now() at time zone 'utc')::date;
    pin.failures_today := 0;
  end if;
  -- Ignores a wait longer than any, which a corrected clock leaves.
  is_limited := pin.needs_password or coalesce(pin.locked_until between now() and now() + interval '2 hours', false);
  pin.failures := pin.failures + 1;
  pin.failures_today := pin.failures_today + 1;
  pin.needs_password := pin.needs_password or pin.failures_today > 20 or pin.failures > 50;
  if pin.hash is not null then
    pin.untold := pin.untold + 1;
    pin.untold_since := coalesce(pin.untold_since, now());
  end if;
  if not is_limited then
    pin.locked_until := now() + private.pin_wait(pin.failures);
  end if;
  update private.member_pins
  set today = pin.today, failures = pin.failures, failures_today = pin.failures_today,
    needs_password = pin.needs_password, locked_until = pin.locked_until,
    untold = pin.untold, untold_since = pin.untold_since
  where member_id = tried;
  if is_limited or pin.needs_password then
    return jsonb_build_object(
      'needsPassword', pin.needs_password,
      'wait', case when pin.needs_password then 3600 else ceil(extract(epoch from pin.locked_until - now()))::int end);
  end if;
  return jsonb_build_object('salt', encode(pin.salt, 'hex'));
end $$;

-- Returns the wrong PINs that the parent whom this device acts as was not told of yet, or null.
create function private.untold_wrong_pins() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  return (
    select jsonb_build_object('count', untold, 'since', untold_since)
    from private.member_pins where member_id = acting.id and acting.role = 'parent' and untold > 0);
end $$;

-- Forgets them, once they were read. Writes a row in any case, because only the reply to a change has events.
create function private.dismiss_wrong_pins() returns text
language plpgsql security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  perform private.require_own_account();
  perform private.require_found(acting.id);
  insert into private.member_pins (member_id, salt)
  values (acting.id, decode(replace(gen_random_uuid()::text, '-', ''), 'hex'))
  on conflict (member_id) do update set untold = 0, untold_since = null;
  return '{}';
end $$;

-- Compares the hash of the edge function. A right one resets the count, and this device acts as the member if it may: a
-- kid's device only learns that a parent is there.
create function private.finish_pin_try(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  tried uuid := (args ->> 'memberId')::uuid;
  chosen public.family_members;
  kept bytea;
  is_acting boolean;
begin
  chosen := private.require_member(args);
  select hash into kept from private.member_pins where member_id = tried for update;
  -- Compares digests, so that the time of the comparison reveals nothing about the hash.
  if kept is null or sha256(kept) <> sha256(decode(args ->> 'hash', 'hex')) then
    return jsonb_build_object('verified', false);
  end if;
  -- The try was counted as wrong before it was checked.
  update private.member_pins
  set failures = 0, failures_today = 0, locked_until = null, untold = greatest(untold - 1, 0),
    untold_since = case when untold > 1 then untold_since end
  where member_id = tried;
  is_acting := private.may_act_as(chosen);
  if is_acting then
    perform private.set_acting_member(chosen);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'verified', true, 'isActing', case when not is_acting then false end, 'wrongPins', private.untold_wrong_pins()));
end $$;

-- Sets a PIN, or removes it without a hash; resets the failures. The edge function says whether it is common, and
-- whether it is of pictures, because the database sees its hash alone.
create function private.set_pin(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  changed public.family_members;
begin
  perform private.require_manager(private.family_of_member((args ->> 'memberId')::uuid));
  select * into changed from public.family_members where id = (args ->> 'memberId')::uuid for no key update;
  if changed.role = 'parent' and (args ->> 'isCommon')::boolean then
    perform private.refuse('common_pin');
  end if;
  insert into private.member_pins (member_id, salt, hash, is_common)
  values (changed.id, decode(coalesce(args ->> 'salt', replace(gen_random_uuid()::text, '-', '')), 'hex'),
    decode(args ->> 'hash', 'hex'), coalesce((args ->> 'isCommon')::boolean, false))
  on conflict (member_id) do update
  set salt = excluded.salt, hash = excluded.hash, is_common = excluded.is_common, failures = 0, failures_today = 0, locked_until = null,
    needs_password = false;
  update public.family_members
  set has_pin = args ->> 'hash' is not null, has_picture_pin = coalesce((args ->> 'isOfPictures')::boolean, false)
  where id = changed.id returning * into changed;
  return private.member_json(changed)::text;
end $$;

-- Resets the failures after a parent's sign-in with the password,
-- which unlocks a profile whose PIN was forgotten or guessed at.
create function private.reset_pin_failures() returns void language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from jsonb_array_elements(auth.jwt() -> 'amr') proof
    where proof ->> 'method' = 'password'
      and (proof ->> 'timestamp')::bigint between extract(epoch from now()) - 60 and extract(epoch from now()) + 60
  ) then
    return;
  end if;
  update private.member_pins set failures = 0, failures_today = 0, locked_until = null, needs_password = false
  where failures > 0 and member_id in (
    select them.id from public.family_members me join public.family_members them using (family_id)
    where me.user_id = auth.uid() and me.role = 'parent');
end $$;

grant execute on function
  private.begin_pin_try, private.untold_wrong_pins, private.dismiss_wrong_pins, private.finish_pin_try,
  private.set_pin to authenticated;

-- The columns of a family's quest board; the one with the highest position is for done quests.
create table public.quest_columns (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  title text not null check (char_length(title) between 1 and private.text_limits_title()),
  emoji text not null check (char_length(emoji) between 1 and private.text_limits_emoji()),
  position integer not null check (position between 0 and 10000),
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  -- Its quests have no day, are not counted and not on the wall. The last column ignores it, because that one finishes
  -- quests; it can become true there when the columns behind are deleted.
  is_someday boolean not null default false,
  -- The target of a quest's foreign key: a column of its own family, never of another one.
  unique (family_id, id),
  -- Without gaps, 0 is the first; checked at the end, because a change moves the neighbours too.
  constraint quest_columns_position_key unique (family_id, position) deferrable initially deferred
);

alter table public.quest_columns enable row level security;

create policy "Members see their own family's columns" on public.quest_columns for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.quest_columns to authenticated;

create function private.last_column(of_family uuid) returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select id from public.quest_columns where family_id = of_family order by position desc limit 1);
end $$;

-- The columns of a family, from left to right.
create function private.columns_of(family uuid) returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(select id from public.quest_columns where family_id = family order by position, id);
end $$;

-- The inputs that place a family's quests: its last column, its day, its time zone and the first day of its week.
create type private.board as (last_column uuid, today date, time_zone text, week date);
-- What was done of a quest: the last day on which somebody did it, null when a weekly quest would not be done any more,
-- and who did it this week, each as often.
create type private.done as (last_day date, week uuid[]);

-- Returns nulls for a family that the caller does not belong to.
create function private.board_of(family uuid) returns private.board language plpgsql stable set search_path = '' as $$
declare
  board private.board;
begin
  select (select id from public.quest_columns where family_id = family order by position desc limit 1),
    (now() at time zone time_zone)::date, time_zone,
    private.week_of(week_starts_on, (now() at time zone time_zone)::date)
  into board
  from public.families where id = family;
  return board;
end $$;

-- Returns the home of quests that have none, `without` a column to delete: the first column that is neither the last
-- nor for someday, else the first that is not the last, else the last.
create function private.default_home(family uuid, without uuid default null) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select id from public.quest_columns where family_id = family and id is distinct from without
    order by position = max(position) over (), is_someday, position limit 1);
end $$;

create function private.column_json(c public.quest_columns) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji, 'position', c.position,
    'isSomeday', c.is_someday, 'version', c.version);
end $$;

-- Numbers a family's columns in the order of `ids`, which may include a column not inserted yet,
-- and announces all of them once.
create function private.place_columns(of_family uuid, ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  revision bigint := private.next_revision(of_family);
  placed jsonb;
begin
  with changed as (
    update public.quest_columns c set position = array_position(ids, c.id) - 1, version = revision
    where c.family_id = of_family
    returning c.position, private.column_json(c) as json
  )
  select jsonb_build_object('columns', jsonb_agg(json order by position)) into placed from changed;
  perform private.announce(of_family, 'columns.ordered', placed || jsonb_build_object('revision', revision));
  return placed;
end $$;

create function private.column_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
  ids uuid[];
begin
  if tg_op = 'DELETE' then
    -- Locks the family's row: of two devices that delete the last two columns at once, the second
    -- waits and sees the first one's deletion.
    revision := private.next_revision(old.family_id);
    if revision is null then
      return old;
    end if;
    if not exists (select from public.quest_columns where family_id = old.family_id and id <> old.id) then
      perform private.refuse('last_column');
    end if;
    perform private.announce(old.family_id, 'column.deleted',
      jsonb_build_object('revision', revision, 'columnId', old.id));
    return old;
  end if;
  if tg_op = 'INSERT' then
    perform private.lock_family(new.family_id);
    ids := private.columns_of(new.family_id);
    perform private.require_room(cardinality(ids), private.family_limits_columns(), 'too_many_columns');
    new.position := least(new.position, cardinality(ids));
    if new.position < cardinality(ids) then
      perform private.place_columns(new.family_id, ids[:new.position] || new.id || ids[new.position + 1:]);
    end if;
  end if;
  revision := private.next_revision(new.family_id);
  new.version := revision;
  perform private.announce(new.family_id, 'column.saved',
    jsonb_build_object('revision', revision, 'column', private.column_json(new)));
  return new;
end $$;

-- Positions change only in private.place_columns, which announces all of them at once.
create trigger column_changed before insert or update of title, emoji, is_someday or delete on public.quest_columns
  for each row execute function private.column_changed();

-- Closes gaps after the statement, which may delete the neighbours too.
create function private.columns_deleted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.place_columns(family_id, private.columns_of(family_id))
  from public.quest_columns where family_id in (select family_id from gone)
  group by family_id having max(position) >= count(*);
  return null;
end $$;

create trigger columns_deleted after delete on public.quest_columns
  referencing old table as gone
  for each statement execute function private.columns_deleted();

-- Triggers run in the order of their names: the title is set before the change is announced.
create trigger a_default_title before insert or update of title on public.quest_columns
  for each row when (new.title = '') execute function private.set_default_title();

-- Adds a new family's columns in its sign-up language. The first is for someday.
create function private.add_first_columns(of_family uuid, language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  titles text[] := case language
    when 'de' then array['Ideen', 'Zu tun', 'In Arbeit', 'Erledigt']
    when 'es' then array['Ideas', 'Por hacer', 'En marcha', 'Completadas']
    else array['Ideas', 'To Do', 'In Progress', 'Done'] end;
begin
  insert into public.quest_columns (family_id, title, emoji, position, is_someday)
  select of_family, titles[place], (array['💡', '📋', '🚀', '✅'])[place], place - 1, place = 1
  from generate_series(1, 4) place;
end $$;

create function private.list_columns(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.column_json(c) order by c.position, c.id), '[]')::text
          from public.quest_columns c where c.family_id = family);
end $$;

-- Sent again with the same id, it returns the column as it is now.
create function private.add_column(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  added public.quest_columns;
begin
  perform private.require_manager(family);
  select * into added from public.quest_columns where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.column_json(added)::text;
  end if;
  insert into public.quest_columns (id, family_id, title, emoji, position)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family, args ->> 'title', args ->> 'emoji',
    coalesce((args ->> 'position')::integer,
      (select least(coalesce(max(position) + 1, 0), 10000) from public.quest_columns where family_id = family)))
  returning * into added;
  return private.column_json(added)::text;
end $$;

create function private.edit_column(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := (args ->> 'columnId')::uuid;
  family uuid := (select family_id from public.quest_columns where id = wanted);
  edited public.quest_columns;
begin
  perform private.require_manager(family);
  if (args ->> 'isSomeday')::boolean
     and wanted = (select id from public.quest_columns where family_id = family order by position desc limit 1) then
    perform private.refuse('last_column_not_someday');
  end if;
  update public.quest_columns set
    title = coalesce(args ->> 'title', title),
    emoji = coalesce(args ->> 'emoji', emoji),
    is_someday = coalesce((args ->> 'isSomeday')::boolean, is_someday)
  where id = wanted
  returning * into edited;
  perform private.require_found(edited.id);
  return private.column_json(edited)::text;
end $$;

-- Reads the columns after locking the family, and so sees the changes of other devices.
create function private.order_columns(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  ids uuid[] := private.uuids(args -> 'columnIds');
begin
  perform private.require_manager(family);
  if array(select unnest(ids) order by 1)
     <> array(select id from public.quest_columns where family_id = family order by 1) then
    perform private.refuse('incomplete_order');
  end if;
  return private.place_columns(family, ids)::text;
end $$;

-- Refuses to delete a column that holds quests. Quests of that home that are in the last column for now get the first
-- of the other columns that is not for someday.
create function private.delete_column(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := (args ->> 'columnId')::uuid;
  family uuid := (select family_id from public.quest_columns where id = wanted);
  board private.board := private.board_of(family);
  held bigint;
  deleted public.quest_columns;
begin
  perform private.require_parent(family);
  -- The quests before the family, the order in which a move takes them.
  perform from public.quests where wanted in (column_id, done_column_id) order by id for no key update;
  perform private.require_manager(family);
  select count(*) into held from public.quests q
  where family_id = family and private.current_column(q, board, private.done_of(q.id, board)) = wanted;
  if held > 0 then
    perform private.refuse('column_not_empty', jsonb_build_object('quests', held));
  end if;
  perform private.rehome_quests(family, wanted, private.default_home(family, wanted));
  delete from public.quest_columns where id = wanted returning * into deleted;
  perform private.require_found(deleted.id);
  return private.column_json(deleted)::text;
end $$;

grant execute on function
  private.last_column, private.board_of, private.default_home, private.column_json, private.list_columns,
  private.add_column, private.edit_column, private.order_columns, private.delete_column to authenticated;

-- Chores with a price in gems. Each stores the column it is in while not done. A finished once-quest stays in the
-- column that it was finished in; a daily or weekly one is in the last column until its next due day, without a write
-- at midnight. private.current_column and domain/rules/quests.ts have the same rule.

-- Domains instead of table checks: Postgres parses a table's checks again for every statement that changes a row, a
-- fifth of a move's time, but a domain's once per connection. A domain is checked before any trigger runs, so that a
-- trigger replaces an empty title.
create domain private.quest_title as text check (char_length(value) <= private.text_limits_title());
create domain private.quest_description as text check (char_length(value) <= private.text_limits_description());
create domain private.quest_icon as text check (char_length(value) between 1 and private.text_limits_emoji());
create domain private.gem_value as integer check (value between 0 and private.gem_limits_value());
create domain private.assignee_ids as uuid[] check (cardinality(value) between 1 and private.family_limits_members());
create domain private.recurring as text check (value in ('once', 'daily', 'weekly'));
-- Sorted; 1 is Monday.
create domain private.weekdays as smallint[]
  check (cardinality(value) > 0 and value <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]);
create domain private.times_per_week as smallint check (value between 1 and 7);
create domain private.target_time as text check (value ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

create table public.quests (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  column_id uuid not null,
  title private.quest_title not null,
  description private.quest_description not null default '',
  icon private.quest_icon not null,
  gem_value private.gem_value not null,
  assignee_ids private.assignee_ids not null,
  recurring private.recurring not null default 'once',
  target_time private.target_time,
  -- When it is due beside that; private.require_schedule refuses what does not go with recurring.
  weekdays private.weekdays,
  times_per_week private.times_per_week,
  due_on date,
  starts_on date,
  ends_on date,
  -- When its days were last changed.
  scheduled_at timestamptz,
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  -- Formatting a board's quests as JSON took most of the time of reading it, so each is formatted when
  -- it changes: the list, the reply and the event of the change all use this text.
  api_json text not null default '',
  done_column_id uuid,
  finished_at timestamptz,
  -- No foreign key, as for assignees: a former member is replaced by the uuid of zeros.
  finished_by uuid,
  archived_at timestamptz,
  constraint quests_column_fkey foreign key (family_id, column_id) references public.quest_columns (family_id, id),
  constraint quests_done_column_fkey foreign key (family_id, done_column_id)
    references public.quest_columns (family_id, id)
) with (fillfactor = 80);

comment on table public.quests is 'A chore with a price in gems. A column that holds one cannot be deleted.';
comment on column public.quests.column_id is 'The column it is in while not done.';
comment on column public.quests.api_json is
  'The quest as the API returns it, as JSON; a daily or weekly one in its column while not done.';
comment on column public.quests.done_column_id is 'The column of a finished once-quest; null while it is not finished.';
comment on column public.quests.finished_at is
  'When a once-quest was finished, or when a daily or weekly one last came to the last column.';
comment on column public.quests.finished_by is
  'The member whose completion brought it to the last column; null when it was moved there by hand, the uuid of zeros for a former member.';
comment on column public.quests.archived_at is
  'When a parent archived it from the last column; archived quests are shown only on request.';

-- By family only: a family has a few hundred quests, and a move that changes no index is half the work.
create index quests_family_id_idx on public.quests (family_id);

alter table public.quests enable row level security;

create policy "Members see their own family's quests" on public.quests for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.quests to authenticated;

-- Whether a daily or weekly quest that was made on `first_day` is due on a day; one of some times a week is on each.
create function private.is_due(q public.quests, first_day date, day date) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(day >= q.starts_on, true) and coalesce(day <= q.ends_on, true) and (q.recurring <> 'weekly'
    or q.times_per_week is not null or extract(isodow from day)::smallint = any(coalesce(q.weekdays, array[extract(isodow from first_day)::smallint])));
end $$;

-- Returns the due day that a day counts for: the nearest one, at most three days away, the earlier of two that are
-- equally near; null where there is none. domain/rules/due-days.ts has the same rule.
create function private.due_day_of(q public.quests, time_zone text, day date) returns date
language plpgsql stable set search_path = '' as $$
declare
  first_day date := (q.created_at at time zone time_zone)::date;
begin
  -- Most quests have no more than the weekday on which they were made.
  if num_nonnulls(q.weekdays, q.starts_on, q.ends_on) = 0 then
    return case when q.recurring <> 'weekly' or q.times_per_week is not null then day
      else first_day + 7 * floor((day - first_day + 3) / 7.0)::integer end;
  end if;
  -- Loops, because a query over the days takes longer to start than to run.
  for away in 0..3 loop
    if private.is_due(q, first_day, day - away) then
      return day - away;
    elsif private.is_due(q, first_day, day + away) then
      return day + away;
    end if;
  end loop;
  return null;
end $$;

-- Returns the first due day after the one that a day counts for; null where there is none.
create function private.next_due_day(q public.quests, time_zone text, day date) returns date
language plpgsql stable set search_path = '' as $$
declare
  due date := private.due_day_of(q, time_zone, day);
  first_day date := (q.created_at at time zone time_zone)::date;
  later date := greatest(coalesce(due, day) + 1, q.starts_on);
begin
  if num_nonnulls(q.weekdays, q.starts_on, q.ends_on) = 0 then
    return due + case when q.recurring = 'weekly' and q.times_per_week is null then 7 else 1 end;
  end if;
  for days in 0..6 loop
    if private.is_due(q, first_day, later + days) then
      return later + days;
    end if;
  end loop;
  return null;
end $$;

-- Whether a daily or weekly quest that was done on a day is so on the board's: no due day has begun since, or all of its
-- assignees are often enough among those who did it this week.
create function private.stays_done(q public.quests, board private.board, day date, week uuid[]) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(board.today < private.next_due_day(q, board.time_zone, day), true)
    or coalesce(q.times_per_week <= all (
      select cardinality(array_positions(week, assignee)) from unnest(q.assignee_ids) assignee), false);
end $$;

-- Whether a daily or weekly quest is done on the board's day: it came to the last column, and stays done since it was
-- completed, or until its next due day since it was moved there by hand.
create function private.is_done(q public.quests, board private.board, done private.done) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  day date := case when q.finished_by is null then (q.finished_at at time zone board.time_zone)::date else done.last_day end;
begin
  return q.finished_at is not null and day is not null
    and private.stays_done(q, board, day, case when q.finished_by is not null then done.week end);
end $$;

-- Returns the column a quest is in on the board's day.
create function private.current_column(q public.quests, board private.board, done private.done) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if q.recurring = 'once' then
    return coalesce(q.done_column_id, q.column_id);
  end if;
  if private.is_done(q, board, done) then
    return board.last_column;
  end if;
  return case q.column_id when board.last_column then private.default_home(q.family_id) else q.column_id end;
end $$;

-- Returns what was done of a quest up to the board's day.
create function private.done_of(quest uuid, board private.board) returns private.done
language plpgsql stable set search_path = '' as $$
declare
  done private.done;
begin
  select max(completed_date), array_agg(member_id) filter (where completed_date >= board.week) into done
  from public.quest_completions
  where quest_id = quest and completed_date between board.today - private.completion_days_days_before() and board.today;
  return done;
end $$;

create function private.quest_api_json(q public.quests) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return format(
    '{"columnId":"%s","id":"%s","title":%s,"description":%s,"icon":%s,"gemValue":%s,"assigneeIds":%s,"recurring":%s,"targetTime":%s,"createdAt":%s,"finishedAt":%s,"finishedBy":%s,"isArchived":%s,"version":%s%s%s}',
    coalesce(q.done_column_id, q.column_id), q.id, to_json(q.title), to_json(q.description), to_json(q.icon),
    q.gem_value, to_json(q.assignee_ids), to_json(q.recurring), coalesce(to_json(q.target_time), 'null'),
    to_json(q.created_at), coalesce(to_json(q.finished_at), 'null'), coalesce(to_json(q.finished_by), 'null'),
    to_json(q.archived_at is not null), q.version,
    case when q.done_column_id <> q.column_id then format(',"homeColumnId":"%s"', q.column_id) end,
    case when num_nonnulls(q.weekdays, q.times_per_week, q.due_on, q.starts_on, q.ends_on, q.scheduled_at) > 0 then
      -- Without its braces.
      ',' || btrim(jsonb_strip_nulls(jsonb_build_object('weekdays', q.weekdays, 'timesPerWeek', q.times_per_week, 'dueOn', q.due_on,
        'startsOn', q.starts_on, 'endsOn', q.ends_on, 'scheduledAt', q.scheduled_at))::text, '{}') end);
end $$;

-- Returns a quest exactly as the API does, in its current column.
create function private.quest_json(q public.quests, board private.board, done private.done) returns text
language plpgsql stable set search_path = '' as $$
declare
  current_column uuid := private.current_column(q, board, done);
begin
  if q.recurring = 'once' or current_column = q.column_id then
    return q.api_json;
  end if;
  return q.api_json::jsonb || jsonb_build_object('columnId', current_column, 'homeColumnId', q.column_id);
end $$;

create function private.quest_json(q public.quests) returns text language plpgsql stable set search_path = '' as $$
declare
  board private.board;
begin
  if q.recurring = 'once' or (q.finished_at is null and q.column_id <> private.last_column(q.family_id)) then
    return q.api_json;
  end if;
  board := private.board_of(q.family_id);
  return private.quest_json(q, board, private.done_of(q.id, board));
end $$;

-- Triggers run in the order of their names: a title is set before quest_changed formats the JSON and announces it.
create trigger a_default_title before insert or update of title on public.quests
  for each row when (new.title = '') execute function private.set_default_title();

create function private.quest_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
  opened integer := 0;
  held integer;
begin
  if tg_op <> 'DELETE' and (new.recurring <> 'once' or new.finished_at is null) then
    opened := 1;
  end if;
  if tg_op <> 'INSERT' and (old.recurring <> 'once' or old.finished_at is null) then
    opened := opened - 1;
  end if;
  if tg_op = 'DELETE' then
    update public.families set revision = families.revision + 1, open_quests = open_quests + opened
    where id = old.family_id returning families.revision into revision;
    if revision is not null then
      perform private.announce(old.family_id, 'quest.deleted',
        jsonb_build_object('revision', revision, 'questId', old.id));
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and new.family_id <> old.family_id then
    raise check_violation using message = 'a quest stays with its family';
  end if;
  if tg_op = 'UPDATE' and new.version <> old.version then
    -- private.save_quests has counted the revision, and announces many quests at once.
    new.api_json := private.quest_api_json(new);
    return new;
  end if;
  -- Counts the revision itself, because this is the busiest trigger.
  update public.families set revision = families.revision + 1, open_quests = open_quests + opened
  where id = new.family_id
  returning families.revision, open_quests - opened into new.version, held;
  if opened > 0 then
    if held >= private.family_limits_open_quests() then
      held := held - (
        select count(*) from public.quests q join public.families f on f.id = q.family_id
        where q.family_id = new.family_id and q.ends_on < (now() at time zone f.time_zone)::date);
    end if;
    perform private.require_room(held, private.family_limits_open_quests(), 'too_many_quests');
  end if;
  -- An array has no foreign key, so that assignees are checked here when they change.
  if tg_op = 'INSERT' or new.assignee_ids is distinct from old.assignee_ids then
    if (select count(*) from public.family_members m where m.family_id = new.family_id and m.id = any(new.assignee_ids))
       <> cardinality(new.assignee_ids) then
      perform private.refuse('assignee_not_in_family');
    end if;
  end if;
  new.api_json := private.quest_api_json(new);
  perform private.announce(new.family_id, 'quest.saved',
    jsonb_build_object('revision', new.version, 'quest', private.quest_json(new)::jsonb));
  return new;
end $$;

create trigger quest_changed before insert or update or delete on public.quests
  for each row execute function private.quest_changed();

-- Saves the changes that one command makes to many quests of a family, a hundred with each revision and event: a
-- revision for each quest would take seconds, because the transaction keeps every version of the family's row.
-- Returns the quests as the API does.
create function private.save_quests(of_family uuid, changed public.quests[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  saved jsonb := '[]'::jsonb;
  before_first bigint;
  batch record;
begin
  if cardinality(changed) = 0 then
    return saved;
  end if;
  update public.families set revision = families.revision + ceil(cardinality(changed) / 100.0)::int
  where id = of_family returning revision - ceil(cardinality(changed) / 100.0)::int into before_first;
  for batch in
    with updated as (
      update public.quests q
      set column_id = c.column_id, assignee_ids = c.assignee_ids, finished_by = c.finished_by,
        archived_at = c.archived_at, version = before_first + ceil(c.ordinality / 100.0)::int
      from unnest(changed) with ordinality c where q.id = c.id
      returning q.version as revision, private.quest_json(q)::jsonb as json
    )
    select revision, jsonb_agg(json) as quests from updated group by revision order by revision
  loop
    perform private.announce(of_family, 'quests.saved',
      jsonb_build_object('revision', batch.revision, 'quests', batch.quests));
    saved := saved || batch.quests;
  end loop;
  return saved;
end $$;

-- Removes a leaving member from their quests; quests without assignees go to the first parent. Quests they finished
-- keep an anonymous finisher.
create function private.reassign_quests(leaving public.family_members) returns void
language plpgsql set search_path = '' as $$
declare
  new_assignee uuid;
  quest public.quests;
  changed public.quests[] := array[]::public.quests[];
begin
  select id into new_assignee from public.family_members
  where family_id = leaving.family_id and role = 'parent' and id <> leaving.id
  order by created_at, id limit 1;
  for quest in
    select * from public.quests
    where family_id = leaving.family_id and (leaving.id = any(assignee_ids) or finished_by = leaving.id)
    order by id for no key update
  loop
    quest.assignee_ids := case when quest.assignee_ids = array[leaving.id] then array[new_assignee]
      else array_remove(quest.assignee_ids, leaving.id) end;
    quest.finished_by := case quest.finished_by when leaving.id then '00000000-0000-0000-0000-000000000000'
      else quest.finished_by end;
    changed := changed || quest;
  end loop;
  perform private.save_quests(leaving.family_id, changed);
end $$;

-- Gives the quests whose home is a column to delete another home.
create function private.rehome_quests(of_family uuid, leaving uuid, home uuid) returns void
language plpgsql set search_path = '' as $$
declare
  quest public.quests;
  changed public.quests[] := array[]::public.quests[];
begin
  for quest in select * from public.quests where family_id = of_family and column_id = leaving order by id loop
    quest.column_id := home;
    changed := changed || quest;
  end loop;
  perform private.save_quests(of_family, changed);
end $$;

-- Lists the family's quests; with `doneSince`, a day of UTC, without the once-quests that were finished before.
create function private.list_quests(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  since timestamptz := (args ->> 'doneSince')::timestamp at time zone 'utc';
  board private.board := private.board_of(family);
begin
  perform private.require_found(board.last_column);
  -- At most 5,000: more than a family finishes in years.
  return (
    select '[' || coalesce(string_agg(json, ',' order by created_at, id), '') || ']'
    from (
      select q.id, q.created_at,
        case when q.recurring = 'once' or (q.finished_at is null and q.column_id <> board.last_column) then q.api_json
          else private.quest_json(q, board, row(last_day, week)::private.done) end as json
      from public.quests q
      left join (
        select quest_id, max(completed_date) as last_day,
          array_agg(member_id) filter (where completed_date >= board.week) as week
        from public.quest_completions
        where family_id = family and completed_date between board.today - private.completion_days_days_before() and board.today
        group by quest_id
      ) done on done.quest_id = q.id
      where q.family_id = family
        and (since is null or q.recurring <> 'once' or q.finished_at is null or q.finished_at >= since)
      limit 5000
    ) listed);
end $$;

-- Lists the once-quests that were finished before `doneSince` or archived, newest first, a page of them; for the next one
-- `before` and `beforeId` are the moment and the id of the last one.
create function private.list_archived_quests(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  since timestamptz := (args ->> 'doneSince')::timestamp at time zone 'utc';
  before_moment timestamptz := coalesce((args ->> 'before')::timestamptz, 'infinity');
  before_id uuid := coalesce((args ->> 'beforeId')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return (
    select '[' || coalesce(string_agg(api_json, ',' order by finished_at desc, id desc), '') || ']'
    from (
      select id, api_json, finished_at
      from public.quests
      where family_id = family and recurring = 'once' and (archived_at is not null or finished_at < since)
        and (finished_at, id) < (before_moment, before_id)
      order by finished_at desc, id desc
      limit private.page_sizes_archived_quests()
    ) page);
end $$;

-- Adds a quest; one in the last column is done: a once-quest is finished, another one returns to the first column on
-- its next due day. Sent again with the same id, it returns the quest as it is now.
create function private.add_quest(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  chosen uuid := (args ->> 'columnId')::uuid;
  is_done boolean;
  added public.quests;
  planned public.quests;
begin
  perform private.require_manager(family);
  select * into added from public.quests where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.quest_json(added);
  end if;
  is_done := chosen = private.last_column(family);
  planned.family_id := family;
  planned.recurring := args ->> 'recurring';
  planned.column_id := case when is_done then private.default_home(family) else chosen end;
  planned := private.with_schedule(planned, args);
  insert into public.quests (
    id, family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring, target_time,
    weekdays, times_per_week, due_on, starts_on, ends_on, done_column_id, finished_at)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family,
    planned.column_id,
    args ->> 'title', args ->> 'description', args ->> 'icon', (args ->> 'gemValue')::integer,
    private.uuids(args -> 'assigneeIds'), args ->> 'recurring', args ->> 'targetTime',
    planned.weekdays, planned.times_per_week, planned.due_on, planned.starts_on, planned.ends_on,
    case when is_done and args ->> 'recurring' = 'once' then chosen end, case when is_done then clock_timestamp() end)
  returning * into added;
  return private.quest_json(added);
end $$;

-- Returns the quest with the schedule of `args`, where null removes a field; what does not go with `recurring`, or with
-- weekdays or a number of times that was said, and was not said itself goes. A date moves it out of a column for someday.
create function private.with_schedule(quest public.quests, args jsonb) returns public.quests
language plpgsql stable set search_path = '' as $$
declare
  said jsonb := jsonb_strip_nulls(args);
begin
  if args ? 'timesPerWeek' or said ? 'weekdays' or quest.recurring <> 'weekly' then
    quest.times_per_week := (said ->> 'timesPerWeek')::smallint;
  end if;
  if args ? 'weekdays' or said ? 'timesPerWeek' or quest.recurring <> 'weekly' then
    quest.weekdays := (
      select array_agg(day::smallint order by day::smallint) from jsonb_array_elements_text(said -> 'weekdays') day);
  end if;
  if args ? 'dueOn' or quest.recurring <> 'once' then
    quest.due_on := (said ->> 'dueOn')::date;
  end if;
  if args ? 'startsOn' or quest.recurring = 'once' then
    quest.starts_on := (said ->> 'startsOn')::date;
  end if;
  if args ? 'endsOn' or quest.recurring = 'once' then
    quest.ends_on := (said ->> 'endsOn')::date;
  end if;
  if (num_nonnulls(quest.weekdays, quest.times_per_week) > case quest.recurring when 'weekly' then 1 else 0 end) or (quest.due_on is not null and quest.recurring <> 'once')
     or (num_nonnulls(quest.starts_on, quest.ends_on) > 0 and quest.recurring = 'once')
     or quest.starts_on > quest.ends_on then
    perform private.refuse('schedule_mismatch');
  end if;
  if said ? 'dueOn' and not args ? 'columnId' and exists (
    select from public.quest_columns where id = quest.column_id and is_someday) then
    quest.column_id := private.default_home(quest.family_id);
  end if;
  return quest;
end $$;

-- Guards: lock and return a quest of the caller's own family, the second for its parents alone.
create function private.require_quest(args jsonb) returns public.quests language plpgsql set search_path = '' as $$
declare
  quest public.quests;
begin
  select * into quest from public.quests
  where id = (args ->> 'questId')::uuid and family_id = any(array(select private.my_family_ids())) for no key update;
  perform private.require_found(quest.id);
  return quest;
end $$;

create function private.require_managed_quest(args jsonb) returns public.quests language plpgsql set search_path = '' as $$
declare
  quest public.quests := private.require_quest(args);
begin
  if not (quest.family_id = any(array(select private.managed_family_ids()))) then
    perform private.refuse('not_allowed');
  end if;
  return quest;
end $$;

-- Returns the quest with another recurrence or number of times a week: one that is done becomes a finished once-quest,
-- and completions count for the new due days.
create function private.change_recurrence(quest public.quests, board private.board, args jsonb)
returns public.quests language plpgsql set search_path = '' as $$
declare
  done private.done := private.done_of(quest.id, board);
  doer uuid := (
    select member_id from public.quest_completions
    where quest_id = quest.id and completed_date = done.last_day order by created_at desc limit 1);
  was_done boolean := quest.recurring <> 'once' and private.is_done(quest, board, done);
begin
  quest.recurring := coalesce(args ->> 'recurring', quest.recurring);
  quest := private.with_schedule(quest, args);
  if quest.recurring = 'once' then
    quest.done_column_id := case when was_done then board.last_column end;
    quest.finished_at := case when was_done then quest.finished_at end;
    quest.finished_by := case when was_done and quest.finished_by is not null then doer end;
    return quest;
  end if;
  quest.done_column_id := null;
  quest.archived_at := null;
  if doer is not null and private.stays_done(quest, board, done.last_day, done.week) then
    quest.finished_at := coalesce(quest.finished_at, clock_timestamp());
    quest.finished_by := doer;
  end if;
  return quest;
end $$;

-- Returns the quest after a move to `target`.
create function private.place_quest(quest public.quests, board private.board, target uuid) returns public.quests
language plpgsql set search_path = '' as $$
begin
  if target <> board.last_column then
    -- A quest that was finished when that column was the last one stays finished.
    if target is distinct from quest.done_column_id then
      quest.column_id := target;
      quest.done_column_id := null;
      quest.finished_at := null;
      quest.finished_by := null;
      quest.archived_at := null;
    end if;
  elsif quest.recurring = 'once' then
    quest.done_column_id := target;
    quest.finished_at := coalesce(quest.finished_at, clock_timestamp());
  elsif not private.is_done(quest, board, private.done_of(quest.id, board)) then
    quest.finished_at := clock_timestamp();
    quest.finished_by := null;
  end if;
  return quest;
end $$;

-- Revokes completions by a move: none when the quest is not done, or stays in a column in which it is done.
create function private.revoke_by_move(quest public.quests, board private.board, target uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  return case when quest.finished_at is null or target in (board.last_column, quest.done_column_id) then '[]'::jsonb
    else private.revoke_completions(quest, board) end;
end $$;

create function private.quest_reply(quest public.quests, taken jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case taken when '[]' then private.quest_json(quest)
    else (private.quest_json(quest)::jsonb || jsonb_build_object('takenBack', taken))::text end;
end $$;

-- Returns the board; only the last column for a quest that is not done, which needs no more.
create function private.board_for(quest public.quests) returns private.board
language plpgsql stable set search_path = '' as $$
begin
  return case when quest.finished_at is null then row(private.last_column(quest.family_id), null, null, null)::private.board
    else private.board_of(quest.family_id) end;
end $$;

-- Moves a quest on the family's own day. One that leaves the last column is open again; the reply has its revoked
-- completions. One that comes there was done by its only assignee, who is paid, unless the move says that nobody did it:
-- one transaction, so that no quest is done and nobody paid.
create function private.move_quest(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  target uuid := (args ->> 'columnId')::uuid;
  quest public.quests;
  board private.board;
  taken jsonb;
begin
  quest := private.require_managed_quest(args);
  board := private.board_for(quest);
  if target = board.last_column and not args ? 'completedBy' and cardinality(quest.assignee_ids) = 1
     and (quest.recurring <> 'once' or quest.finished_at is null) then
    perform private.lock_family(quest.family_id);
    board := private.board_of(quest.family_id);
    if private.current_column(quest, board, private.done_of(quest.id, board)) is distinct from target then
      return private.record_completion(quest, board, quest.assignee_ids[1], board.today);
    end if;
  end if;
  taken := private.revoke_by_move(quest, board, target);
  quest := private.place_quest(quest, board, target);
  update public.quests set
    column_id = quest.column_id, done_column_id = quest.done_column_id, finished_at = quest.finished_at,
    finished_by = quest.finished_by, archived_at = quest.archived_at
  where id = quest.id returning * into quest;
  return private.quest_reply(quest, taken);
end $$;

create function private.edit_quest(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  board private.board;
  taken jsonb := '[]'::jsonb;
begin
  quest := private.require_managed_quest(args);
  if args ->> 'recurring' <> quest.recurring or (quest.recurring = 'weekly' and args ? 'timesPerWeek') then
    quest := private.change_recurrence(quest, private.board_of(quest.family_id), args);
  else
    quest := private.with_schedule(quest, args);
  end if;
  if args ? 'columnId' then
    board := private.board_for(quest);
    taken := private.revoke_by_move(quest, board, (args ->> 'columnId')::uuid);
    quest := private.place_quest(quest, board, (args ->> 'columnId')::uuid);
  end if;
  update public.quests set
    column_id = quest.column_id, done_column_id = quest.done_column_id, finished_at = quest.finished_at,
    finished_by = quest.finished_by, archived_at = quest.archived_at, recurring = quest.recurring,
    weekdays = quest.weekdays, times_per_week = quest.times_per_week, due_on = quest.due_on, starts_on = quest.starts_on, ends_on = quest.ends_on,
    scheduled_at = case
      when (weekdays, times_per_week, starts_on, ends_on)
          is distinct from (quest.weekdays, quest.times_per_week, quest.starts_on, quest.ends_on)
        or (recurring <> quest.recurring and num_nonnulls(weekdays, times_per_week, starts_on, ends_on) > 0)
        then clock_timestamp()
      else scheduled_at end,
    title = coalesce(args ->> 'title', title),
    description = coalesce(args ->> 'description', description),
    icon = coalesce(args ->> 'icon', icon),
    gem_value = coalesce((args ->> 'gemValue')::integer, gem_value),
    assignee_ids = case when args ? 'assigneeIds' then private.uuids(args -> 'assigneeIds') else assignee_ids end,
    -- An explicit null removes the time.
    target_time = case when args ? 'targetTime' then args ->> 'targetTime' else target_time end
  where id = quest.id returning * into quest;
  return private.quest_reply(quest, taken);
end $$;

-- Archives the finished once-quests of the last column;
-- the board does not show older ones anyway.
create function private.archive_quests(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  last_column uuid := private.last_column(family);
  quest public.quests;
  changed public.quests[] := array[]::public.quests[];
begin
  perform private.require_parent(family);
  -- The quests before the family, the order in which a move takes them.
  for quest in
    select * from public.quests
    where family_id = family and recurring = 'once' and done_column_id = last_column and archived_at is null
      and finished_at > now() - make_interval(days => private.finished_days_archived())
    order by id for no key update
  loop
    quest.archived_at := clock_timestamp();
    changed := changed || quest;
  end loop;
  perform private.require_manager(family);
  return jsonb_build_object('quests', private.save_quests(family, changed));
end $$;

create function private.delete_quest(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
begin
  quest := private.require_managed_quest(args);
  delete from public.quests where id = quest.id;
  return private.quest_json(quest);
end $$;

grant execute on function
  private.due_day_of, private.is_due, private.next_due_day, private.stays_done, private.is_done, private.current_column, private.done_of,
  private.quest_api_json, private.quest_json(public.quests, private.board, private.done), private.quest_json(public.quests),
  private.list_quests, private.list_archived_quests, private.add_quest, private.move_quest, private.edit_quest,
  private.archive_quests, private.delete_quest to authenticated;

-- The completions of quests by member and day. Undoing one deletes its row.
create table public.quest_completions (
  quest_id uuid not null references public.quests (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  -- A day of the family's calendar.
  completed_date date not null,
  family_id uuid not null references public.families (id) on delete cascade,
  -- The gems paid for it, even when the quest's price changes later.
  gems integer not null check (gems between 0 and private.gem_limits_value()),
  created_at timestamptz not null default clock_timestamp(),
  -- A busy family has some thousand completions a year. Formatting the ids and days takes most of the
  -- time of reading them, so each is formatted once, when it is inserted.
  api_json text not null generated always as (
    '{"questId":"' || quest_id::text
    -- Casting a date to text depends on a setting, so that a stored column cannot use it.
    || '","completedDate":"' || lpad(extract(year from completed_date)::integer::text, 4, '0')
    || '-' || lpad(extract(month from completed_date)::integer::text, 2, '0')
    || '-' || lpad(extract(day from completed_date)::integer::text, 2, '0')
    || '","memberId":"' || member_id::text || '"}') stored,
  -- In this order, because most queries about a quest are about its last days.
  primary key (quest_id, completed_date, member_id)
);

comment on column public.quest_completions.api_json is 'The completion as the API returns it, as JSON.';

create index quest_completions_family_id_idx on public.quest_completions (family_id, completed_date);
create index quest_completions_member_id_idx on public.quest_completions (member_id);
create index quest_completions_created_at_idx on public.quest_completions using brin (created_at);

alter table public.quest_completions enable row level security;

create policy "Members see their own family's completions" on public.quest_completions for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.quest_completions to authenticated;

create function private.completion_json(c public.quest_completions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return c.api_json::jsonb;
end $$;

create function private.completion_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.quest_completions := case when tg_op = 'DELETE' then old else new end;
  revision bigint;
begin
  -- A deleted quest or member has an event of its own, which covers its completions.
  if tg_op = 'DELETE' and not (exists (select from public.quests where id = old.quest_id)
     and exists (select from public.family_members where id = old.member_id)) then
    return null;
  end if;
  revision := private.next_revision(changed.family_id);
  perform private.announce(changed.family_id,
    case when tg_op = 'DELETE' then 'completion.deleted' else 'completion.saved' end,
    jsonb_build_object('revision', revision, 'completion', private.completion_json(changed)));
  return null;
end $$;

create trigger completion_changed after insert or delete on public.quest_completions
  for each row execute function private.completion_changed();

-- Deletes a completion and takes back its gems as far as the member has them; the rest is owed.
-- Returns both as in RevokedCompletion.
create function private.revoke_completion(completion public.quest_completions) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  taken integer;
begin
  perform private.lock_family(completion.family_id);
  delete from public.quest_completions
  where quest_id = completion.quest_id and member_id = completion.member_id
    and completed_date = completion.completed_date;
  if not found then
    return jsonb_build_object('gems', 0, 'owed', 0);
  end if;
  taken := least(completion.gems, private.balance_of(completion.member_id));
  select * into quest from public.quests where id = completion.quest_id;
  if taken > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (completion.family_id, completion.member_id, -taken, 'undo', quest.title, quest.icon);
  end if;
  if completion.gems > taken then
    insert into public.gem_debts (family_id, member_id, amount, title, icon)
    values (completion.family_id, completion.member_id, completion.gems - taken, quest.title, quest.icon);
  end if;
  return jsonb_build_object('gems', taken, 'owed', completion.gems - taken);
end $$;

-- Returns the completions of a daily or weekly quest that count for the same due day as `day`, or on a day without one
-- those of the day itself.
create function private.completions_for(quest public.quests, time_zone text, day date)
returns setof public.quest_completions language plpgsql stable security definer set search_path = '' as $$
declare
  due date := private.due_day_of(quest, time_zone, day);
begin
  return query
    select * from public.quest_completions c
    where quest.recurring <> 'once' and c.quest_id = quest.id
      and c.completed_date between coalesce(due - 3, day) and coalesce(due + 3, day)
      and (due is null or private.due_day_of(quest, time_zone, c.completed_date) = due);
end $$;

-- Revokes completions when a quest leaves the column in which it is done: all of the current due day for a daily or
-- weekly quest, the one that finished it for a once-quest. If that one is of an earlier day it stays, and the quest can
-- be completed and paid again.
create function private.revoke_completions(quest public.quests, board private.board) returns jsonb
language plpgsql set search_path = '' as $$
declare
  done public.quest_completions;
  taken jsonb := '[]'::jsonb;
begin
  for done in
    select * from public.quest_completions c
    where quest.recurring = 'once' and c.quest_id = quest.id and c.member_id = quest.finished_by
      and c.completed_date >= board.today
    union all
    select * from private.completions_for(quest, board.time_zone, board.today)
    order by created_at
  loop
    taken := taken || jsonb_build_array(done.api_json::jsonb || private.revoke_completion(done));
  end loop;
  return taken;
end $$;

-- Returns the completion that already counts for that day,
-- so that of two requests to complete a quest only one is paid.
create function private.existing_completion(quest public.quests, member uuid, day date, time_zone text)
returns public.quest_completions language plpgsql stable security definer set search_path = '' as $$
declare
  counted public.quest_completions;
begin
  if quest.recurring = 'once' then
    select * into counted from public.quest_completions
    -- Moved out of the last column, it is not paid again to the same member for the same day.
    where quest_id = quest.id and case when quest.finished_by is null then member_id = member and completed_date = day
      else member_id = quest.finished_by end
    order by completed_date desc limit 1;
  else
    select * into counted from private.completions_for(quest, time_zone, day)
    where member_id = member order by completed_date desc limit 1;
  end if;
  return counted;
end $$;

-- Whether this device may complete the quest for the member: as a parent for everybody, as a kid for itself, on the
-- paired wall for each kid. A kid has to be assigned.
create function private.may_complete(quest public.quests, doer uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
begin
  if acting.role = 'parent' then
    return acting.family_id = quest.family_id;
  end if;
  return doer = any(quest.assignee_ids) and (
    (doer = acting.id and acting.family_id = quest.family_id)
    or exists (
      select from private.paired_device() device join public.family_members m on m.family_id = device.family_id
      where device.use = 'wall' and device.family_id = quest.family_id and m.id = doer and m.role = 'kid'));
end $$;

-- Whether a member has done a quest of some times a week often enough, in the week of a day on which they have not.
create function private.is_enough(quest public.quests, board private.board, doer uuid, day date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  -- At most two days ago.
  week date := case when day < board.week then board.week - 7 else board.week end;
begin
  return quest.times_per_week <= (
      select count(*) from public.quest_completions
      where quest_id = quest.id and member_id = doer and completed_date between week and week + 6)
    and (private.existing_completion(quest, doer, day, board.time_zone)).quest_id is null;
end $$;

-- Records and pays the completion of a locked quest of a locked family, and returns the quest with it. Repeated, by two
-- devices or after a lost response, it returns the same and pays nothing more: `isNew` is whether the completion was
-- recorded now, `settled` how many of its gems were owed. A once-quest that a former member finished stays done.
create function private.record_completion(quest public.quests, board private.board, doer uuid, day date) returns text
language plpgsql set search_path = '' as $$
declare
  counted public.quest_completions := private.existing_completion(quest, doer, day, board.time_zone);
  is_new boolean := counted.quest_id is null;
  was_done boolean;
  settled integer := 0;
begin
  if is_new and quest.recurring = 'once' and quest.finished_by is not null then
    return private.quest_json(quest);
  end if;
  was_done := quest.finished_by is not null
    and (quest.recurring = 'once' or private.is_done(quest, board, private.done_of(quest.id, board)));
  if is_new then
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    values (quest.id, doer, day, quest.family_id, quest.gem_value)
    returning * into counted;
    settled := private.settled_gems(doer, quest.gem_value);
    if quest.gem_value > 0 then
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
      values (quest.family_id, doer, quest.gem_value, 'completion', quest.title, quest.icon);
    end if;
  end if;
  if not was_done and (quest.recurring = 'once' or private.stays_done(quest, board, day,
       case when quest.times_per_week is not null then (private.done_of(quest.id, board)).week end)) then
    update public.quests set
      done_column_id = case recurring when 'once' then coalesce(done_column_id, board.last_column) end,
      finished_at = case when recurring = 'once' and finished_at is not null then finished_at
        else clock_timestamp() end,
      finished_by = counted.member_id
    where id = quest.id returning * into quest;
  end if;
  return (
    private.quest_json(quest)::jsonb
    || jsonb_build_object('completed',
      jsonb_build_object('completion', counted.api_json::jsonb, 'gems', counted.gems, 'isNew', is_new)
      || case when settled > 0 then jsonb_build_object('settled', settled) else '{}' end))::text;
end $$;

-- Completes a quest for a member, on a day.
create function private.complete_quest(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  doer uuid := (args ->> 'completingMemberId')::uuid;
  day date := (args ->> 'completedDate')::date;
  quest public.quests;
  board private.board;
begin
  quest := private.require_quest(args);
  -- The quest before the family, the order in which a move takes them. From here on no member and no column of the
  -- family can be deleted.
  perform private.lock_family(quest.family_id);
  if private.may_complete(quest, doer) is not true then
    perform private.refuse('not_assigned');
  end if;
  if not exists (select from public.family_members where id = doer and family_id = quest.family_id) then
    perform private.refuse('completer_not_in_family');
  end if;
  if args ? 'columnId'
     and not exists (
       select from public.quest_columns where id = (args ->> 'columnId')::uuid and family_id = quest.family_id) then
    perform private.refuse('invalid_column');
  end if;
  board := private.board_of(quest.family_id);
  if day not between board.today - private.late_days_completion() and board.today then
    perform private.refuse('other_completion_day');
  end if;
  -- More than that is for a parent to decide.
  if (private.acting_member()).role is distinct from 'parent' and private.is_enough(quest, board, doer, day) then
    perform private.refuse('done_this_week');
  end if;
  return private.record_completion(quest, board, doer, day);
end $$;

-- Undoes a completion; returns the gems taken back and owed.
-- A quest that no other completion keeps in the last column returns home.
create function private.undo_completion(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  quest public.quests;
  board private.board;
  done public.quest_completions;
  taken jsonb;
begin
  quest := private.require_quest(args);
  select * into done from public.quest_completions
  where quest_id = quest.id and member_id = (args ->> 'memberId')::uuid
    and completed_date = (args ->> 'completedDate')::date;
  if done is null then
    perform private.refuse('not_found');
  end if;
  if not (done.family_id = any(array(select private.managed_family_ids()))) and not coalesce(
    -- The wall offers it; the call may take some seconds more.
    (private.paired_device()).use = 'wall'
    and done.created_at between clock_timestamp() - make_interval(secs => private.undo_seconds_call()) and clock_timestamp() + interval '1 minute'
    and exists (select from public.family_members where id = done.member_id and role = 'kid'), false) then
    perform private.refuse('not_allowed');
  end if;
  board := private.board_of(quest.family_id);
  taken := private.revoke_completion(done);
  if (case quest.recurring
    when 'once' then quest.finished_by = done.member_id and not exists (
      select from public.quest_completions
      where quest_id = quest.id and member_id = done.member_id and completed_date > done.completed_date)
    else quest.finished_by is not null
      and not private.is_done(quest, board, private.done_of(quest.id, board)) end) then
    update public.quests set done_column_id = null, finished_at = null, finished_by = null, archived_at = null
    where id = quest.id;
  end if;
  return (done.api_json::jsonb || taken)::text;
end $$;

-- Returns a family's completions between two days as the API does, with what each paid on demand.
create function private.completions_between(family uuid, first_day date, last_day date, has_gems boolean) returns text
language plpgsql stable set search_path = '' as $$
begin
  -- The newest 10,000: more than a family makes in a year.
  return (
    select '[' || coalesce(string_agg(
      case when has_gems then left(api_json, -1) || ',"gems":' || gems || '}' else api_json end, ','
      order by completed_date), '') || ']'
    from (
      select api_json, completed_date, gems from public.quest_completions
      where family_id = family and completed_date between first_day and last_day
      order by completed_date desc limit 10000
    ) newest);
end $$;

create function private.list_completions(args jsonb) returns text language plpgsql stable set search_path = '' as $$
begin
  return private.completions_between(
    private.own_family(args), (args ->> 'startDate')::date, (args ->> 'endDate')::date, true);
end $$;

grant execute on function
  private.completions_between, private.completion_json, private.complete_quest, private.undo_completion, private.list_completions to authenticated;

-- Days on which members need not do their quests: holidays, a fever, or one quest that is skipped on one day. What they
-- do anyway counts.
create table public.absences (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  -- Null for all members.
  member_id uuid references public.family_members (id) on delete cascade,
  -- Null for all quests.
  quest_id uuid references public.quests (id) on delete cascade,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  reason text check (char_length(reason) between 1 and private.text_limits_emoji()),
  version bigint not null default 0
);

create index absences_family_id_idx on public.absences (family_id);
create index absences_member_id_idx on public.absences (member_id);
create index absences_quest_id_idx on public.absences (quest_id);

alter table public.absences enable row level security;

create policy "Members see the absences of their own family" on public.absences for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.absences to authenticated;

create function private.absence_json(a public.absences) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', a.id, 'memberId', a.member_id, 'questId', a.quest_id, 'startsOn', a.starts_on,
    'endsOn', a.ends_on, 'reason', a.reason, 'version', a.version);
end $$;

create function private.absence_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- No screen has one that ended long ago.
    if old.ends_on < current_date - 31 then
      return old;
    end if;
    old.version := private.next_revision(old.family_id);
    if old.version is not null then
      perform private.announce(old.family_id, 'absence.deleted',
        jsonb_build_object('revision', old.version, 'absenceId', old.id));
    end if;
    return old;
  end if;
  new.version := private.next_revision(new.family_id);
  perform private.announce(new.family_id, 'absence.saved',
    jsonb_build_object('revision', new.version, 'absence', private.absence_json(new)));
  return new;
end $$;

create trigger absence_changed before insert or update or delete on public.absences
  for each row execute function private.absence_changed();

-- Lists those that end on or after `startDate`.
create function private.list_absences(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (
    select coalesce(jsonb_agg(private.absence_json(a) order by a.starts_on, a.id), '[]')::text
    from public.absences a where a.family_id = family and a.ends_on >= (args ->> 'startDate')::date);
end $$;

-- Adds an absence; one from a daily or weekly quest is of the due day that its first day counts for. Sent again with the
-- same id, it returns the absence as it is now.
create function private.add_absence(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  member uuid := (args ->> 'memberId')::uuid;
  added public.absences;
  quest public.quests;
  due date;
begin
  perform private.require_manager(family);
  select * into added from public.absences where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.absence_json(added)::text;
  end if;
  if args ->> 'questId' is not null then
    -- Without a lock, because a completion locks the quest before the family.
    select * into quest from public.quests where id = (args ->> 'questId')::uuid and family_id = family;
    perform private.require_found(quest.id);
    due := private.due_day_of(quest, (private.board_of(family)).time_zone, (args ->> 'startsOn')::date);
  end if;
  if member is not null then
    perform private.require_found((select id from public.family_members where id = member and family_id = family));
  end if;
  perform private.require_room(
    (select count(*) from public.absences where family_id = family), private.family_limits_absences(), 'too_many_absences');
  insert into public.absences (id, family_id, member_id, quest_id, starts_on, ends_on, reason)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family, member, quest.id,
    coalesce(due, (args ->> 'startsOn')::date), coalesce(due, (args ->> 'endsOn')::date), args ->> 'reason')
  returning * into added;
  return private.absence_json(added)::text;
end $$;

-- Moves the last day of an absence.
create function private.edit_absence(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  absence public.absences;
begin
  perform private.require_manager((select family_id from public.absences where id = (args ->> 'absenceId')::uuid));
  select * into absence from public.absences where id = (args ->> 'absenceId')::uuid for update;
  perform private.require_found(absence.id);
  if (args ->> 'endsOn')::date < absence.starts_on then
    perform private.refuse('days_reversed');
  end if;
  update public.absences set ends_on = (args ->> 'endsOn')::date where id = absence.id returning * into absence;
  return private.absence_json(absence)::text;
end $$;

create function private.delete_absence(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.absences;
begin
  perform private.require_manager((select family_id from public.absences where id = (args ->> 'absenceId')::uuid));
  delete from public.absences where id = (args ->> 'absenceId')::uuid returning * into deleted;
  perform private.require_found(deleted.id);
  return private.absence_json(deleted)::text;
end $$;

grant execute on function
  private.absence_json, private.list_absences, private.add_absence, private.edit_absence, private.delete_absence
  to authenticated;

-- The ledger, to which rows are only added. A balance is the sum of a member's rows and never below 0.
create table public.gem_entries (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  amount integer not null check (amount <> 0),
  reason text not null check (reason in ('completion', 'undo', 'redemption', 'refund', 'practice', 'given', 'taken')),
  -- The quest or reward as it was then, so that the row still names it after its deletion.
  -- For gems given or taken, a parent's reason.
  title text not null,
  icon text not null,
  -- Also orders the rows of one transaction.
  entry_number bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  -- The day of a paid practice, on the family's calendar.
  practice_day date,
  balance bigint not null,
  constraint gem_entries_check check ((amount > 0) = (reason in ('completion', 'refund', 'practice', 'given'))),
  constraint gem_entries_practice_day_check check ((practice_day is not null) = (reason = 'practice'))
);

comment on column public.gem_entries.balance is 'The sum of the member''s rows up to this one.';

-- Includes the balance, so that it is read from the index alone.
create index gem_entries_member_id_idx on public.gem_entries (member_id, entry_number) include (balance);
create index gem_entries_family_id_idx on public.gem_entries (family_id);
create unique index gem_entries_practice_day_idx on public.gem_entries (member_id, practice_day)
  where reason = 'practice';

-- Spent gems of an undone completion are owed, and taken from the member's next gems: otherwise spending before an undo
-- and declining after it would create gems. A balance minus the debts is the sum of the gems paid for done quests and
-- practice and given by parents, minus those that parents took and those redeemed.
create table public.gem_debts (
  -- The oldest one is settled first.
  debt_number bigint generated always as identity primary key,
  family_id uuid not null references public.families (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  amount integer not null check (amount > 0),
  -- The undone quest as it was then.
  title text not null,
  icon text not null
);

create index gem_debts_member_id_idx on public.gem_debts (member_id, debt_number);
create index gem_debts_family_id_idx on public.gem_debts (family_id);

alter table public.gem_entries enable row level security;
alter table public.gem_debts enable row level security;

create policy "Members see their own family's ledger" on public.gem_entries for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Members see what is owed in their own family" on public.gem_debts for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.gem_entries, public.gem_debts to authenticated;

create function private.balance_of(member uuid) returns bigint language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select balance from public.gem_entries where member_id = member order by entry_number desc limit 1), 0);
end $$;

create function private.gem_entry_json(e public.gem_entries) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', e.id, 'memberId', e.member_id, 'amount', e.amount, 'reason', e.reason,
    'title', e.title, 'icon', e.icon, 'createdAt', e.created_at);
end $$;

-- Locks the family's row before any insert, so that no two rows of a member are inserted at once,
-- the sum is never below 0, and the row with the highest number was inserted last.
create function private.gem_entry_added() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint := private.next_revision(new.family_id);
begin
  new.entry_number := nextval(pg_get_serial_sequence('public.gem_entries', 'entry_number'));
  new.balance := private.balance_of(new.member_id) + new.amount;
  if new.balance < 0 then
    perform private.refuse('not_enough_gems');
  end if;
  perform private.announce(new.family_id, 'gems.changed',
    jsonb_build_object('revision', revision, 'balance', new.balance, 'entry', private.gem_entry_json(new)));
  return new;
end $$;

create trigger gem_entry_added before insert on public.gem_entries
  for each row execute function private.gem_entry_added();

-- Settles debts by new gems, each debt with a row of its own.
create function private.settle_gem_debts() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  debt public.gem_debts;
  taken integer;
begin
  for debt in select * from public.gem_debts where member_id = new.member_id order by debt_number loop
    taken := least(debt.amount, private.balance_of(new.member_id));
    exit when taken = 0;
    if taken = debt.amount then
      delete from public.gem_debts where debt_number = debt.debt_number;
    else
      update public.gem_debts set amount = amount - taken where debt_number = debt.debt_number;
    end if;
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (new.family_id, new.member_id, -taken, 'undo', debt.title, debt.icon);
  end loop;
  return null;
end $$;

create trigger gem_entry_settles after insert on public.gem_entries
  for each row when (new.amount > 0) execute function private.settle_gem_debts();

-- Returns how many of a member's new gems are owed; to be called before they are inserted.
create function private.settled_gems(member uuid, gems integer) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return least(gems, (select coalesce(sum(amount), 0) from public.gem_debts where member_id = member));
end $$;

create function private.gems(args jsonb) returns text language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('balance', private.balance_of(private.own_member(args)));
end $$;

create function private.list_gem_entries(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  member uuid := private.own_member(args);
begin
  -- The newest entries: more than half a year of a busy child.
  return (
    select coalesce(json_agg(answered), '[]')
    from (
      select id, member_id as "memberId", amount, reason, title, icon, created_at as "createdAt"
      from public.gem_entries where member_id = member order by entry_number desc limit private.page_sizes_gem_entries()
    ) answered);
end $$;

-- Gives a parent's gems to a member, or takes existing ones.
create function private.add_gem_entry(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
  gems integer := (args ->> 'amount')::integer;
  added public.gem_entries;
begin
  perform private.require_manager(private.family_of_member(member));
  insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
  select family_id, id, gems, case when gems > 0 then 'given' else 'taken' end, args ->> 'reason',
    case when gems > 0 then '🎁' else '✋' end
  from public.family_members where id = member
  returning * into added;
  -- Another parent may have removed the member during the wait for the lock.
  perform private.require_found(added.id);
  return private.gem_entry_json(added)::text;
end $$;

grant execute on function
  private.balance_of, private.gem_entry_json, private.gems, private.list_gem_entries,
  private.add_gem_entry to authenticated;

-- The rewards that members redeem gems for.
create table public.rewards (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  title text not null check (char_length(title) between 1 and private.text_limits_title()),
  icon text not null check (char_length(icon) between 1 and private.text_limits_emoji()),
  gem_cost integer not null check (gem_cost between 0 and private.gem_limits_value()),
  -- Shown to kids.
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  version bigint not null default 0
);

create index rewards_family_id_idx on public.rewards (family_id);

alter table public.rewards enable row level security;

create policy "Members see what their own family's kids are shown, parents all of its rewards"
  on public.rewards for select to authenticated
  using (family_id = any(array(select private.my_family_ids()))
    and (is_active or family_id = any(array(select private.managed_family_ids()))));

grant select on public.rewards to authenticated;

create function private.reward_json(r public.rewards) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', r.id, 'title', r.title, 'icon', r.icon, 'gemCost', r.gem_cost,
    'isActive', r.is_active::int, 'version', r.version);
end $$;

create function private.reward_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    revision := private.next_revision(old.family_id);
    if revision is not null then
      perform private.announce(old.family_id, 'reward.deleted',
        jsonb_build_object('revision', revision, 'rewardId', old.id));
    end if;
    return old;
  end if;
  revision := private.next_revision(new.family_id);
  if tg_op = 'INSERT' then
    perform private.require_room((select count(*) from public.rewards where family_id = new.family_id), private.family_limits_rewards(),
      'too_many_rewards');
  end if;
  new.version := revision;
  -- The event of a hidden reward has only its id: parents' devices fetch the rest.
  if new.is_active then
    perform private.announce(new.family_id, 'reward.saved',
      jsonb_build_object('revision', revision, 'reward', private.reward_json(new)));
  else
    perform private.announce(new.family_id, 'reward.hidden',
      jsonb_build_object('revision', revision, 'rewardId', new.id));
  end if;
  return new;
end $$;

create trigger reward_changed before insert or update or delete on public.rewards
  for each row execute function private.reward_changed();

-- Triggers run in the order of their names: the title is set before the change is announced.
create trigger a_default_title before insert or update of title on public.rewards
  for each row when (new.title = '') execute function private.set_default_title();

create function private.list_rewards(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.reward_json(r) order by r.created_at, r.id), '[]')::text
          from public.rewards r where r.family_id = family);
end $$;

create function private.list_active_rewards(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.reward_json(r) order by r.gem_cost, r.created_at, r.id), '[]')::text
          from public.rewards r where r.family_id = family and r.is_active);
end $$;

-- Sent again with the same id, it returns the reward as it is now.
create function private.add_reward(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  added public.rewards;
begin
  perform private.require_manager(family);
  select * into added from public.rewards where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.reward_json(added)::text;
  end if;
  insert into public.rewards (id, family_id, title, icon, gem_cost)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family, args ->> 'title', args ->> 'icon',
    (args ->> 'gemCost')::integer)
  returning * into added;
  return private.reward_json(added)::text;
end $$;

create function private.edit_reward(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  edited public.rewards;
begin
  perform private.require_manager((select family_id from public.rewards where id = (args ->> 'rewardId')::uuid));
  update public.rewards set
    title = coalesce(args ->> 'title', title),
    icon = coalesce(args ->> 'icon', icon),
    gem_cost = coalesce((args ->> 'gemCost')::integer, gem_cost),
    is_active = coalesce((args ->> 'isActive')::integer::boolean, is_active)
  where id = (args ->> 'rewardId')::uuid
  returning * into edited;
  perform private.require_found(edited.id);
  return private.reward_json(edited)::text;
end $$;

create function private.delete_reward(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.rewards;
begin
  perform private.require_manager((select family_id from public.rewards where id = (args ->> 'rewardId')::uuid));
  delete from public.rewards where id = (args ->> 'rewardId')::uuid returning * into deleted;
  perform private.require_found(deleted.id);
  return private.reward_json(deleted)::text;
end $$;

grant execute on function
  private.reward_json, private.list_rewards, private.list_active_rewards, private.add_reward, private.edit_reward,
  private.delete_reward to authenticated;

-- Redeemed rewards, paid or waiting for a parent; the gems of a reserved one are taken already.
create table public.redemptions (
  -- Chosen by the device: the same request sent again is the same redemption.
  id uuid primary key,
  family_id uuid not null references public.families (id) on delete cascade,
  member_id uuid not null references public.family_members (id) on delete cascade,
  reward_id uuid references public.rewards (id) on delete set null,
  -- The reward as it was then.
  title text not null,
  icon text not null,
  gem_cost integer not null check (gem_cost between 0 and private.gem_limits_value()),
  status text not null check (status in ('reserved', 'granted', 'declined')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  version bigint not null default 0,
  -- Whether it waited for a parent: a child cannot put back what a parent granted.
  was_reserved boolean not null default false,
  -- Whether it was put back: within seconds by everyone who may redeem, because in the mode "spend" a tap redeems at
  -- once, or later by a parent.
  is_put_back boolean not null default false,
  settled integer not null default 0,
  check ((decided_at is null) = (status = 'reserved')),
  check (not is_put_back or status = 'declined')
);

comment on column public.redemptions.is_put_back is
  'Nobody declined it: whoever redeemed it put it back at once, or a parent gave it back later.';
comment on column public.redemptions.settled is 'How many of the gems that went back settled what the member owed.';

create index redemptions_family_id_idx on public.redemptions (family_id, created_at);
create index redemptions_member_id_idx on public.redemptions (member_id);
create index redemptions_reward_id_idx on public.redemptions (reward_id);
create index redemptions_decided_at_idx on public.redemptions using brin (decided_at);

alter table public.redemptions enable row level security;

create policy "Members see their own family's redemptions" on public.redemptions for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.redemptions to authenticated;

create function private.redemption_json(r public.redemptions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', r.id, 'rewardId', r.reward_id, 'memberId', r.member_id, 'title', r.title,
    'icon', r.icon, 'gemCost', r.gem_cost, 'status', r.status, 'createdAt', r.created_at, 'decidedAt', r.decided_at,
    'version', r.version)
    || case when r.is_put_back then '{"putBack": true}'::jsonb else '{}' end
    || case when r.settled > 0 then jsonb_build_object('settled', r.settled) else '{}' end;
end $$;

create function private.redemption_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.version := private.next_revision(new.family_id);
  if tg_op = 'UPDATE' and new.status = 'declined' and old.status <> 'declined' then
    new.settled := private.settled_gems(new.member_id, new.gem_cost);
  end if;
  perform private.announce(new.family_id, 'redemption.saved',
    jsonb_build_object('revision', new.version, 'redemption', private.redemption_json(new)));
  return new;
end $$;

create trigger redemption_changed before insert or update on public.redemptions
  for each row execute function private.redemption_changed();

-- A guard: locks the family of a reward, so that no member and no reward of it can be deleted from here on, and returns
-- the reward; a hidden one is missing for a kid.
create function private.require_reward(args jsonb) returns public.rewards language plpgsql set search_path = '' as $$
declare
  reward public.rewards;
begin
  perform private.lock_family(family_id) from public.rewards
  where id = (args ->> 'rewardId')::uuid and family_id = any(array(select private.my_family_ids()));
  select * into reward from public.rewards
  where id = (args ->> 'rewardId')::uuid and family_id = any(array(select private.my_family_ids()));
  if reward.id is null or ((private.acting_member()).role = 'kid' and not reward.is_active) then
    perform private.refuse('not_found');
  end if;
  return reward;
end $$;

-- A guard: locks and returns a redemption of the caller's own family.
create function private.require_redemption(args jsonb) returns public.redemptions
language plpgsql set search_path = '' as $$
declare
  redemption public.redemptions;
begin
  select * into redemption from public.redemptions
  where id = (args ->> 'redemptionId')::uuid and family_id = any(array(select private.my_family_ids()))
  for no key update;
  perform private.require_found(redemption.id);
  return redemption;
end $$;

create function private.redeem_reward(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
  acting public.family_members := private.acting_member();
  reward public.rewards;
  mode text;
  made public.redemptions;
begin
  reward := private.require_reward(args);
  if acting.id is null or acting.family_id <> reward.family_id or (acting.role = 'kid' and member <> acting.id) then
    perform private.refuse('not_own_gems');
  end if;
  if not exists (select from public.family_members where id = member and family_id = reward.family_id) then
    perform private.refuse('redeemer_not_in_family');
  end if;
  select * into made from public.redemptions where id = (args ->> 'redemptionId')::uuid;
  if made.id is not null then
    if made.reward_id is distinct from reward.id or made.member_id <> member then
      perform private.refuse('invalid_input', jsonb_build_object('reason', 'redemption_id_used'));
    end if;
    return private.redemption_json(made)::text;
  end if;
  select reward_mode into mode from public.families where id = reward.family_id;
  if mode = 'celebrate' then
    perform private.refuse('redeeming_off');
  end if;
  if (args ->> 'gemCost')::integer <> reward.gem_cost then
    perform private.refuse('price_changed', jsonb_build_object('title', reward.title, 'gems', reward.gem_cost));
  end if;
  insert into public.redemptions (
    id, family_id, member_id, reward_id, title, icon, gem_cost, status, was_reserved, decided_at)
  values ((args ->> 'redemptionId')::uuid, reward.family_id, member, reward.id, reward.title, reward.icon,
    reward.gem_cost, case mode when 'ask' then 'reserved' else 'granted' end, mode = 'ask',
    case mode when 'ask' then null else clock_timestamp() end)
  returning * into made;
  if reward.gem_cost > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (reward.family_id, member, -reward.gem_cost, 'redemption', reward.title, reward.icon);
  end if;
  return private.redemption_json(made)::text;
end $$;

create function private.decide_redemption(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  decision text := args ->> 'status';
  decided public.redemptions;
begin
  decided := private.require_redemption(args);
  perform private.require_parent(decided.family_id);
  if decided.status = decision and not decided.is_put_back then
    return private.redemption_json(decided)::text;
  end if;
  if decided.status <> 'reserved' then
    perform private.refuse('already_decided');
  end if;
  update public.redemptions set status = decision, decided_at = clock_timestamp()
  where id = decided.id returning * into decided;
  if decision = 'declined' and decided.gem_cost > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (decided.family_id, decided.member_id, decided.gem_cost, 'refund', decided.title, decided.icon);
  end if;
  return private.redemption_json(decided)::text;
end $$;

create function private.put_back_redemption(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
  redeemed public.redemptions;
  is_parent boolean;
begin
  redeemed := private.require_redemption(args);
  if acting.id is null or acting.family_id <> redeemed.family_id
     or (acting.role = 'kid' and redeemed.member_id <> acting.id) then
    perform private.refuse('not_own_redemption');
  end if;
  if redeemed.is_put_back then
    return private.redemption_json(redeemed)::text;
  end if;
  is_parent := redeemed.family_id = any(array(select private.managed_family_ids()));
  if redeemed.status = 'granted' and redeemed.was_reserved and not is_parent then
    perform private.refuse('granted_by_parent');
  end if;
  -- A parent can give back a granted reward at any time. The screen offers anything else for some seconds;
  -- the call may take some more.
  if redeemed.status = 'declined'
     or (redeemed.created_at not between clock_timestamp() - make_interval(secs => private.undo_seconds_call()) and clock_timestamp() + interval '1 minute'
       and not (is_parent and redeemed.status = 'granted')) then
    perform private.refuse('put_back_too_late');
  end if;
  update public.redemptions set status = 'declined', is_put_back = true, decided_at = clock_timestamp()
  where id = redeemed.id returning * into redeemed;
  if redeemed.gem_cost > 0 then
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
    values (redeemed.family_id, redeemed.member_id, redeemed.gem_cost, 'refund', redeemed.title, redeemed.icon);
  end if;
  return private.redemption_json(redeemed)::text;
end $$;

-- Lists the newest 200 redemptions, and all that still wait.
create function private.list_redemptions(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (
    select coalesce(jsonb_agg(private.redemption_json(r) order by r.created_at desc, r.id), '[]')::text
    from public.redemptions r
    where r.family_id = family and (r.status = 'reserved' or r.id in (
      select newest.id from public.redemptions newest where newest.family_id = family
      order by newest.created_at desc limit 200)));
end $$;

grant execute on function
  private.redemption_json, private.redeem_reward, private.decide_redemption, private.put_back_redemption,
  private.list_redemptions to authenticated;

-- A member's progress in the playground's games; deleted with the member.
create table public.practice_items (
  member_id uuid not null references public.family_members (id) on delete cascade,
  game text not null check (game in ('alphabet-bubbls', 'time-ticker', 'bubble-sort', 'word-pop', 'math-splash')),
  -- The name its game gave it: a letter, a time, a word, a sum.
  item text not null check (char_length(item) between 1 and private.text_limits_practice_item()),
  family_id uuid not null references public.families (id) on delete cascade,
  -- The progress: 1 is just met or just missed, 5 is sure.
  box smallint not null check (box between 1 and 5),
  due_on date not null,
  -- The last three results, newest last.
  lately text[] not null check (cardinality(lately) between 1 and 3 and lately <@ array['right', 'slow', 'wrong']),
  practised_at timestamptz not null default clock_timestamp(),
  round_id uuid,
  round_answers smallint not null default 0,
  round_right smallint not null default 0,
  primary key (member_id, game, item)
);

comment on column public.practice_items.round_id is
  'The round of practice that asked it last, until that round is finished.';
comment on column public.practice_items.round_answers is
  'How often it was answered in that round; a skip is no answer.';
comment on column public.practice_items.round_right is
  'How many of these answers were right at the first try, and took at least half a second.';

create index practice_items_family_id_idx on public.practice_items (family_id);
create index practice_items_practised_at_idx on public.practice_items using brin (practised_at);

alter table public.practice_items enable row level security;

-- A child's progress is for the child and its parents only: a device that acts as a sibling cannot read it.
create policy "Kids see their own practice, parents their family's" on public.practice_items for select to authenticated
  using (member_id = (select (private.acting_member()).id)
    or family_id = any(array(select private.managed_family_ids())));

grant select on public.practice_items to authenticated;

create function private.practice_json(p public.practice_items) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('game', p.game, 'item', p.item, 'box', p.box, 'dueOn', p.due_on, 'lately', p.lately);
end $$;

-- A guard: returns the member and locks its row, which cannot be deleted from here on. Refuses an acting member
-- who may not play for it: a kid plays only for themself.
create function private.require_player(args jsonb) returns public.family_members
language plpgsql set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
  player public.family_members;
begin
  select * into player from public.family_members
  where id = (args ->> 'memberId')::uuid and family_id = any(array(select private.my_family_ids())) for key share;
  perform private.require_found(player.id);
  if acting.id is null or acting.family_id <> player.family_id or (acting.role = 'kid' and acting.id <> player.id) then
    perform private.refuse('not_allowed');
  end if;
  return player;
end $$;

create function private.list_practice(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  member uuid := private.own_member(args);
begin
  return (select coalesce(jsonb_agg(private.practice_json(p) order by p.game, p.item), '[]')::text
          from public.practice_items p where p.member_id = member);
end $$;

-- Records an answer. A right and quick one of a due item: the next box, due in 1, 3, 7, 14 or 30 days. Right but slow:
-- due in two days. Wrong: the first box, due tomorrow. Right before it is due: no change. A skip is stored as wrong and
-- does not count for the round. An answer sooner than half a second after the question is chance: not right in the round.
create function private.practise(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members;
  day date := (args ->> 'day')::date;
  answer text := case when args ->> 'answer' = 'skipped' then 'wrong' else args ->> 'answer' end;
  known public.practice_items;
begin
  player := private.require_player(args);
  if not private.is_today_somewhere(day) then
    perform private.refuse('practice_not_today');
  end if;
  select * into known from public.practice_items
  where member_id = player.id and game = args ->> 'game' and item = args ->> 'item' for no key update;
  if known.member_id is null then
    if (select count(*) from public.practice_items where member_id = player.id) >= 2000 then
      perform private.refuse('invalid_input', jsonb_build_object('reason', 'too_many_items', 'limit', 2000));
    end if;
    known.box := 1;
    known.due_on := day;
  end if;
  if answer = 'wrong' then
    known.box := 1;
    known.due_on := day + 1;
  elsif known.due_on <= day then
    known.box := least(5, known.box + (answer = 'right')::integer);
    known.due_on := day + case when answer = 'slow' then 2 else (array[1, 3, 7, 14, 30])[known.box] end;
  end if;
  known.lately := known.lately[greatest(1, cardinality(known.lately) - 1):] || answer;
  if args ? 'roundId' and known.round_id is distinct from (args ->> 'roundId')::uuid then
    known.round_id := (args ->> 'roundId')::uuid;
    known.round_answers := 0;
    known.round_right := 0;
  end if;
  -- One more than a round can have, which is not paid.
  known.round_answers := least(17,
    coalesce(known.round_answers, 0) + (args ? 'roundId' and args ->> 'answer' <> 'skipped')::integer);
  known.round_right := least(17, coalesce(known.round_right, 0)
    + (args ? 'roundId' and answer <> 'wrong' and coalesce((args ->> 'tookMs')::bigint, 0) >= 500)::integer);
  insert into public.practice_items (member_id, game, item, family_id, box, due_on, lately, round_id, round_answers,
    round_right)
  values (player.id, args ->> 'game', args ->> 'item', player.family_id, known.box, known.due_on, known.lately,
    known.round_id, known.round_answers, known.round_right)
  on conflict (member_id, game, item) do update set
    box = excluded.box, due_on = excluded.due_on, lately = excluded.lately, practised_at = excluded.practised_at,
    round_id = excluded.round_id, round_answers = excluded.round_answers, round_right = excluded.round_right
  returning * into known;
  return private.practice_json(known)::text;
end $$;

-- Finishes a round, once. Pays the first one of the family's day, if the family pays and at least half of the answers
-- were right; otherwise says why not. A round has eight to sixteen questions about four items or more, one of which may
-- have been skipped each time.
create function private.finish_practice(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members;
  today date;
  gems integer;
  items integer;
  answers integer;
  answered_right integer;
  settled integer;
begin
  player := private.require_player(args);
  today := private.family_today(player.family_id);
  perform private.lock_family(player.family_id);
  select practice_gems into gems from public.families where id = player.family_id;
  with finished as (
    select * from public.practice_items
    where member_id = player.id and game = args ->> 'game' and round_id = (args ->> 'roundId')::uuid for no key update
  ), closed as (
    update public.practice_items p set round_id = null, round_answers = 0, round_right = 0 from finished f
    where p.member_id = f.member_id and p.game = f.game and p.item = f.item
  )
  select count(*) filter (where round_answers > 0), coalesce(sum(round_answers), 0), coalesce(sum(round_right), 0)
  into items, answers, answered_right from finished;
  if gems = 0 then
    return jsonb_build_object('gems', 0)::text;
  end if;
  if exists (select from public.gem_entries where member_id = player.id and practice_day >= today) then
    return jsonb_build_object('gems', 0, 'unpaid', 'paid_today')::text;
  end if;
  if items < 3 or answers not between 6 and 16 or answered_right * 2 < answers then
    return jsonb_build_object('gems', 0, 'unpaid', 'too_few_right')::text;
  end if;
  settled := private.settled_gems(player.id, gems);
  insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, practice_day)
  values (player.family_id, player.id, gems, 'practice', 'Practice', '⭐', today);
  return (jsonb_build_object('gems', gems)
    || case when settled > 0 then jsonb_build_object('settled', settled) else '{}' end)::text;
end $$;

create function private.forget_practice(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
begin
  perform private.require_parent(private.family_of_member(member));
  delete from public.practice_items where member_id = member;
  return '{}';
end $$;

grant execute on function
  private.practice_json, private.list_practice, private.practise, private.finish_practice,
  private.forget_practice to authenticated;

-- Pictures are in a private bucket, each in its family's folder: `<family>/<id>`. This table has their
-- states, so that only requested pictures are accepted, only checked ones are visible, and unused
-- ones are removed.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', false, private.picture_limits_bytes(), private.picture_limits_types())
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table private.pictures (
  -- The name of the object in the bucket; its path is '/objects/' and this.
  name text primary key check (name ~ '^[\w-]+/[\w.-]+$'),
  -- No foreign key: the row outlives the family until the file is deleted.
  family_id uuid not null,
  -- An upload address was given; the bytes were checked; to be removed.
  state text not null default 'awaited' check (state in ('awaited', 'checked', 'leaving')),
  -- When it is removed; null while a member or a profile uses it.
  due_at timestamptz default now() + interval '1 day'
);

create index pictures_due_at_idx on private.pictures (due_at) where due_at is not null;
create index pictures_family_id_idx on private.pictures (family_id);

alter table private.pictures enable row level security;

create function private.is_expected_upload(of_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.may_change_account() is true and exists (
    select from private.pictures
    where name = of_name and state = 'awaited' and family_id = any(array(select private.my_family_ids())));
end $$;

create function private.can_see_picture(of_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.pictures
    where name = of_name and state = 'checked' and family_id = any(array(select private.my_family_ids())));
end $$;

create policy "People send the pictures they asked to send" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (select private.is_expected_upload(name)));
create policy "Members see the checked pictures of their own families" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and private.can_see_picture(name));

-- Returns the name for one upload, in the family that the app shows.
create function private.await_picture() returns text language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (select family_id from public.family_members where user_id = auth.uid() order by created_at limit 1);
  awaited text;
begin
  perform private.require_own_account();
  if family is null then
    perform private.refuse('no_family');
  end if;
  if (select count(*) from private.pictures where family_id = family and due_at is not null) >= 300 then
    perform private.refuse('too_many_pictures');
  end if;
  insert into private.pictures (name, family_id) values (family || '/' || gen_random_uuid(), family)
  returning name into awaited;
  return jsonb_build_object('name', awaited);
end $$;

-- Whether a picture of these families, which have to be the caller's own, was checked already; refuses other pictures.
create function private.was_checked(families uuid[], path text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  known text := (
    select state from private.pictures
    where path = '/objects/' || name and name = substr(path, length('/objects/') + 1) and state <> 'leaving'
      and family_id = any(families) and family_id = any(array(select private.my_family_ids())));
begin
  if known is null then
    perform private.refuse('unknown_picture');
  end if;
  return known = 'checked';
end $$;

-- A guard: returns the families of a picture that the caller may use for a member, or for their own profile.
create function private.require_picture_use(args jsonb) returns uuid[] language plpgsql set search_path = '' as $$
declare
  family uuid := private.family_of_member((args ->> 'memberId')::uuid);
begin
  if args ? 'memberId' then
    perform private.require_manager(family);
    return array[family];
  end if;
  perform private.require_own_account();
  return array(select private.my_family_ids());
end $$;

-- Called before the bytes are checked, so that the call's own rights come first.
create function private.picture_to_check(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  families uuid[];
begin
  families := private.require_picture_use(args);
  return jsonb_build_object('checked',
    private.was_checked(families, coalesce(args ->> 'avatarUrl', args ->> 'profileImageUrl')));
end $$;

-- Marks a picture whose bytes the caller has checked. Runs in a transaction before the one that sets it: that one's
-- event may reach a screen a moment before its rows are visible, and the screen requests the picture at once.
create function private.take_picture(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  families uuid[];
  path text := coalesce(args ->> 'avatarUrl', args ->> 'profileImageUrl');
begin
  families := private.require_picture_use(args);
  perform private.require_own_account();
  perform private.was_checked(families, path);
  update private.pictures set state = 'checked'
  where name = substr(path, length('/objects/') + 1) and state = 'awaited' and family_id = any(families);
  return '{}';
end $$;

create function private.set_profile_image(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  path text := args ->> 'profileImageUrl';
begin
  perform private.require_own_account();
  if path is not null and not exists (
    select from public.family_members where user_id = auth.uid() and private.is_picture_of(family_id, path)
  ) then
    perform private.refuse('unknown_picture');
  end if;
  update public.profiles set profile_image_url = path where user_id = auth.uid();
  return private.current_user_reply();
end $$;

create function private.set_avatar(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  edited public.family_members;
begin
  perform private.require_manager(private.family_of_member((args ->> 'memberId')::uuid));
  update public.family_members set avatar_seed = coalesce(args ->> 'avatarUrl', args ->> 'avatarSeed')
  where id = (args ->> 'memberId')::uuid
  returning * into edited;
  perform private.require_found(edited.id);
  return private.member_json(edited)::text;
end $$;

-- Schedules a picture's removal after `longer`, unless a member or a profile uses it.
create function private.schedule_picture_removal(path text, longer interval) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if path not like '/objects/%' then
    return;
  end if;
  update private.pictures p
  set due_at = case
    when exists (select from public.family_members m where m.family_id = p.family_id and m.avatar_seed = path)
      or exists (select from public.profiles where profile_image_url = path) then null
    else least(due_at, now() + longer)
  end
  where name = substr(path, length('/objects/') + 1);
end $$;

create function private.avatar_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- A removed member's picture is removed at once.
    perform private.schedule_picture_removal(old.avatar_seed, interval '0');
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform private.schedule_picture_removal(old.avatar_seed, interval '1 day');
  end if;
  perform private.schedule_picture_removal(new.avatar_seed, interval '1 day');
  return null;
end $$;

create trigger avatar_changed after insert or delete or update of avatar_seed on public.family_members
  for each row execute function private.avatar_changed();

create function private.schedule_profile_picture_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.schedule_picture_removal(old.profile_image_url, interval '0');
    return null;
  end if;
  perform private.schedule_picture_removal(old.profile_image_url, interval '1 day'),
          private.schedule_picture_removal(new.profile_image_url, interval '1 day');
  return null;
end $$;

create trigger schedule_profile_picture_removal after delete or update of profile_image_url on public.profiles
  for each row execute function private.schedule_profile_picture_removal();

-- Schedules the pictures of a deleted family for removal at once.
create function private.expire_family_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.pictures set due_at = now() where family_id = old.id;
  return null;
end $$;

create trigger expire_family_pictures after delete on public.families
  for each row execute function private.expire_family_pictures();

-- For the edge function alone. Returns expired pictures and hides them; a file that could not be
-- removed is returned again an hour later.
create function private.expired_pictures(most int) returns setof text language plpgsql set search_path = '' as $$
begin
  return query
    update private.pictures set state = 'leaving', due_at = now() + interval '1 hour'
    where name in (
      select p.name from private.pictures p where p.due_at <= now() order by p.due_at limit most for update skip locked)
    returning name;
end $$;

create function private.forget_pictures(names text[]) returns void language plpgsql set search_path = '' as $$
begin
  delete from private.pictures where name = any(names) and state = 'leaving';
end $$;

grant execute on function
  private.is_expected_upload, private.can_see_picture, private.await_picture, private.picture_to_check,
  private.take_picture, private.set_profile_image, private.set_avatar to authenticated;

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

-- What a page opens with: the caller's place in a family, and all of the family's state.

-- Returns the caller's place in a family, with the member that this device acts as there.
create function private.membership_json(family uuid) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  -- A paired device has no member of its own.
  own public.family_members;
  acting public.family_members := private.acting_member();
begin
  select * into own from public.family_members where family_id = family and user_id = auth.uid();
  return jsonb_build_object(
    'id', own.id,
    'role', coalesce(own.role, 'kid'),
    'activeMemberId', case when acting.family_id = family then acting.id end,
    'wrongPins', case when acting.family_id = family then private.untold_wrong_pins() end,
    'device', private.this_device());
end $$;

create function private.my_families() returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.membership_json(f.id) || jsonb_build_object('family', private.family_json(f))
      order by m.created_at), '[]')
    from public.families f
    left join public.family_members m on m.family_id = f.id and m.user_id = auth.uid()
    where f.id = any(array(select private.my_family_ids())));
end $$;

-- Returns all that a page opens with, in the snapshot of the statement that calls it; only that it is unchanged if the
-- caller says with `known` that they know it. `version` is that of the reply's fields, `daysBefore` and `daysAfter` are
-- those of the completions around today, and `doneDays` those since a quest was finished.
create function private.family_state(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  shown uuid := private.own_family(args);
  today date := private.family_today(shown);
  membership jsonb := private.membership_json(shown);
  role text := (private.acting_member()).role;
  seat text := md5(concat_ws(' ', membership, role, today, args ->> 'version'));
  family public.families;
  days jsonb := jsonb_build_object(
    'startDate', today - (args ->> 'daysBefore')::integer, 'endDate', today + (args ->> 'daysAfter')::integer);
begin
  select * into family from public.families where id = shown;
  if args ->> 'known' = family.revision || '.' || seat then
    return '{"unchanged": true}';
  end if;
  args := args || days || jsonb_build_object('doneSince', today - (args ->> 'doneDays')::integer);
  -- Each value is JSON already: parsing a board to build an object of it would take longer than reading it.
  return format(
    '{"revision":%s,"seat":"%s","family":%s,"membership":%s,"days":%s,"balances":%s,"columns":%s,"members":%s,"quests":%s,"completions":%s,"absences":%s,"rewards":%s,"redemptions":%s}',
    family.revision, seat, private.family_json(family), membership, days,
    (select jsonb_object_agg(m.id, coalesce(newest.balance, 0)) from public.family_members m
      left join lateral (
        select balance from public.gem_entries where member_id = m.id order by entry_number desc limit 1) newest on true
      where m.family_id = shown),
    private.list_columns(args), private.list_members(args), private.list_quests(args),
    private.completions_between(shown, (days ->> 'startDate')::date, (days ->> 'endDate')::date, false),
    private.list_absences(args), private.list_rewards(args), private.list_redemptions(args));
end $$;

grant execute on function private.membership_json, private.my_families, private.family_state to authenticated;

-- A family's export, its deletion, and the cleanup of expired data. The edge function runs the cleanup with the first
-- call of each hour, in whichever instance gets that call. With pg_cron the database also does its own part every
-- night, even when there are no calls for months.
create table private.cleanup (
  is_only_row boolean primary key default true check (is_only_row),
  due_at timestamptz not null default now()
);

alter table private.cleanup enable row level security;

insert into private.cleanup default values;

-- Exports all stored data of a family, for its parents: each entity as the API returns it, with the fields
-- stored beside; no PIN, no password, no token.
create function private.export_family(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
begin
  perform private.require_parent(family);
  return (select jsonb_build_object(
    'exportedAt', now(),
    'family', private.family_json(f) || jsonb_build_object('createdAt', f.created_at),
    'members', (
      select coalesce(jsonb_agg(
        private.member_json(m) || jsonb_build_object('createdAt', m.created_at, 'hasLogin', m.user_id is not null)
        order by m.created_at, m.id), '[]')
      from public.family_members m where m.family_id = family),
    'columns', (
      select coalesce(jsonb_agg(private.column_json(c) order by c.position), '[]')
      from public.quest_columns c where c.family_id = family),
    'quests', (
      select coalesce(jsonb_agg(private.quest_json(q)::jsonb order by q.created_at, q.id), '[]')
      from public.quests q where q.family_id = family),
    'completions', (
      select coalesce(jsonb_agg(
        private.completion_json(c) || jsonb_build_object('gems', c.gems, 'createdAt', c.created_at)
        order by c.created_at), '[]')
      from public.quest_completions c where c.family_id = family),
    'absences', (
      select coalesce(jsonb_agg(private.absence_json(a) order by a.starts_on, a.id), '[]')
      from public.absences a where a.family_id = family),
    'gemEntries', (
      select coalesce(jsonb_agg(private.gem_entry_json(e) order by e.entry_number), '[]')
      from public.gem_entries e where e.family_id = family),
    'gemDebts', (
      select coalesce(jsonb_agg(
        jsonb_build_object('memberId', d.member_id, 'amount', d.amount, 'title', d.title, 'icon', d.icon)
        order by d.debt_number), '[]')
      from public.gem_debts d where d.family_id = family),
    'rewards', (
      select coalesce(jsonb_agg(private.reward_json(r) order by r.created_at, r.id), '[]')
      from public.rewards r where r.family_id = family),
    'redemptions', (
      select coalesce(jsonb_agg(private.redemption_json(r) order by r.created_at, r.id), '[]')
      from public.redemptions r where r.family_id = family),
    'practice', (
      select coalesce(jsonb_agg(
        private.practice_json(p) || jsonb_build_object('memberId', p.member_id, 'practisedAt', p.practised_at)
        order by p.member_id, p.game, p.item), '[]')
      from public.practice_items p where p.family_id = family),
    'devices', private.list_devices(args)::jsonb)::text
    from public.families f where f.id = family);
end $$;

-- Called before the password is checked, so that the call's own rights come first.
create function private.may_delete_family(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_manager((args ->> 'familyId')::uuid);
  return '{}';
end $$;

-- Deletes a family with its data, and announces that. Its pictures are due for removal at once.
create function private.erase_family(family uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform private.announce(family, 'family.deleted',
    jsonb_build_object('revision', private.next_revision(family), 'familyId', family));
  -- Deletes earlier events, which are stored for some days and contain the family's data. The last one
  -- stays: it contains only the deletion, and the other devices have yet to receive it.
  begin
    delete from realtime.messages where topic = 'family:' || family and event is distinct from 'family.deleted';
  exception when insufficient_privilege then
    -- Then they expire after three days.
    null;
  end;
  delete from public.families where id = family;
end $$;

-- A family's last account may be deleted outside of the app, by the operator: then nobody can open the family any more.
create function private.account_left() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.family_members where family_id = new.family_id and user_id is not null) then
    perform private.erase_family(new.family_id);
  end if;
  return null;
end $$;

create trigger account_left after update of user_id on public.family_members
  for each row when (old.user_id is not null and new.user_id is null) execute function private.account_left();

-- Deletes the family, and the logins of members who have no other family, in one transaction.
create function private.delete_family(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  logins uuid[];
begin
  perform private.require_parent(family);
  perform from public.families where id = family for update;
  logins := array(
    select m.user_id from public.family_members m
    where m.family_id = family and m.user_id is not null
      and not exists (select from public.family_members o where o.user_id = m.user_id and o.family_id <> family));
  perform private.erase_family(family);
  delete from auth.users where id = any(logins);
  return jsonb_build_object('deleted', true);
end $$;

-- For the edge function alone. Deletes idempotency keys after a week, families that no account belongs to, and rows
-- older than thirteen months that no current state needs; returns how many. The completions of once-quests stay as long as the quest, the ledger as long
-- as the member: a balance is its sum.
create function private.delete_expired(most int) returns int language plpgsql set search_path = '' as $$
declare
  oldest timestamptz := now() - interval '13 months';
  gone int;
  deleted int := 0;
begin
  -- First, because a command inserts its key before it locks anything else.
  delete from private.idempotency_keys
  where ctid = any(array(
    select ctid from private.idempotency_keys where created_at < now() - interval '7 days' limit most));
  get diagnostics gone = row_count;
  deleted := deleted + gone;
  -- Devices of which nobody has said who uses them.
  delete from private.devices where is_paired and use is null and created_at < now() - interval '1 day';
  delete from private.pairing_codes where expires_at < now();
  delete from private.kept_devices where chosen_at < now() - interval '1 hour';
  perform private.erase_family(id) from (
    select id from public.families f
    where not exists (select from public.family_members where family_id = f.id and user_id is not null)
    limit most) closed;
  get diagnostics gone = row_count;
  deleted := deleted + gone;
  delete from public.quest_completions
  where ctid = any(array(
    select c.ctid from public.quest_completions c join public.quests q on q.id = c.quest_id
    where c.created_at < oldest and q.recurring <> 'once' limit most));
  get diagnostics gone = row_count;
  deleted := deleted + gone;
  -- A month: longer than any screen shows them, because a fever is nobody's business later.
  delete from public.absences
  where ctid = any(array(select ctid from public.absences where ends_on < now() - interval '31 days' limit most));
  get diagnostics gone = row_count;
  deleted := deleted + gone;
  delete from public.practice_items
  where ctid = any(array(select ctid from public.practice_items where practised_at < oldest limit most));
  get diagnostics gone = row_count;
  deleted := deleted + gone;
  delete from public.redemptions
  where ctid = any(array(select ctid from public.redemptions where decided_at < oldest limit most));
  get diagnostics gone = row_count;
  return deleted + gone;
end $$;

-- For the edge function alone. True for one caller an hour, who then cleans up;
-- a failed cleanup is due again an hour later.
create function private.claim_cleanup() returns boolean language plpgsql set search_path = '' as $$
begin
  -- The second of two concurrent callers may read a time slightly more than an hour ahead of its own clock. Two hours
  -- ahead means that the clock was corrected.
  update private.cleanup set due_at = now() + interval '1 hour'
  where due_at <= now() or due_at > now() + interval '2 hours';
  return found;
end $$;

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron with schema pg_catalog;
    -- Replaces a schedule of the same name.
    perform cron.schedule('bubblequest cleanup', '27 3 * * *', 'select private.delete_expired(20000)');
  end if;
exception when others then
  -- Fails where pg_cron's library is not loaded, or runs jobs of another database.
  raise warning 'Old rows are removed by the function alone, because pg_cron cannot be used: %', sqlerrm;
end $$;

grant execute on function private.export_family, private.may_delete_family, private.delete_family to authenticated;

-- Recent tries by key, for all instances of the function together. A key is a digest, so that no
-- address and no e-mail is stored.
create table private.tries (
  key bytea primary key,
  since timestamptz not null,
  count integer not null
);

create index tries_since_idx on private.tries (since);

alter table private.tries enable row level security;

-- Counts a try; returns the seconds to wait, or 0. A clock that was ahead and is corrected leaves times in the future,
-- which must not make anybody wait: counts that begin later than now are ignored, except within a minute, by which
-- concurrent transactions differ.
create function private.count_try(of_key text, most integer, within_seconds integer) returns integer
language plpgsql set search_path = '' as $$
declare
  counted private.tries;
begin
  -- Each call deletes a few expired rows, so that no separate cleanup is needed.
  delete from private.tries
  where key in (
    select key from private.tries where since not between now() - interval '1 day' and now() + interval '1 minute'
    order by since limit 5 for update skip locked);
  insert into private.tries (key, since, count) values (sha256(convert_to(of_key, 'utf8')), now(), 1)
  on conflict (key) do update set
    since = case
      when tries.since not between now() - make_interval(secs => within_seconds) and now() + interval '1 minute'
      then now() else tries.since end,
    count = case
      when tries.since not between now() - make_interval(secs => within_seconds) and now() + interval '1 minute'
      then 1 else tries.count + 1 end
  returning * into counted;
  if counted.count <= most then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.since - now()) + within_seconds)::integer);
end $$;

-- Counts a guess at a password as wrong, before it is checked. A hundred within a day are let through, then five an
-- hour. Returns the seconds to wait, or 0.
create function private.count_guess(of_key text) returns integer language plpgsql set search_path = '' as $$
begin
  if private.count_try(of_key || ' of a day', 100, 86400) = 0 then
    return 0;
  end if;
  return private.count_try(of_key || ' of an hour', 5, 3600);
end $$;

-- Forgets the guesses after a right one.
create function private.forget_guesses(of_key text) returns void language plpgsql set search_path = '' as $$
begin
  delete from private.tries
  where key in (sha256(convert_to(of_key || ' of a day', 'utf8')), sha256(convert_to(of_key || ' of an hour', 'utf8')));
end $$;

-- Counts a try under each key in turn, up to the first that has too many, so that who has used up their own count takes
-- nothing from those that others share. Returns the seconds to wait, or 0.
create function private.count_tries(tries jsonb, within_seconds integer) returns integer
language plpgsql set search_path = '' as $$
declare
  counted jsonb;
  wait integer := 0;
begin
  for counted in select value from jsonb_array_elements(tries) loop
    wait := private.count_try(counted ->> 'key', (counted ->> 'most')::integer, within_seconds);
    exit when wait > 0;
  end loop;
  return wait;
end $$;
