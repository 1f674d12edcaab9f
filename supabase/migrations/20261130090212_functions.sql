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
