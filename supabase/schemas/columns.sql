-- The columns of a family's quest board; the highest position is the one for done quests.
create table public.quest_columns (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  emoji text not null check (char_length(emoji) between 1 and 40),
  position integer not null check (position between 0 and 10000),
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  -- Its quests stand on no day, are not counted and not on the wall. On the last column, where it stays when the columns behind that
  -- one are deleted, the mark says nothing: that one finishes quests.
  is_someday boolean not null default false,
  -- What a quest's foreign key points at: a column of its own family, never of another one.
  unique (family_id, id),
  -- Without gaps, 0 is the first; checked at the end, because a change moves the neighbours too.
  constraint quest_columns_position_key unique (family_id, position) deferrable initially deferred
);

alter table public.quest_columns enable row level security;

create policy "Members see their own family's columns" on public.quest_columns for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Parents add columns to their own family" on public.quest_columns for insert to authenticated
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents change their own family's columns" on public.quest_columns for update to authenticated
  using (family_id = any(array(select private.managed_family_ids())))
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents delete their own family's columns" on public.quest_columns for delete to authenticated
  using (family_id = any(array(select private.managed_family_ids())));

grant select, delete on public.quest_columns to authenticated;
grant insert (family_id, title, emoji, position), update (title, emoji, is_someday) on public.quest_columns to authenticated;

create function private.last_column(of_family uuid) returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select id from public.quest_columns where family_id = of_family order by position desc limit 1);
end $$;

-- The columns of a family, from left to right.
create function private.columns_of(family uuid) returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(select id from public.quest_columns where family_id = family order by position, id);
end $$;

create function private.column_json(c public.quest_columns) returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji, 'position', c.position, 'isSomeday', c.is_someday, 'version', c.version);
end $$;

create function private.column_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    -- From here on this transaction holds the family's row: two devices that delete the last two
    -- columns at once are put one behind the other, and the second one sees what the first did.
    revision := private.next_revision(old.family_id);
    if revision is null then
      return old;
    end if;
    if not exists (select from public.quest_columns where family_id = old.family_id and id <> old.id) then
      perform private.refuse('last_column');
    end if;
    perform private.announce(old.family_id, 'column.deleted', jsonb_build_object('revision', revision, 'columnId', old.id));
    return old;
  end if;
  if tg_op = 'INSERT' then
    perform private.lock_family(new.family_id);
    new.position := least(new.position, (select count(*) from public.quest_columns where family_id = new.family_id));
    update public.quest_columns set position = position + 1 where family_id = new.family_id and position >= new.position;
  end if;
  revision := private.next_revision(new.family_id);
  new.version := revision;
  perform private.announce(new.family_id, 'column.saved', jsonb_build_object('revision', revision, 'column', private.column_json(new)));
  return new;
end $$;

create trigger column_changed before insert or update or delete on public.quest_columns for each row execute function private.column_changed();

-- Gaps close when a statement is through: it may be deleting the neighbours too.
create function private.columns_deleted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.quest_columns c set position = kept.place
  from (
    select id, row_number() over (partition by family_id order by position) - 1 as place
    from public.quest_columns where family_id in (select family_id from gone)
  ) kept
  where c.id = kept.id and c.position <> kept.place;
  return null;
end $$;

create trigger columns_deleted after delete on public.quest_columns
  referencing old table as gone
  for each statement execute function private.columns_deleted();

-- Triggers run in the order of their names: the title is there before the change is announced.
create trigger a_default_title before insert or update of title on public.quest_columns
  for each row when (new.title = '') execute function private.set_default_title();

-- Those of a new family, in the language that it signed up in. The first is for someday.
create function private.add_first_columns(of_family uuid, language text) returns void language plpgsql security definer set search_path = '' as $$
declare
  titles text[] := case language
    when 'de' then array['Ideen', 'Zu tun', 'In Arbeit', 'Erledigt']
    when 'es' then array['Ideas', 'Por hacer', 'En marcha', 'Completadas']
    else array['Ideas', 'To Do', 'In Progress', 'Done'] end;
begin
  insert into public.quest_columns (family_id, title, emoji, position, is_someday)
  select of_family, titles[place], (array['💡', '📋', '🚀', '✅'])[place], place - 1, place = 1 from generate_series(1, 4) place;
end $$;

create function private.list_columns(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.column_json(c) order by c.position, c.id), '[]')::text
          from public.quest_columns c where c.family_id = family);
end $$;

create function private.add_column(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  added public.quest_columns;
begin
  perform private.require_manager(family);
  insert into public.quest_columns (family_id, title, emoji, position)
  values (family, args ->> 'title', args ->> 'emoji',
    coalesce((args ->> 'position')::integer,
      (select least(coalesce(max(position) + 1, 0), 10000) from public.quest_columns where family_id = family)))
  returning * into added;
  return private.column_json(added)::text;
end $$;

create function private.edit_column(args jsonb) returns text language plpgsql set search_path = '' as $$
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

-- Writes down which quests of a family have come back, for what asks where they are.
create function private.materialize_returns(family uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  columns uuid[] := private.columns_of(family);
  today date := private.family_today(family);
begin
  if family = any(array(select private.managed_family_ids())) then
    -- All quests before the family, the order in which a move takes them.
    perform from public.quests where family_id = family and returns_on <= today order by id for no key update;
    update public.quests q set column_id = private.standing_column(q, columns, today), returns_to = null, returns_on = null
    where family_id = family and returns_on <= today;
  end if;
end $$;

create function private.delete_column(args jsonb) returns text language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'columnId')::uuid;
  family uuid := (select family_id from public.quest_columns where id = wanted);
  held bigint;
  deleted public.quest_columns;
begin
  perform private.materialize_returns(family);
  perform private.require_manager(family);
  begin
    delete from public.quest_columns where id = wanted returning * into deleted;
  exception when foreign_key_violation then
    select count(*) into held from public.quests where column_id = wanted;
    perform private.refuse('column_not_empty', jsonb_build_object('quests', held));
  end;
  perform private.require_found(deleted.id);
  return private.column_json(deleted)::text;
end $$;

grant execute on function
  private.columns_of, private.column_json, private.list_columns, private.add_column, private.edit_column, private.materialize_returns,
  private.delete_column to authenticated;
