-- Written by `npm run generate`: functions, policies and grants of supabase/schemas.

drop function private.finished_days_archived();

CREATE OR REPLACE FUNCTION private.archive_quests(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_parent((args ->> 'familyId')::uuid);
  return '{"quests":[]}';
end $function$
;

CREATE OR REPLACE FUNCTION private.change_recurrence(quest public.quests, board private.board, args jsonb)
 RETURNS public.quests
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  if doer is not null and private.stays_done(quest, board, done.last_day, done.week) then
    quest.finished_at := coalesce(quest.finished_at, clock_timestamp());
    quest.finished_by := doer;
  end if;
  return quest;
end $function$
;

CREATE OR REPLACE FUNCTION private.edit_quest(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    finished_by = quest.finished_by, recurring = quest.recurring,
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
end $function$
;

CREATE OR REPLACE FUNCTION private.list_archived_quests(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
      where family_id = family and recurring = 'once' and finished_at < since
        and (finished_at, id) < (before_moment, before_id)
      order by finished_at desc, id desc
      limit private.page_sizes_archived_quests()
    ) page);
end $function$
;

CREATE OR REPLACE FUNCTION private.move_quest(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    finished_by = quest.finished_by
  where id = quest.id returning * into quest;
  return private.quest_reply(quest, taken);
end $function$
;

CREATE OR REPLACE FUNCTION private.place_quest(quest public.quests, board private.board, target uuid)
 RETURNS public.quests
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if target <> board.last_column then
    -- A quest that was finished when that column was the last one stays finished.
    if target is distinct from quest.done_column_id then
      quest.column_id := target;
      quest.done_column_id := null;
      quest.finished_at := null;
      quest.finished_by := null;
    end if;
  elsif quest.recurring = 'once' then
    quest.done_column_id := target;
    quest.finished_at := coalesce(quest.finished_at, clock_timestamp());
  elsif not private.is_done(quest, board, private.done_of(quest.id, board)) then
    quest.finished_at := clock_timestamp();
    quest.finished_by := null;
  end if;
  return quest;
end $function$
;

CREATE OR REPLACE FUNCTION private.quest_api_json(q public.quests)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return format(
    '{"columnId":"%s","id":"%s","title":%s,"description":%s,"icon":%s,"gemValue":%s,"assigneeIds":%s,"recurring":%s,"targetTime":%s,"createdAt":%s,"finishedAt":%s,"finishedBy":%s,"version":%s%s%s}',
    coalesce(q.done_column_id, q.column_id), q.id, to_json(q.title), to_json(q.description), to_json(q.icon),
    q.gem_value, to_json(q.assignee_ids), to_json(q.recurring), coalesce(to_json(q.target_time), 'null'),
    to_json(q.created_at), coalesce(to_json(q.finished_at), 'null'), coalesce(to_json(q.finished_by), 'null'),
    q.version,
    case when q.done_column_id <> q.column_id then format(',"homeColumnId":"%s"', q.column_id) end,
    case when num_nonnulls(q.weekdays, q.times_per_week, q.due_on, q.starts_on, q.ends_on, q.scheduled_at) > 0 then
      -- Without its braces.
      ',' || btrim(jsonb_strip_nulls(jsonb_build_object('weekdays', q.weekdays, 'timesPerWeek', q.times_per_week, 'dueOn', q.due_on,
        'startsOn', q.starts_on, 'endsOn', q.ends_on, 'scheduledAt', q.scheduled_at))::text, '{}') end);
end $function$
;

CREATE OR REPLACE FUNCTION private.save_quests(of_family uuid, changed public.quests[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
        version = before_first + ceil(c.ordinality / 100.0)::int
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
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_completion(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    update public.quests set done_column_id = null, finished_at = null, finished_by = null
    where id = quest.id;
  end if;
  return (done.api_json::jsonb || taken)::text;
end $function$
;
