-- Recent tries by key, for all instances of the function together. A key is a digest, so that no
-- address and no e-mail is stored.
create table private.tries (
  key bytea primary key,
  since timestamptz not null,
  count integer not null
);

create index tries_since_idx on private.tries (since);

alter table private.tries enable row level security;

-- Counts a try; returns the seconds to wait, or 0. A clock that was ahead and is corrected leaves times in the future,
-- which must not make anybody wait: counts that begin later than now are ignored, except within a minute, by which
-- concurrent transactions differ.
create function private.count_try(of_key text, most integer, within_seconds integer) returns integer
language plpgsql set search_path = '' as $$
declare
  counted private.tries;
begin
  -- Each call deletes a few expired rows, so that no separate cleanup is needed.
  delete from private.tries
  where key in (
    select key from private.tries where since not between now() - interval '1 day' and now() + interval '1 minute'
    order by since limit 5 for update skip locked);
  insert into private.tries (key, since, count) values (sha256(convert_to(of_key, 'utf8')), now(), 1)
  on conflict (key) do update set
    since = case
      when tries.since not between now() - make_interval(secs => within_seconds) and now() + interval '1 minute'
      then now() else tries.since end,
    count = case
      when tries.since not between now() - make_interval(secs => within_seconds) and now() + interval '1 minute'
      then 1 else tries.count + 1 end
  returning * into counted;
  if counted.count <= most then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.since - now()) + within_seconds)::integer);
end $$;

-- Counts a guess at a password as wrong, before it is checked. A hundred within a day are let through, then five an
-- hour. Returns the seconds to wait, or 0.
create function private.count_guess(of_key text) returns integer language plpgsql set search_path = '' as $$
begin
  if private.count_try(of_key || ' of a day', 100, 86400) = 0 then
    return 0;
  end if;
  return private.count_try(of_key || ' of an hour', 5, 3600);
end $$;

-- Forgets the guesses after a right one.
create function private.forget_guesses(of_key text) returns void language plpgsql set search_path = '' as $$
begin
  delete from private.tries
  where key in (sha256(convert_to(of_key || ' of a day', 'utf8')), sha256(convert_to(of_key || ' of an hour', 'utf8')));
end $$;

-- Counts a try under each key in turn, up to the first that has too many, so that who has used up their own count takes
-- nothing from those that others share. Returns the seconds to wait, or 0.
create function private.count_tries(tries jsonb, within_seconds integer) returns integer
language plpgsql set search_path = '' as $$
declare
  counted jsonb;
  wait integer := 0;
begin
  for counted in select value from jsonb_array_elements(tries) loop
    wait := private.count_try(counted ->> 'key', (counted ->> 'most')::integer, within_seconds);
    exit when wait > 0;
  end loop;
  return wait;
end $$;
