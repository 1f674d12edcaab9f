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
