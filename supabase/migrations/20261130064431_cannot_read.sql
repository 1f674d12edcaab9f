-- The screen of a kid who cannot read yet speaks by itself.
alter table public.family_members add column cannot_read boolean not null default false;
