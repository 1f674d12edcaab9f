-- Written by `npm run generate`: functions, policies and grants of supabase/schemas.

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
    -- A tile offers it, the child's own or one on the wall; the call may take some seconds more.
    (done.member_id = (private.acting_member()).id or (private.paired_device()).use = 'wall'
      and exists (select from public.family_members where id = done.member_id and role = 'kid'))
    and done.created_at between clock_timestamp() - make_interval(secs => private.undo_seconds_tile_call())
      and clock_timestamp() + interval '1 minute', false) then
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

CREATE OR REPLACE FUNCTION private.undo_seconds_tile_call()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN 75
;

grant execute on function private.undo_seconds_tile_call() to authenticated;
