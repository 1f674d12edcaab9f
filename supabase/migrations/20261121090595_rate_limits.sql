-- How often something was tried lately, for all instances of the function together. A key is a
-- digest: no address and no e-mail is kept.
create table private.tries (
  key bytea primary key,
  since timestamptz not null,
  count integer not null
);
comment on table private.tries is 'Counts for rate limits, in windows that begin with the first try.';
create index tries_since_idx on private.tries (since);
alter table private.tries enable row level security;

-- Counts one try; answers the seconds until the next is welcome, or 0. Asked by the edge function
-- itself, before anybody is signed in.
create function private.count_try(of_key text, most integer, within_seconds integer) returns integer
language plpgsql set search_path = '' as $$
declare
  counted private.tries;
begin
  -- A few of the oldest go each time, so that nothing piles up and nobody has to clean.
  delete from private.tries where key in (select key from private.tries where since < now() - interval '1 day' order by since limit 5 for update skip locked);
  insert into private.tries (key, since, count) values (sha256(convert_to(of_key, 'utf8')), now(), 1)
  on conflict (key) do update set
    since = case when tries.since < now() - make_interval(secs => within_seconds) then now() else tries.since end,
    count = case when tries.since < now() - make_interval(secs => within_seconds) then 1 else tries.count + 1 end
  returning * into counted;
  if counted.count <= most then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.since - now()) + within_seconds)::integer);
end $$;
