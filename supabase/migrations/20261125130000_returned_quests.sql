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
