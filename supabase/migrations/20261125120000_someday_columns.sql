-- Ideas are no work of today. A column can be for someday: its quests stand on no day, are not counted and not on the wall.
-- Where the mark stands on the last column, as when the columns behind it were deleted, it says nothing: that one finishes quests.
alter table public.quest_columns add column is_someday boolean not null default false;
grant update (is_someday) on public.quest_columns to authenticated;

create or replace function private.column_json(c public.quest_columns) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji, 'position', c.position, 'isSomeday', c.is_someday, 'version', c.version);
end $$;

create or replace function private.edit_column(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'columnId')::uuid;
  family uuid := (select family_id from public.quest_columns where id = wanted);
  edited public.quest_columns;
begin
  perform private.require_manager(family);
  if (args ->> 'isSomeday')::boolean
     and wanted = (select id from public.quest_columns where family_id = family order by position desc limit 1) then
    perform private.refuse('invalid_input', 'The last column is for what is done. It cannot be for someday.');
  end if;
  update public.quest_columns set
    title = coalesce(args ->> 'title', title),
    emoji = coalesce(args ->> 'emoji', emoji),
    is_someday = coalesce((args ->> 'isSomeday')::boolean, is_someday)
  where id = wanted
  returning * into edited;
  if edited.id is null then
    perform private.refuse('not_found');
  end if;
  return private.column_json(edited)::text;
end $$;

-- The column that the product made for ideas is for someday, where it still has the name it was given: a new family's, and every other's.
-- Only this line of the function changes; whatever else it does stays as it is.
do $$
declare
  before constant text :=
    '    insert into public.quest_columns (family_id, title, emoji, position)
    select family, titles[place], (array[''💡'', ''📋'', ''🚀'', ''✅''])[place], place - 1 from generate_series(1, 4) place;';
  becomes constant text :=
    '    insert into public.quest_columns (family_id, title, emoji, position, is_someday)
    select family, titles[place], (array[''💡'', ''📋'', ''🚀'', ''✅''])[place], place - 1, place = 1 from generate_series(1, 4) place;';
  definition text := pg_get_functiondef('private.user_signed_up'::regproc);
begin
  if position(ltrim(before) in definition) = 0 then
    raise exception 'private.user_signed_up writes a first board that is not known here';
  end if;
  execute replace(definition, ltrim(before), ltrim(becomes));
end $$;

-- Nothing that a family did: no revision, no news.
alter table public.quest_columns disable trigger column_changed;
update public.quest_columns set is_someday = true where emoji = '💡' and title in ('Ideas', 'Ideen');
alter table public.quest_columns enable trigger column_changed;
