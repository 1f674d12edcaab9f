create table public.quests (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  column_id uuid not null,
  title text not null check (char_length(title) between 1 and 120),
  description text not null default '' check (char_length(description) <= 2000),
  icon text not null check (char_length(icon) between 1 and 40),
  gem_value integer not null check (gem_value between 0 and 100000),
  assignee_ids uuid[] not null check (cardinality(assignee_ids) between 1 and 50),
  recurring text not null default 'once' check (recurring in ('once', 'daily', 'weekly')),
  target_time text check (target_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  created_at timestamptz not null default now(),
  -- When a once-quest was taken out of the last column again: completions before that pay no part any more.
  reopened_at timestamptz,
  version bigint not null default 0,
  constraint quests_column_fkey foreign key (family_id, column_id) references public.quest_columns (family_id, id)
);
comment on table public.quests is 'A chore with a price in gems. A column that holds one cannot be deleted.';
-- By family alone: a family has a few hundred quests, and a move that changes no index is half the work.
create index quests_family_id_idx on public.quests (family_id);
alter table public.quests set (fillfactor = 80);

alter table public.quests enable row level security;
grant select, delete on public.quests to authenticated;
grant insert (family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring, target_time),
  update (column_id, title, description, icon, gem_value, assignee_ids, recurring, target_time) on public.quests to authenticated;

create policy "Members see their own family's quests" on public.quests
  for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Parents add quests to their own family" on public.quests
  for insert to authenticated
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents change their own family's quests" on public.quests
  for update to authenticated
  using (family_id = any(array(select private.managed_family_ids())))
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents delete their own family's quests" on public.quests
  for delete to authenticated
  using (family_id = any(array(select private.managed_family_ids())));

-- A quest exactly as the API answers it; private.list_quests says the same for many at once.
create function private.quest_json(q public.quests) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', q.id,
    'title', q.title,
    'description', q.description,
    'icon', q.icon,
    'gemValue', q.gem_value,
    'assigneeIds', q.assignee_ids,
    'columnId', q.column_id,
    'recurring', q.recurring,
    'targetTime', q.target_time,
    'createdAt', q.created_at,
    'version', q.version);
end $$;
grant execute on function private.quest_json to authenticated;

-- The busiest trigger of all, so next_revision and announce are written out in it.
create function private.quest_changed() returns trigger
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
  perform realtime.send(jsonb_build_object('revision', new.version, 'quest', private.quest_json(new)), 'quest.saved', 'family:' || new.family_id, true);
  return new;
end $$;
create trigger quest_changed before insert or update or delete on public.quests
  for each row execute function private.quest_changed();
