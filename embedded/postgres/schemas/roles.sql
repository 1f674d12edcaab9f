-- The roles a Supabase database has. `postgres` is no superuser, so that a migration
-- that would fail on a hosted project fails here too.
create role postgres login createrole createdb bypassrls replication;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
create role supabase_realtime_admin nologin noinherit;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with inherit true, set true;
grant anon, authenticated, service_role to supabase_storage_admin;
grant anon, authenticated, service_role to supabase_realtime_admin;

grant create on database postgres to postgres;
alter schema public owner to postgres;
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema extensions authorization postgres;
grant usage on schema extensions to public;
