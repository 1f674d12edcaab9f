-- What the product knows of a person with a login beyond what the auth service keeps.
create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null check (char_length(first_name) between 1 and 120),
  last_name text not null check (char_length(last_name) <= 120),
  role text not null default 'user' check (role in ('user', 'admin')),
  profile_image_url text check (profile_image_url like '/objects/%'),
  created_at timestamptz not null default now()
);
comment on table public.profiles is 'A person with a login. Role admin is given by hand, never by a call.';

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
-- The policy that shows a profile needs family_members and comes with it.
