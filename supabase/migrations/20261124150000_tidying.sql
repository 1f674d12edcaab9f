-- Who removes what is old, and when. The edge function does, with the first call of each hour, whichever of its
-- instances that call reaches. Where pg_cron is, the database does its own part every night as well: it then
-- happens where nobody calls for months.
create table private.tidying (
  is_only_row boolean primary key default true check (is_only_row),
  due_at timestamptz not null default now()
);
comment on table private.tidying is 'When old rows and pictures are removed next.';
alter table private.tidying enable row level security;
insert into private.tidying default values;

-- For the edge function alone. True for one caller an hour, who then tidies; what fails is due again an hour later.
create function private.claim_tidying() returns boolean
language plpgsql set search_path = '' as $$
begin
  -- Of two at once the second reads what the first wrote, which may lie a moment more than an hour ahead of its own
  -- clock. Two hours ahead is a clock that was put right.
  update private.tidying set due_at = now() + interval '1 hour' where due_at <= now() or due_at > now() + interval '2 hours';
  return found;
end $$;

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron with schema pg_catalog;
    -- A schedule of the same name is replaced.
    perform cron.schedule('bubblequest tidies', '27 3 * * *', 'select private.retire(20000)');
  end if;
exception when others then
  -- Its library is not loaded, or it serves another database.
  raise warning 'Old rows are removed by the function alone, because pg_cron cannot be used: %', sqlerrm;
end $$;
