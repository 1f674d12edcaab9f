-- Moving a card and reading the board are what families do most. What each of them did more than
-- once is done once here.

-- The checks of a table are read anew, as text, by every statement that changes a row of it: a fifth
-- of a move. A domain's are read once for a connection, and looked at where such a value is written.
create domain private.quest_title as text check (char_length(value) between 1 and 120);
create domain private.quest_description as text check (char_length(value) <= 2000);
create domain private.quest_icon as text check (char_length(value) between 1 and 40);
create domain private.gem_value as integer check (value between 0 and 100000);
create domain private.assignee_ids as uuid[] check (cardinality(value) between 1 and 50);
create domain private.recurring as text check (value in ('once', 'daily', 'weekly'));
create domain private.target_time as text check (value ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
alter table public.quests
  drop constraint quests_title_check, alter column title type private.quest_title,
  drop constraint quests_description_check, alter column description type private.quest_description,
  drop constraint quests_icon_check, alter column icon type private.quest_icon,
  drop constraint quests_gem_value_check, alter column gem_value type private.gem_value,
  drop constraint quests_assignee_ids_check, alter column assignee_ids type private.assignee_ids,
  drop constraint quests_recurring_check, alter column recurring type private.recurring,
  drop constraint quests_target_time_check, alter column target_time type private.target_time;

create domain private.family_name as text check (char_length(value) between 1 and 130);
create domain private.reward_mode as text check (value in ('celebrate', 'spend', 'ask'));
create domain private.practice_gems as integer check (value between 0 and 50);
drop trigger family_changed on public.families;
alter table public.families
  drop constraint families_name_check, alter column name type private.family_name,
  drop constraint families_reward_mode_check, alter column reward_mode type private.reward_mode,
  drop constraint families_practice_gems_check, alter column practice_gems type private.practice_gems;
create trigger family_changed before update of name, reward_mode, practice_gems on public.families
  for each row execute function private.family_changed();

-- Writing the quests of a board as JSON took most of the time of reading it, so each is written
-- when it changes: the list, the answer to the change and the news of it are all this one text.
alter table public.quests add column answer text not null default '';
comment on column public.quests.answer is 'The quest as the API answers it, as JSON: private.quest_answer, kept by private.quest_changed.';

create function private.quest_answer(q public.quests) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return format(
    '{"id":"%s","title":%s,"description":%s,"icon":%s,"gemValue":%s,"assigneeIds":%s,"columnId":"%s","recurring":%s,"targetTime":%s,"createdAt":%s,"version":%s}',
    q.id, to_json(q.title), to_json(q.description), to_json(q.icon), q.gem_value, to_json(q.assignee_ids), q.column_id,
    to_json(q.recurring), coalesce(to_json(q.target_time), 'null'), to_json(q.created_at), q.version);
end $$;

-- Nothing about a quest changes by this: no revision, no news.
alter table public.quests disable trigger quest_changed;
update public.quests q set answer = private.quest_answer(q);
alter table public.quests enable trigger quest_changed;

create or replace function private.quest_json(q public.quests) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return q.answer::jsonb;
end $$;

create or replace function private.quest_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted bigint;
begin
  if tg_op = 'DELETE' then
    update public.families set revision = revision + 1 where id = old.family_id returning revision into counted;
    if counted is not null then
      perform realtime.send(jsonb_build_object('revision', counted, 'questId', old.id), 'quest.deleted', 'family:' || old.family_id, true);
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and new.family_id <> old.family_id then
    raise check_violation using message = 'a quest stays with its family';
  end if;
  -- A look into an index tells most moves that there is nothing to take back.
  if tg_op = 'UPDATE' and new.column_id <> old.column_id and new.recurring = 'once'
     and exists (select from public.quest_completions where quest_id = new.id) and private.reopens(old, new) then
    new.reopened_at := clock_timestamp();
  end if;
  update public.families set revision = revision + 1 where id = new.family_id returning revision into new.version;
  -- An array has no foreign key: who is assigned is checked here, when it changes.
  if tg_op = 'INSERT' or new.assignee_ids is distinct from old.assignee_ids then
    if (select count(*) from public.family_members m where m.family_id = new.family_id and m.id = any(new.assignee_ids))
       <> cardinality(new.assignee_ids) then
      perform private.refuse('invalid_input', 'A quest can only be assigned to members of the family.');
    end if;
  end if;
  new.answer := private.quest_answer(new);
  perform realtime.send(jsonb_build_object('revision', new.version, 'quest', new.answer::jsonb), 'quest.saved', 'family:' || new.family_id, true);
  return new;
end $$;

create or replace function private.list_quests(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (
    select '[' || coalesce(string_agg(answer, ',' order by created_at, id), '') || ']'
    from public.quests
    where family_id = family);
end $$;

-- What is asked for goes into a variable first. Where the planner has to look through a family's
-- rows, a cast of what came in the call is made anew for each of them.
create or replace function private.edit_quest(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'questId')::uuid;
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
  where id = wanted
  returning * into edited;
  if edited.id is null then
    perform private.require_manager((select family_id from public.quests where id = wanted));
    perform private.refuse('not_found');
  end if;
  return edited.answer;
end $$;

create or replace function private.delete_quest(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  wanted uuid := (args ->> 'questId')::uuid;
  deleted public.quests;
begin
  delete from public.quests where id = wanted returning * into deleted;
  if deleted.id is null then
    perform private.require_manager((select family_id from public.quests where id = wanted));
    perform private.refuse('not_found');
  end if;
  return deleted.answer;
end $$;

create or replace function private.list_completions(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  first_day date := (args ->> 'startDate')::date;
  last_day date := (args ->> 'endDate')::date;
begin
  return (
    select '[' || coalesce(string_agg(answer, ',' order by completed_date), '') || ']'
    from public.quest_completions
    where family_id = family and completed_date between first_day and last_day);
end $$;

-- Asked several times by one move: the claims are read once each time, not once for each mention.
create or replace function private.my_family_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  return query select family_id from public.family_members where user_id = caller;
end $$;

create or replace function private.managed_family_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
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

-- Whose quest it was has just been asked, and whose it will be is the same: no seat may write
-- family_id, and quest_changed refuses it to everybody else.
alter policy "Parents change their own family's quests" on public.quests with check (family_id is not null);

-- Who is connected remembers how functions read the columns whose types have changed, and would fail
-- from here on; a function that was altered is read anew.
do $$
declare
  remembered regprocedure;
begin
  for remembered in
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang where l.lanname = 'plpgsql' and p.pronamespace = 'private'::regnamespace
  loop
    execute format('alter function %s set search_path = %L', remembered, '');
  end loop;
end $$;
