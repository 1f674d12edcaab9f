-- The gems a member ever earned, by month: kept by the trigger of the ledger from now on, summed up once for what is there.
create table public.gem_months (
  member_id uuid not null references public.family_members (id) on delete cascade,
  month date not null,
  family_id uuid not null references public.families (id) on delete cascade,
  earned bigint not null,
  primary key (member_id, month)
);

create index gem_months_family_id_idx on public.gem_months (family_id);

alter table public.gem_months enable row level security;

-- In one statement, because Supabase's CLI applies each of them by itself.
do $migration$
begin
  -- A row that another transaction adds meanwhile would be in no sum, or in two.
  lock table public.gem_entries in share row exclusive mode;
  execute $function$
create or replace function private.gem_entry_added() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  revision bigint := private.next_revision(new.family_id);
begin
  new.entry_number := nextval(pg_get_serial_sequence('public.gem_entries', 'entry_number'));
  new.balance := private.balance_of(new.member_id) + new.amount;
  if new.balance < 0 then
    perform private.refuse('not_enough_gems');
  end if;
  if new.reason in ('completion', 'undo', 'practice', 'given') then
    insert into public.gem_months (member_id, month, family_id, earned)
    select new.member_id, date_trunc('month', new.created_at at time zone time_zone), id, new.amount
    from public.families where id = new.family_id
    on conflict (member_id, month) do update set earned = gem_months.earned + excluded.earned;
  end if;
  perform private.announce(new.family_id, 'gems.changed',
    jsonb_build_object('revision', revision, 'balance', new.balance, 'entry', private.gem_entry_json(new),
      'earned', (
        select coalesce(jsonb_agg(jsonb_build_object('month', month, 'gems', earned) order by month), '[]')
        from public.gem_months where member_id = new.member_id)));
  return new;
end $$
$function$;
  insert into public.gem_months (member_id, month, family_id, earned)
  select e.member_id, date_trunc('month', e.created_at at time zone f.time_zone), e.family_id, sum(e.amount)
  from public.gem_entries e join public.families f on f.id = e.family_id
  where e.reason in ('completion', 'undo', 'practice', 'given')
  group by 1, 2, 3;
end $migration$;
