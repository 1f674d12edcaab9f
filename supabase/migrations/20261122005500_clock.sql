-- A clock that was a day ahead and is put right leaves times that lie in the future. They are no reason
-- to let somebody wait: a count that begins later than now is over, and so is a wait longer than there are any. Who asks
-- at the same moment may have begun a little later: a count a minute ahead, and a wait up to two hours, are this clock's own.
create or replace function private.count_try(of_key text, most integer, within_seconds integer) returns integer
language plpgsql set search_path = '' as $$
declare
  counted private.tries;
begin
  -- A few of the oldest go each time, so that nothing piles up and nobody has to clean.
  delete from private.tries where key in (select key from private.tries where since not between now() - interval '1 day' and now() + interval '1 minute' order by since limit 5 for update skip locked);
  insert into private.tries (key, since, count) values (sha256(convert_to(of_key, 'utf8')), now(), 1)
  on conflict (key) do update set
    since = case when tries.since not between now() - make_interval(secs => within_seconds) and now() + interval '1 minute' then now() else tries.since end,
    count = case when tries.since not between now() - make_interval(secs => within_seconds) and now() + interval '1 minute' then 1 else tries.count + 1 end
  returning * into counted;
  if counted.count <= most then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.since - now()) + within_seconds)::integer);
end $$;

create or replace function private.begin_pin_try(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  tried uuid := (args ->> 'memberId')::uuid;
  pin private.member_pins;
  is_limited boolean;
begin
  if not exists (select from public.family_members where id = tried and family_id = any(array(select private.my_family_ids()))) then
    perform private.refuse('not_found');
  end if;
  insert into private.member_pins (member_id, salt) values (tried, decode(replace(gen_random_uuid()::text, '-', ''), 'hex')) on conflict do nothing;
  select * into pin from private.member_pins where member_id = tried for update;
  if pin.today <> (now() at time zone 'utc')::date then
    pin.today := (now() at time zone 'utc')::date;
    pin.failures_today := 0;
  end if;
  is_limited := pin.needs_password or coalesce(pin.locked_until between now() and now() + interval '2 hours', false);
  pin.failures := pin.failures + 1;
  pin.failures_today := pin.failures_today + 1;
  pin.needs_password := pin.needs_password or pin.failures_today > 20;
  if not is_limited then
    pin.locked_until := now() + private.pin_wait(pin.failures);
  end if;
  update private.member_pins
  set today = pin.today, failures = pin.failures, failures_today = pin.failures_today, needs_password = pin.needs_password, locked_until = pin.locked_until
  where member_id = tried;
  if is_limited or pin.needs_password then
    return jsonb_build_object(
      'needsPassword', pin.needs_password,
      'wait', case when pin.needs_password then 3600 else ceil(extract(epoch from pin.locked_until - now()))::int end);
  end if;
  return jsonb_build_object('salt', encode(pin.salt, 'hex'));
end $$;
