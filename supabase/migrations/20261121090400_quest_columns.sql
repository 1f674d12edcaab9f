create table public.quest_columns (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  emoji text not null check (char_length(emoji) between 1 and 40),
  position integer not null check (position between 0 and 10000),
  created_at timestamptz not null default now(),
  version bigint not null default 0,
  -- What a quest's foreign key points at: a column of its own family, never of another one.
  unique (family_id, id),
  -- Without gaps, 0 is the first; checked at the end, because a change moves the neighbours too.
  constraint quest_columns_position_key unique (family_id, position) deferrable initially deferred
);
comment on table public.quest_columns is 'The columns of a family''s quest board; the highest position is the one for done quests.';

alter table public.quest_columns enable row level security;
grant select, delete on public.quest_columns to authenticated;
grant insert (family_id, title, emoji, position), update (title, emoji) on public.quest_columns to authenticated;

create policy "Members see their own family's columns" on public.quest_columns
  for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));
create policy "Parents add columns to their own family" on public.quest_columns
  for insert to authenticated
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents change their own family's columns" on public.quest_columns
  for update to authenticated
  using (family_id = any(array(select private.managed_family_ids())))
  with check (family_id = any(array(select private.managed_family_ids())));
create policy "Parents delete their own family's columns" on public.quest_columns
  for delete to authenticated
  using (family_id = any(array(select private.managed_family_ids())));

create function private.column_json(c public.quest_columns) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji, 'position', c.position, 'version', c.version);
end $$;
grant execute on function private.column_json to authenticated;

create function private.column_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  revision bigint;
begin
  if tg_op = 'DELETE' then
    -- From here on this transaction holds the family's row: two devices that delete the last two
    -- columns at once are put one behind the other, and the second one sees what the first did.
    revision := private.next_revision(old.family_id);
    if revision is null then
      return old;
    end if;
    if not exists (select from public.quest_columns where family_id = old.family_id and id <> old.id) then
      perform private.refuse('last_column');
    end if;
    perform private.announce(old.family_id, 'column.deleted', jsonb_build_object('revision', revision, 'columnId', old.id));
    return old;
  end if;
  if tg_op = 'INSERT' then
    perform private.lock_family(new.family_id);
    new.position := least(new.position, (select count(*) from public.quest_columns where family_id = new.family_id));
    update public.quest_columns set position = position + 1 where family_id = new.family_id and position >= new.position;
  end if;
  revision := private.next_revision(new.family_id);
  new.version := revision;
  perform private.announce(new.family_id, 'column.saved', jsonb_build_object('revision', revision, 'column', private.column_json(new)));
  return new;
end $$;
create trigger column_changed before insert or update or delete on public.quest_columns
  for each row execute function private.column_changed();

-- Gaps close when a statement is through: it may be deleting the neighbours too.
create function private.columns_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.quest_columns c set position = kept.place
  from (
    select id, row_number() over (partition by family_id order by position) - 1 as place
    from public.quest_columns where family_id in (select family_id from gone)
  ) kept
  where c.id = kept.id and c.position <> kept.place;
  return null;
end $$;
create trigger columns_deleted after delete on public.quest_columns
  referencing old table as gone
  for each statement execute function private.columns_deleted();
