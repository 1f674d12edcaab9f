-- Who did it is told to whoever asks to complete a quest: two may ask at once, or one twice, and one of them is paid.

-- The completion by which a quest is done, for that member on that day; null while it is to do.
create function private.counted_completion(quest public.quests, member uuid, day date) returns public.quest_completions
language plpgsql stable security definer set search_path = '' as $$
declare
  counted public.quest_completions;
begin
  if quest.recurring = 'once' then
    select * into counted from public.quest_completions
    where quest_id = quest.id and created_at > coalesce(quest.reopened_at, '-infinity') order by created_at desc limit 1;
  elsif quest.recurring = 'daily' then
    select * into counted from public.quest_completions where quest_id = quest.id and member_id = member and completed_date = day;
  else
    select * into counted from public.quest_completions
    where quest_id = quest.id and member_id = member and completed_date between day - 3 and day + 3 order by completed_date desc limit 1;
  end if;
  return counted;
end $$;

-- As before, and with what was recorded for it, now or before: `isNew` says whether it was now, and paid.
create or replace function private.complete_quest(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := (args ->> 'questId')::uuid;
  doer uuid := (args ->> 'completingMemberId')::uuid;
  day date := (args ->> 'completedDate')::date;
  acting public.family_members := private.acting_member();
  quest public.quests;
  counted public.quest_completions;
  done_column uuid;
  is_new boolean;
begin
  -- The quest before the family, the order in which a move takes them.
  select * into quest from public.quests where id = wanted and family_id = any(array(select private.my_family_ids())) for no key update;
  if quest.id is null then
    perform private.refuse('not_found');
  end if;
  -- From here on no member and no column of the family goes.
  perform private.lock_family(quest.family_id);
  if acting.id is null or acting.family_id <> quest.family_id
     or (acting.role = 'kid' and (doer <> acting.id or acting.id <> all(quest.assignee_ids))) then
    perform private.refuse('not_allowed', 'Only the ones it is assigned to, or a parent, can complete this quest.');
  end if;
  if not exists (select from public.family_members where id = doer and family_id = quest.family_id) then
    perform private.refuse('invalid_input', 'Only a member of the family can complete a quest.');
  end if;
  if args ? 'columnId' and not exists (select from public.quest_columns where id = (args ->> 'columnId')::uuid and family_id = quest.family_id) then
    perform private.refuse('invalid_column');
  end if;
  if not private.is_today_somewhere(day) then
    perform private.refuse('invalid_input', 'A quest can only be completed today.');
  end if;
  counted := private.counted_completion(quest, doer, day);
  is_new := counted.quest_id is null;
  if is_new then
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    values (quest.id, doer, day, quest.family_id, quest.gem_value)
    returning * into counted;
    if quest.gem_value > 0 then
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
      values (quest.family_id, doer, quest.gem_value, 'completion', quest.title, quest.icon);
    end if;
  end if;
  done_column := private.last_column(quest.family_id);
  if quest.column_id <> done_column then
    update public.quests set column_id = done_column where id = quest.id returning * into quest;
  end if;
  return (
    quest.answer::jsonb
    || jsonb_build_object('completed', jsonb_build_object('completion', counted.answer::jsonb, 'gems', counted.gems, 'isNew', is_new)))::text;
end $$;

drop function private.is_done;
