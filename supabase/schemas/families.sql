-- A family, which all other data belongs to.

create domain private.family_name as text check (char_length(value) between 1 and 130);
-- The effect of redeeming a reward: only tell a parent, take the gems, or reserve them until a parent decides.
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
