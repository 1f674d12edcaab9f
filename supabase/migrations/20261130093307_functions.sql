-- Written by `npm run generate`: functions, policies and grants of supabase/schemas.

CREATE OR REPLACE FUNCTION private.complete_quest(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- More than is asked for is for a parent to decide.
  if (private.acting_member()).role is distinct from 'parent'
     and (private.existing_completion(quest, doer, day, board.time_zone)).quest_id is null then
    if private.is_enough(quest, board, doer, day) then
      perform private.refuse('done_this_week');
    end if;
    if (quest.recurring <> 'once' or quest.finished_at is null) and quest.column_id <> board.last_column
       and exists (select from public.quest_columns where id = quest.column_id and is_someday) then
      perform private.refuse('for_someday');
    end if;
  end if;
  return private.record_completion(quest, board, doer, day);
end $function$
;

CREATE OR REPLACE FUNCTION private.delete_expired(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  -- An account that the operator deleted softly keeps its row in Auth, and nothing of ours: its member stays without it,
  -- and the family goes with its last account.
  delete from public.profiles p using auth.users u where u.id = p.user_id and u.deleted_at is not null;
  delete from private.mailed_links l using auth.users u where u.id = l.user_id and u.deleted_at is not null;
  update public.family_members m set user_id = null
  from auth.users u where u.id = m.user_id and u.deleted_at is not null;
  get diagnostics gone = row_count;
  deleted := deleted + gone;
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
end $function$
;

CREATE OR REPLACE FUNCTION private.is_enough(quest public.quests, board private.board, doer uuid, day date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- At most two days ago.
  week date := case when day < board.week then board.week - 7 else board.week end;
begin
  return quest.times_per_week <= (
      select count(*) from public.quest_completions
      where quest_id = quest.id and member_id = doer and completed_date between week and week + 6);
end $function$
;

CREATE OR REPLACE FUNCTION private.practise(args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  player public.family_members;
  day date := (args ->> 'day')::date;
  answer text := case when args ->> 'answer' = 'skipped' then 'wrong' else args ->> 'answer' end;
  known public.practice_items;
  -- Sooner than a question can be read: it tells nothing of what the child knows, and counts for no gems.
  is_guess boolean := coalesce(answer <> 'wrong' and (args ->> 'tookMs')::bigint < 500, false);
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
    -- What is new needs an answer.
    if is_guess then
      answer := 'wrong';
      is_guess := false;
    end if;
  end if;
  if answer = 'wrong' then
    known.box := 1;
    known.due_on := day + 1;
  elsif known.due_on <= day and not is_guess then
    known.box := least(5, known.box + (answer = 'right')::integer);
    known.due_on := day + case when answer = 'slow' then 2 else (array[1, 3, 7, 14, 30])[known.box] end;
  end if;
  if not is_guess then
    known.lately := known.lately[greatest(1, cardinality(known.lately) - 1):] || answer;
  end if;
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
end $function$
;
