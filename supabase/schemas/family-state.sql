-- What a page opens with: the caller's place in a family, and all of the family's state.

-- Returns the caller's place in a family, with the member that this device acts as there.
create function private.membership_json(family uuid) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  -- A paired device has no member of its own.
  own public.family_members;
  acting public.family_members := private.acting_member();
begin
  select * into own from public.family_members where family_id = family and user_id = auth.uid();
  return jsonb_build_object(
    'id', own.id,
    'role', coalesce(own.role, 'kid'),
    'activeMemberId', case when acting.family_id = family then acting.id end,
    'wrongPins', case when acting.family_id = family then private.untold_wrong_pins() end,
    'device', private.this_device());
end $$;

create function private.my_families() returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.membership_json(f.id) || jsonb_build_object('family', private.family_json(f))
      order by m.created_at), '[]')
    from public.families f
    left join public.family_members m on m.family_id = f.id and m.user_id = auth.uid()
    where f.id = any(array(select private.my_family_ids())));
end $$;

-- Returns all that a page opens with, in the snapshot of the statement that calls it; only that it is unchanged if the
-- caller says with `known` that they know it. `version` is that of the reply's fields, `daysBefore` and `daysAfter` are
-- those of the completions around today, and `doneDays` those since a quest was finished.
create function private.family_state(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  shown uuid := private.own_family(args);
  today date := private.family_today(shown);
  membership jsonb := private.membership_json(shown);
  role text := (private.acting_member()).role;
  seat text := md5(concat_ws(' ', membership, role, today, args ->> 'version'));
  family public.families;
  days jsonb := jsonb_build_object(
    'startDate', today - (args ->> 'daysBefore')::integer, 'endDate', today + (args ->> 'daysAfter')::integer);
begin
  select * into family from public.families where id = shown;
  if args ->> 'known' = family.revision || '.' || seat then
    return '{"unchanged": true}';
  end if;
  args := args || days || jsonb_build_object('doneSince', today - (args ->> 'doneDays')::integer);
  -- Each value is JSON already: parsing a board to build an object of it would take longer than reading it.
  return format(
    '{"revision":%s,"seat":"%s","family":%s,"membership":%s,"days":%s,"balances":%s,"earned":%s,"columns":%s,"members":%s,"quests":%s,"completions":%s,"absences":%s,"rewards":%s,"redemptions":%s}',
    family.revision, seat, private.family_json(family), membership, days,
    (select jsonb_object_agg(m.id, coalesce(newest.balance, 0)) from public.family_members m
      left join lateral (
        select balance from public.gem_entries where member_id = m.id order by entry_number desc limit 1) newest on true
      where m.family_id = shown),
    (select coalesce(json_object_agg(member_id, months), '{}') from (
      select member_id, json_agg(json_build_object('month', month, 'gems', earned) order by month) as months
      from public.gem_months where family_id = shown group by member_id) earned),
    private.list_columns(args), private.list_members(args), private.list_quests(args),
    private.completions_between(shown, (days ->> 'startDate')::date, (days ->> 'endDate')::date, false),
    private.list_absences(args), private.list_rewards(args), private.list_redemptions(args));
end $$;

grant execute on function private.membership_json, private.my_families, private.family_state to authenticated;
