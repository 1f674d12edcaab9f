-- Rewards that are celebrated become redemptions without gems, which a parent sees.
alter table public.redemptions add column is_unseen boolean not null default false;
alter table public.redemptions add check (not is_unseen or status = 'granted');
