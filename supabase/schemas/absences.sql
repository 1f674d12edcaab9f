-- Days on which members need not do their quests: holidays, a fever, or one quest that is skipped on one day. What they
-- do anyway counts.
create table public.absences (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  -- Null for all members.
  member_id uuid references public.family_members (id) on delete cascade,
  -- Null for all quests.
  quest_id uuid references public.quests (id) on delete cascade,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  reason text check (char_length(reason) between 1 and private.text_limits_emoji()),
  version bigint not null default 0
);

create index absences_family_id_idx on public.absences (family_id);
create index absences_member_id_idx on public.absences (member_id);
create index absences_quest_id_idx on public.absences (quest_id);

alter table public.absences enable row level security;

create policy "Members see the absences of their own family" on public.absences for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

grant select on public.absences to authenticated;

create function private.absence_json(a public.absences) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', a.id, 'memberId', a.member_id, 'questId', a.quest_id, 'startsOn', a.starts_on,
    'endsOn', a.ends_on, 'reason', a.reason, 'version', a.version);
end $$;

create function private.absence_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- No screen has one that ended long ago.
    if old.ends_on < current_date - 31 then
      return old;
    end if;
    old.version := private.next_revision(old.family_id);
    if old.version is not null then
      perform private.announce(old.family_id, 'absence.deleted',
        jsonb_build_object('revision', old.version, 'absenceId', old.id));
    end if;
    return old;
  end if;
  new.version := private.next_revision(new.family_id);
  perform private.announce(new.family_id, 'absence.saved',
    jsonb_build_object('revision', new.version, 'absence', private.absence_json(new)));
  return new;
end $$;

create trigger absence_changed before insert or update or delete on public.absences
  for each row execute function private.absence_changed();

-- Lists those that end on or after `startDate`.
create function private.list_absences(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := private.own_family(args);
begin
  return (
    select coalesce(jsonb_agg(private.absence_json(a) order by a.starts_on, a.id), '[]')::text
    from public.absences a where a.family_id = family and a.ends_on >= (args ->> 'startDate')::date);
end $$;

-- Adds an absence; one from a daily or weekly quest is of the due day that its first day counts for. Sent again with the
-- same id, it returns the absence as it is now.
create function private.add_absence(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  member uuid := (args ->> 'memberId')::uuid;
  added public.absences;
  quest public.quests;
  due date;
begin
  perform private.require_manager(family);
  select * into added from public.absences where id = (args ->> 'id')::uuid and family_id = family;
  if found then
    return private.absence_json(added)::text;
  end if;
  if args ->> 'questId' is not null then
    -- Without a lock, because a completion locks the quest before the family.
    select * into quest from public.quests where id = (args ->> 'questId')::uuid and family_id = family;
    perform private.require_found(quest.id);
    due := private.due_day_of(quest, (private.board_of(family)).time_zone, (args ->> 'startsOn')::date);
  end if;
  if member is not null then
    perform private.require_found((select id from public.family_members where id = member and family_id = family));
  end if;
  perform private.require_room(
    (select count(*) from public.absences where family_id = family), private.family_limits_absences(), 'too_many_absences');
  insert into public.absences (id, family_id, member_id, quest_id, starts_on, ends_on, reason)
  values (coalesce((args ->> 'id')::uuid, gen_random_uuid()), family, member, quest.id,
    coalesce(due, (args ->> 'startsOn')::date), coalesce(due, (args ->> 'endsOn')::date), args ->> 'reason')
  returning * into added;
  return private.absence_json(added)::text;
end $$;

-- Moves the last day of an absence.
create function private.edit_absence(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  absence public.absences;
begin
  perform private.require_manager((select family_id from public.absences where id = (args ->> 'absenceId')::uuid));
  select * into absence from public.absences where id = (args ->> 'absenceId')::uuid for update;
  perform private.require_found(absence.id);
  if (args ->> 'endsOn')::date < absence.starts_on then
    perform private.refuse('days_reversed');
  end if;
  update public.absences set ends_on = (args ->> 'endsOn')::date where id = absence.id returning * into absence;
  return private.absence_json(absence)::text;
end $$;

create function private.delete_absence(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.absences;
begin
  perform private.require_manager((select family_id from public.absences where id = (args ->> 'absenceId')::uuid));
  delete from public.absences where id = (args ->> 'absenceId')::uuid returning * into deleted;
  perform private.require_found(deleted.id);
  return private.absence_json(deleted)::text;
end $$;

grant execute on function
  private.absence_json, private.list_absences, private.add_absence, private.edit_absence, private.delete_absence
  to authenticated;
