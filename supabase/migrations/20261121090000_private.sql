-- Helpers live in a schema that is not exposed: the table API cannot reach them, policies and
-- the edge function can. Nothing in here or in public is open to anybody unless a line says so.
create schema private;
comment on schema private is 'Helpers and commands behind the API; not exposed.';

grant usage on schema private to authenticated;
alter default privileges in schema private revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- A "no" from the closed list of domain/contract/errors.ts. The edge function knows the SQLSTATE
-- and turns it into the code's status; `sentence` replaces the code's own words where given.
create function private.refuse(code text, sentence text default null) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'BQ001', message = code, detail = coalesce(sentence, '');
end $$;
grant execute on function private.refuse to authenticated;

-- The one door of the edge function: one round trip, one transaction. It becomes the signed-in
-- user for the rest of the transaction and only then runs the command, under row-level security.
-- `command` is a name written in our code, never one from a request.
create function private.request(claims text, command text, args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  reply text;
begin
  -- auth.uid() looks at the singular settings first: each is set, or an older value could win.
  perform set_config('request.jwt.claims', claims, true),
          set_config('request.jwt.claim.sub', claims::jsonb ->> 'sub', true),
          set_config('request.jwt.claim.role', 'authenticated', true),
          set_config('role', 'authenticated', true);
  execute format('select private.%I($1)', command) using args into reply;
  return reply;
end $$;
