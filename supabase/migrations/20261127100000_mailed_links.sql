-- Which links were mailed, so that a page can say whose one is before anybody is signed in, and of an older one that a newer mail was
-- sent: Auth itself forgets a link with the next mail. Only digests are kept, which open nothing.
create table private.mailed_links (
  digest bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery')),
  mailed_at timestamptz not null default now()
);
comment on table private.mailed_links is 'Digests of the tokens in mailed links, and whose they are; for thirty days.';
create index mailed_links_user_id_idx on private.mailed_links (user_id);
create index mailed_links_mailed_at_idx on private.mailed_links (mailed_at);
alter table private.mailed_links enable row level security;

create function private.keep_mailed_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A few of the oldest go each time, so that nothing piles up.
  delete from private.mailed_links
  where digest in (
    select digest from private.mailed_links where mailed_at < now() - interval '30 days' order by mailed_at limit 5 for update skip locked);
  insert into private.mailed_links (digest, user_id, kind)
  values (sha256(convert_to(to_jsonb(new) ->> (tg_argv[0] || '_token'), 'utf8')), new.id, tg_argv[0])
  on conflict do nothing;
  return new;
end $$;
create trigger confirmation_mailed after update on auth.users
  for each row when (new.confirmation_token <> '' and new.confirmation_token is distinct from old.confirmation_token)
  execute function private.keep_mailed_link('confirmation');
create trigger recovery_mailed after update on auth.users
  for each row when (new.recovery_token <> '' and new.recovery_token is distinct from old.recovery_token)
  execute function private.keep_mailed_link('recovery');

-- Asked by the edge function itself, before anybody is signed in. Auth keeps the token of a link as it is, the embedded Auth its hash.
-- Which tokens are good is said by auth.one_time_tokens alone: with a confirmed address Auth deletes all of the account's there.
create function private.mailed_link_owner(of_kind text, token_hash text) returns jsonb
language sql stable set search_path = '' as $$
  with kept as (
    select token_hash as token
    union all select encode(sha256(convert_to(token_hash, 'utf8')), 'hex')
  )
  select jsonb_build_object(
    'firstName', coalesce(p.first_name, ''),
    'email', u.email,
    'state', case
      when kept.token = any(good.tokens) then 'open'
      when of_kind = 'confirmation' and u.email_confirmed_at is not null then 'used'
      when good.tokens <> '{}' then 'newer'
      else 'used'
    end)
  from kept
  join private.mailed_links m on m.digest = sha256(convert_to(kept.token, 'utf8')) and m.kind = of_kind
  join auth.users u on u.id = m.user_id
  left join public.profiles p on p.user_id = u.id
  cross join lateral (
    select array(select t.token_hash from auth.one_time_tokens t where t.user_id = u.id and t.token_type::text = of_kind || '_token') as tokens
  ) good
$$;
