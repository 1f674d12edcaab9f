-- Idempotency keys with the replies to their commands, so that a command that is sent again does not run again. A
-- refusal is not stored, because it rolls back. Only a digest of the request is stored, with a pepper that is not in
-- the database, because the request may contain a PIN.
create table private.idempotency_keys (
  -- Deferred, so that a command locks its family before its account, as the deletion of a family does.
  account_id uuid references auth.users (id) on delete cascade deferrable initially deferred,
  -- Set for a paired device, which has no account.
  device_id uuid references private.devices (id) on delete cascade deferrable initially deferred,
  caller_id uuid generated always as (coalesce(account_id, device_id)) stored,
  key text not null check (char_length(key) between 1 and 255),
  fingerprint text not null,
  -- Null only while the command runs, for its own transaction.
  reply text,
  created_at timestamptz not null default now(),
  primary key (caller_id, key)
);

create index idempotency_keys_account_id_idx on private.idempotency_keys (account_id);
create index idempotency_keys_device_id_idx on private.idempotency_keys (device_id);
create index idempotency_keys_created_at_idx on private.idempotency_keys (created_at);

alter table private.idempotency_keys enable row level security;

-- Runs a command once for all requests of the account with that key, in the transaction that stores its reply. A
-- concurrent request with the key waits at the insert until that transaction ends.
create function private.request_once(
  claims text, command text, args jsonb, of_key text, request_fingerprint text, out reply text, out is_replayed boolean
) language plpgsql set search_path = '' as $$
declare
  caller uuid := (claims::jsonb ->> 'sub')::uuid;
  is_paired boolean := claims::jsonb ->> 'session_id' = claims::jsonb ->> 'sub';
  own_role text := current_setting('role');
  kept private.idempotency_keys;
begin
  delete from private.idempotency_keys
  where caller_id = caller and key = of_key and created_at < now() - interval '7 days';
  -- `do update`, unlike `do nothing`, returns the existing row.
  insert into private.idempotency_keys (account_id, device_id, key, fingerprint)
  values (case when not is_paired then caller end, case when is_paired then caller end, of_key, request_fingerprint)
  on conflict (caller_id, key) do update set key = excluded.key
  returning * into kept;
  is_replayed := kept.reply is not null;
  if is_replayed then
    perform private.authenticate(claims);
    if kept.fingerprint <> request_fingerprint then
      perform private.refuse('idempotency_key_reused');
    end if;
    reply := kept.reply;
    return;
  end if;
  reply := private.request(claims, command, args);
  if reply is null then
    perform private.refuse('not_signed_in');
  end if;
  -- The signed-in user, whom the command ran as, has no right on the table.
  perform set_config('role', own_role, true);
  update private.idempotency_keys set reply = request_once.reply where caller_id = caller and key = of_key;
end $$;
