create function private.list_columns(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (select coalesce(jsonb_agg(private.column_json(c) order by c.position, c.id), '[]')::text
          from public.quest_columns c where c.family_id = family);
end $$;

create function private.list_quests(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  -- Written out, not through private.quest_json: a call for each row would take most of the time.
  return (
    select coalesce(json_agg(answered), '[]')
    from (
      select id, title, description, icon, gem_value as "gemValue", assignee_ids as "assigneeIds", column_id as "columnId",
        recurring, target_time as "targetTime", created_at as "createdAt", version
      from public.quests
      where family_id = family
      order by created_at, id
    ) answered);
end $$;

create function private.add_column(args jsonb) returns text
language plpgsql set search_path = '' as $$
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

create function private.edit_column(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  edited public.quest_columns;
begin
  perform private.require_manager((select family_id from public.quest_columns where id = (args ->> 'columnId')::uuid));
  update public.quest_columns
  set title = coalesce(args ->> 'title', title), emoji = coalesce(args ->> 'emoji', emoji)
  where id = (args ->> 'columnId')::uuid
  returning * into edited;
  if edited.id is null then
    perform private.refuse('not_found');
  end if;
  return private.column_json(edited)::text;
end $$;

create function private.delete_column(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'columnId')::uuid;
  held bigint;
  deleted public.quest_columns;
begin
  perform private.require_manager((select family_id from public.quest_columns where id = wanted));
  begin
    delete from public.quest_columns where id = wanted returning * into deleted;
  exception when foreign_key_violation then
    select count(*) into held from public.quests where column_id = wanted;
    perform private.refuse('column_not_empty', format('This column contains %s quest(s). Please move or delete them first.', held));
  end;
  if deleted.id is null then
    perform private.refuse('not_found');
  end if;
  return private.column_json(deleted)::text;
end $$;

create function private.uuids(list jsonb) returns uuid[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select jsonb_array_elements_text(list)::uuid);
end $$;

create function private.add_quest(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  added public.quests;
begin
  perform private.require_manager(family);
  insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring, target_time)
  values (family, (args ->> 'columnId')::uuid, args ->> 'title', args ->> 'description', args ->> 'icon',
    (args ->> 'gemValue')::integer, private.uuids(args -> 'assigneeIds'), args ->> 'recurring', args ->> 'targetTime')
  returning * into added;
  return private.quest_json(added)::text;
end $$;

create function private.edit_quest(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  edited public.quests;
begin
  if args ? 'completedDate' then
    return private.complete_quest(args);
  end if;
  update public.quests set
    column_id = coalesce((args ->> 'columnId')::uuid, column_id),
    title = coalesce(args ->> 'title', title),
    description = coalesce(args ->> 'description', description),
    icon = coalesce(args ->> 'icon', icon),
    gem_value = coalesce((args ->> 'gemValue')::integer, gem_value),
    assignee_ids = case when args ? 'assigneeIds' then private.uuids(args -> 'assigneeIds') else assignee_ids end,
    recurring = coalesce(args ->> 'recurring', recurring),
    -- An explicit null takes the time away.
    target_time = case when args ? 'targetTime' then args ->> 'targetTime' else target_time end
  where id = (args ->> 'questId')::uuid
  returning * into edited;
  if edited.id is null then
    perform private.require_manager((select family_id from public.quests where id = (args ->> 'questId')::uuid));
    perform private.refuse('not_found');
  end if;
  return private.quest_json(edited)::text;
end $$;

create function private.delete_quest(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  deleted public.quests;
begin
  delete from public.quests where id = (args ->> 'questId')::uuid returning * into deleted;
  if deleted.id is null then
    perform private.require_manager((select family_id from public.quests where id = (args ->> 'questId')::uuid));
    perform private.refuse('not_found');
  end if;
  return private.quest_json(deleted)::text;
end $$;

create function private.list_completions(args jsonb) returns text
language plpgsql stable set search_path = '' set datestyle = 'ISO, YMD' as $$
declare
  family uuid := private.own_family(args);
begin
  -- A year of a family is some thousand lines: put together as text, which ids and days are in JSON
  -- too, they take half the time.
  return (
    select '[' || coalesce(string_agg(line, ','), '') || ']'
    from (
      select '{"questId":"' || quest_id || '","completedDate":"' || completed_date || '","memberId":"' || member_id || '"}' as line
      from public.quest_completions
      where family_id = family and completed_date between (args ->> 'startDate')::date and (args ->> 'endDate')::date
      order by completed_date
    ) lines);
end $$;

grant execute on function
  private.list_columns, private.list_quests, private.add_column, private.edit_column, private.delete_column,
  private.uuids, private.add_quest, private.edit_quest, private.delete_quest, private.list_completions
to authenticated;
