-- A family's export, its deletion, and the cleanup of expired data. The edge function runs the cleanup with the first
-- call of each hour, in whichever instance gets that call. With pg_cron the database also does its own part every
-- night, even when there are no calls for months.
create table private.cleanup (
  is_only_row boolean primary key default true check (is_only_row),
  due_at timestamptz not null default now()
);

alter table private.cleanup enable row level security;

insert into private.cleanup default values;

-- Exports all stored data of a family, for its parents: each entity as the API returns it, with the fields
-- stored beside; no PIN, no password, no token.
create function private.export_family(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
begin
  perform private.require_parent(family);
  return (select jsonb_build_object(
    'exportedAt', now(),
    'family', private.family_json(f) || jsonb_build_object('createdAt', f.created_at),
    'members', (
      select coalesce(jsonb_agg(
        private.member_json(m) || jsonb_build_object('createdAt', m.created_at, 'hasLogin', m.user_id is not null)
        order by m.created_at, m.id), '[]')
      from public.family_members m where m.family_id = family),
    'columns', (
      select coalesce(jsonb_agg(private.column_json(c) order by c.position), '[]')
      from public.quest_columns c where c.family_id = family),
    'quests', (
      select coalesce(jsonb_agg(private.quest_json(q)::jsonb order by q.created_at, q.id), '[]')
      from public.quests q where q.family_id = family),
    'completions', (
      select coalesce(jsonb_agg(
        private.completion_json(c) || jsonb_build_object('gems', c.gems, 'createdAt', c.created_at)
        order by c.created_at), '[]')
      from public.quest_completions c where c.family_id = family),
    'absences', (
      select coalesce(jsonb_agg(private.absence_json(a) order by a.starts_on, a.id), '[]')
      from public.absences a where a.family_id = family),
    'gemEntries', (
      select coalesce(jsonb_agg(private.gem_entry_json(e) order by e.entry_number), '[]')
      from public.gem_entries e where e.family_id = family),
    'gemDebts', (
      select coalesce(jsonb_agg(
        jsonb_build_object('memberId', d.member_id, 'amount', d.amount, 'title', d.title, 'icon', d.icon)
        order by d.debt_number), '[]')
      from public.gem_debts d where d.family_id = family),
    'rewards', (
      select coalesce(jsonb_agg(private.reward_json(r) order by r.created_at, r.id), '[]')
      from public.rewards r where r.family_id = family),
    'redemptions', (
      select coalesce(jsonb_agg(private.redemption_json(r) order by r.created_at, r.id), '[]')
      from public.redemptions r where r.family_id = family),
    'practice', (
      select coalesce(jsonb_agg(
        private.practice_json(p) || jsonb_build_object('memberId', p.member_id, 'practisedAt', p.practised_at)
        order by p.member_id, p.game, p.item), '[]')
      from public.practice_items p where p.family_id = family),
    'devices', private.list_devices(args)::jsonb)::text
    from public.families f where f.id = family);
end $$;

-- Called before the password is checked, so that the call's own rights come first.
create function private.may_delete_family(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_manager((args ->> 'familyId')::uuid);
  return '{}';
end $$;

-- Deletes a family with its data, and announces that. Its pictures are due for removal at once.
create function private.erase_family(family uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform private.announce(family, 'family.deleted',
    jsonb_build_object('revision', private.next_revision(family), 'familyId', family));
  -- Deletes earlier events, which are stored for some days and contain the family's data. The last one
  -- stays: it contains only the deletion, and the other devices have yet to receive it.
  begin
    delete from realtime.messages where topic = 'family:' || family and event is distinct from 'family.deleted';
  exception when insufficient_privilege then
    -- Then they expire after three days.
    null;
  end;
  delete from public.families where id = family;
end $$;

-- A family's last account may be deleted outside of the app, by the operator: then nobody can open the family any more.
create function private.account_left() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.family_members where family_id = new.family_id and user_id is not null) then
    perform private.erase_family(new.family_id);
  end if;
  return null;
end $$;

create trigger account_left after update of user_id on public.family_members
  for each row when (old.user_id is not null and new.user_id is null) execute function private.account_left();

-- Deletes the family, and the logins of members who have no other family, in one transaction.
create function private.delete_family(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  family uuid := (args ->> 'familyId')::uuid;
  logins uuid[];
begin
  perform private.require_parent(family);
  perform from public.families where id = family for update;
  logins := array(
    select m.user_id from public.family_members m
    where m.family_id = family and m.user_id is not null
      and not exists (select from public.family_members o where o.user_id = m.user_id and o.family_id <> family));
  perform private.erase_family(family);
  delete from auth.users where id = any(logins);
  return jsonb_build_object('deleted', true);
end $$;

-- For the edge function alone. Deletes idempotency keys after a week, families that no account belongs to, and rows
-- older than thirteen months that no current state needs; returns how many. The completions of once-quests stay as long as the quest, the ledger as long
-- as the member: a balance is its sum.
create function private.delete_expired(most int) returns int language plpgsql set search_path = '' as $$
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
end $$;

-- For the edge function alone. True for one caller an hour, who then cleans up;
-- a failed cleanup is due again an hour later.
create function private.claim_cleanup() returns boolean language plpgsql set search_path = '' as $$
begin
  -- The second of two concurrent callers may read a time slightly more than an hour ahead of its own clock. Two hours
  -- ahead means that the clock was corrected.
  update private.cleanup set due_at = now() + interval '1 hour'
  where due_at <= now() or due_at > now() + interval '2 hours';
  return found;
end $$;

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron with schema pg_catalog;
    -- Replaces a schedule of the same name.
    perform cron.schedule('bubblequest cleanup', '27 3 * * *', 'select private.delete_expired(20000)');
  end if;
exception when others then
  -- Fails where pg_cron's library is not loaded, or runs jobs of another database.
  raise warning 'Old rows are removed by the function alone, because pg_cron cannot be used: %', sqlerrm;
end $$;

grant execute on function private.export_family, private.may_delete_family, private.delete_family to authenticated;
