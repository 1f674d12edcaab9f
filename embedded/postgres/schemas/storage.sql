-- The schema of the storage service, from the facts of its wire contract.
create schema storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;
set role supabase_storage_admin;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type storage.buckettype not null default 'STANDARD',
  versioning_status text not null default 'DISABLED'
);
alter table storage.buckets enable row level security;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  user_metadata jsonb,
  archived_at timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned boolean not null default false
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role, postgres;

create function storage.foldername(name text) returns text[]
language sql immutable as $$ select (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1] $$;

create function storage.protect_delete() returns trigger
language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception using errcode = '42501',
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.';
  end if;
  return null;
end $$;
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

reset role;
grant supabase_storage_admin to postgres;

-- How the storage service of the embedded stack asks in somebody's name. Not in the schema `storage`:
-- a hosted project has none of it, and no policy or migration may lean on it.

-- Takes over the role and the request's settings for the rest of the transaction.
create function embedded.act_as(settings jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config(key, value, true) from jsonb_each_text(settings);
end $$;

-- Returns whether the bucket exists, and the object if the caller may see it, in one query for each picture.
create function embedded.find_object(
  settings jsonb, bucket text, object_name text, out has_bucket boolean, out object jsonb
) language plpgsql set search_path = '' as $$
begin
  has_bucket := exists (select from storage.buckets where id = bucket);
  perform embedded.act_as(settings);
  select to_jsonb(o) into object from storage.objects o where o.bucket_id = bucket and o.name = object_name;
end $$;
