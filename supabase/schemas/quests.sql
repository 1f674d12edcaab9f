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

-- Lists the once-quests that were finished before `doneSince`, newest first, a page of them; for the next one
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
      where family_id = family and recurring = 'once' and finished_at < since
        and (finished_at, id) < (before_moment, before_id)
      order by finished_at desc, id desc
      limit private.page_sizes_archived_quests()
    ) page);
end $$;

-- Returns a pattern for `~*` for each of the first ten words of a text: it finds the word in a title with or without
-- accents. Of 7,300 titles the words are found in 7 ms, while taking the accents from the titles would take 25 ms.
-- domain/rules/search.ts has the same rule, also for accents of other scripts.
create function private.title_patterns(typed text) returns text[] language plpgsql immutable set search_path = '' as $$
declare
  marks constant text := '[\u0300-\u036f]';
begin
  return array(
    select (
      select string_agg(case
          when part[1] = 'ss' then '(?:ss|ß)'
          when part[1] ~ '\w' then '[' || part[1] || base || coalesce(accented, '') || ']' || marks || '*'
          else '\' || part[1] end, '' order by place)
      from regexp_matches(word, 'ss|.', 'g') with ordinality parts(part, place),
        regexp_replace(normalize(part[1], nfd), marks, '', 'g') base
      left join (values ('a', 'àáâãäåāăą'), ('c', 'çćĉċč'), ('d', 'ď'), ('e', 'èéêëēĕėęě'), ('g', 'ĝğġģ'), ('h', 'ĥ'),
        ('i', 'ìíîïĩīĭį'), ('j', 'ĵ'), ('k', 'ķ'), ('l', 'ĺļľ'), ('n', 'ñńņň'), ('o', 'òóôõöōŏő'), ('r', 'ŕŗř'),
        ('s', 'śŝşšșß'), ('t', 'ţťț'), ('u', 'ùúûüũūŭůűų'), ('w', 'ŵ'), ('y', 'ýÿŷ'), ('z', 'źżž')
      ) accents(letter, accented) on letter = base)
    from regexp_split_to_table(
      replace(regexp_replace(normalize(lower(btrim(typed)), nfc), marks, '', 'g'), 'ß', 'ss'), '\s+') word
    limit 10);
end $$;

-- Lists the newest of the once-quests that were finished before `doneSince`, and whose titles have all words of `title`.
create function private.search_archived_quests(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  since timestamptz := (args ->> 'doneSince')::timestamp at time zone 'utc';
  patterns text[] := private.title_patterns(args ->> 'title');
begin
  return (
    select '[' || coalesce(string_agg(api_json, ',' order by finished_at desc, id desc), '') || ']'
    from (
      select id, api_json, finished_at
      from public.quests
      where family_id = family and recurring = 'once' and finished_at < since and title ~* all(patterns)
      order by finished_at desc, id desc
      limit private.page_sizes_found_quests()
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
    finished_by = quest.finished_by
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
end $$;

-- Changes nothing: the API function of 1.0.0 calls it until the next one is deployed.
create function private.archive_quests(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_parent((args ->> 'familyId')::uuid);
  return '{"quests":[]}';
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
  private.list_quests, private.list_archived_quests, private.title_patterns, private.search_archived_quests, private.add_quest, private.move_quest, private.edit_quest,
  private.archive_quests, private.delete_quest to authenticated;
