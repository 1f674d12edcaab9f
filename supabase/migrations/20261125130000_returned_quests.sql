-- As before; and one that has come back is finished no more.
create or replace function private.standing_answer(q public.quests, columns uuid[], today date) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if q.returns_on is null or today < q.returns_on then
    return q.answer;
  end if;
  q.column_id := private.standing_column(q, columns, today);
  q.returns_to := null;
  q.returns_on := null;
  q.finished_at := null;
  q.finished_by := null;
  q.tidied_at := null;
  return private.quest_answer(q);
end $$;

-- As before; and with the column that it stands in the moment is written, too, at which it was finished.
create or replace function private.quest_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted bigint;
  was public.quests;
  has_come_back boolean;
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
  -- A command that says when the quest returns has said where it stands, too. All else is done by hand.
  if tg_op = 'UPDATE' and new.returns_on is not distinct from old.returns_on then
    was := old;
    if old.returns_on is not null then
      has_come_back := old.returns_on <= private.family_today(old.family_id);
      if has_come_back then
        was.column_id := private.standing_column(old, private.columns_of(old.family_id), old.returns_on);
      end if;
      -- One that has come back is written where it stands, but for a move to the very column it was in.
      if has_come_back and new.column_id = old.column_id then
        new.finished_by := null;
        new.tidied_at := null;
        if current_setting('bubblequest.moved_to', true) is distinct from new.column_id::text then
          new.column_id := was.column_id;
          new.finished_at := null;
        else
          new.finished_at := clock_timestamp();
        end if;
      end if;
      if has_come_back or new.column_id <> old.column_id or new.recurring = 'once' then
        new.returns_to := null;
        new.returns_on := null;
      end if;
    end if;
    -- A look into an index tells most moves that there is nothing to take back.
    if new.column_id <> was.column_id
       and exists (select from public.quest_completions where quest_id = new.id) and private.reopens(was, new) then
      new.reopened_at := clock_timestamp();
    end if;
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

-- Also of one that was in the last column all the time, and came back from there in between.
drop trigger move_noted on public.quests;
create trigger move_noted before update of column_id on public.quests
  for each row when (new.column_id <> old.column_id or (new.returns_on is not null and new.returns_on is distinct from old.returns_on))
  execute function private.quest_moved();
