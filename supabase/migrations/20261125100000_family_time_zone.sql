-- A family has a clock of its own: on which day a quest was made, and when its next day begins, is the same on all its devices.
create domain private.time_zone as text check (char_length(value) between 1 and 64);
alter table public.families add column time_zone private.time_zone not null default 'UTC';
comment on column public.families.time_zone is 'An IANA name. UTC until a parent''s device has said which one it is.';
grant update (time_zone) on public.families to authenticated;

-- By name alone: at time zone would take abbreviations and rules too, which no browser knows.
create function private.is_time_zone(zone text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return zone = 'UTC' or exists (select from pg_catalog.pg_timezone_names where name = zone and name ~ '^[A-Z][A-Za-z_]+/');
end $$;

create or replace function private.family_json(f public.families) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', f.id, 'name', f.name, 'rewardMode', f.reward_mode, 'practiceGems', f.practice_gems, 'timeZone', f.time_zone, 'revision', f.revision);
end $$;

create or replace function private.family_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.time_zone <> old.time_zone and private.is_time_zone(new.time_zone) is not true then
    perform private.refuse('invalid_input', 'There is no time zone of this name');
  end if;
  new.revision := old.revision + 1;
  perform private.announce(new.id, 'family.saved', jsonb_build_object('revision', new.revision, 'family', private.family_json(new)));
  return new;
end $$;
drop trigger family_changed on public.families;
create trigger family_changed before update of name, reward_mode, practice_gems, time_zone on public.families
  for each row execute function private.family_changed();

create or replace function private.edit_family(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  edited public.families;
begin
  perform private.require_manager(family);
  update public.families set
    name = coalesce(args ->> 'name', name),
    reward_mode = coalesce(args ->> 'rewardMode', reward_mode),
    practice_gems = coalesce((args ->> 'practiceGems')::integer, practice_gems),
    time_zone = coalesce(args ->> 'timeZone', time_zone)
  where id = family
  returning * into edited;
  return private.family_json(edited)::text;
end $$;

-- As before, and with the time zone of the device that signs up; one we do not know is UTC.
create or replace function private.user_signed_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_name text := left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'first_name'), ''), 'Parent'), 120);
  last_name text := left(nullif(trim(new.raw_user_meta_data ->> 'last_name'), ''), 120);
  tongue text := new.raw_user_meta_data ->> 'language';
  zone text := new.raw_user_meta_data ->> 'time_zone';
  family_name text := case tongue
    when 'de' then coalesce('Familie ' || last_name, 'Unsere Familie')
    when 'es' then coalesce('Familia ' || last_name, 'Nuestra familia')
    else coalesce(last_name, 'Our') || ' Family' end;
  titles text[] := case tongue
    when 'de' then array['Ideen', 'Zu tun', 'In Arbeit', 'Erledigt']
    when 'es' then array['Ideas', 'Por hacer', 'En marcha', 'Completadas']
    else array['Ideas', 'To Do', 'In Progress', 'Done'] end;
  family uuid;
begin
  insert into public.profiles (user_id, first_name, last_name) values (new.id, first_name, coalesce(last_name, ''));
  insert into public.families (name, time_zone) values (family_name, case when private.is_time_zone(zone) then zone else 'UTC' end) returning id into family;
  insert into public.family_members (family_id, user_id, display_name, avatar_seed, role)
    values (family, new.id, first_name, first_name, 'parent');
  insert into public.quest_columns (family_id, title, emoji, position)
    select family, titles[place], (array['💡', '📋', '🚀', '✅'])[place], place - 1 from generate_series(1, 4) place;
  return new;
end $$;

-- The due day that a day counts for: of a weekly quest the nearest one, so the three days before it, itself, and the three days after it.
create function private.due_day_of(quest public.quests, day date) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  first_day date;
begin
  if quest.recurring <> 'weekly' then
    return day;
  end if;
  select (quest.created_at at time zone f.time_zone)::date into first_day from public.families f where f.id = quest.family_id;
  return first_day + 7 * floor((day - first_day + 3) / 7.0)::integer;
end $$;

create or replace function private.counted_completion(quest public.quests, member uuid, day date) returns public.quest_completions
language plpgsql stable security definer set search_path = '' as $$
declare
  counted public.quest_completions;
  due date;
begin
  if quest.recurring = 'once' then
    select * into counted from public.quest_completions
    -- Taken out again, it is not paid to the same member for the same day once more.
    where quest_id = quest.id and (created_at > coalesce(quest.reopened_at, '-infinity') or (member_id = member and completed_date = day))
    order by created_at desc limit 1;
  elsif quest.recurring = 'daily' then
    select * into counted from public.quest_completions where quest_id = quest.id and member_id = member and completed_date = day;
  else
    due := private.due_day_of(quest, day);
    select * into counted from public.quest_completions
    where quest_id = quest.id and member_id = member and completed_date between due - 3 and due + 3 order by completed_date desc limit 1;
  end if;
  return counted;
end $$;
