-- How often something was tried lately, for all instances of the function together. A key is a
-- digest: no address and no e-mail is kept.
create table private.tries (
  key bytea primary key,
  since timestamptz not null,
  count integer not null
);

create index tries_since_idx on private.tries (since);

alter table private.tries enable row level security;

-- A clock that was a day ahead and is put right leaves times that lie in the future. They are no reason
-- to let somebody wait: a count that begins later than now is over, and so is a wait longer than there are any. Who asks
-- at the same moment may have begun a little later: a count a minute ahead, and a wait up to two hours, are this clock's own.
create function private.count_try(of_key text, most integer, within_seconds integer) returns integer language plpgsql set search_path = '' as $$
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
