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
-- Names are one's own to change; the role is nobody's, and a picture has to be looked at first.
grant update (first_name, last_name) on public.profiles to authenticated;
-- The policies that show and change a profile need family_members and device_sessions and come with them.
