create table public.practice_items (
  member_id uuid not null references public.family_members (id) on delete cascade,
  game text not null check (game in ('alphabet-bubbls', 'time-ticker', 'bubble-sort', 'word-pop', 'math-splash')),
  -- The name its game gave it: a letter, a time, a word, a sum.
  item text not null check (char_length(item) between 1 and 40),
  family_id uuid not null references public.families (id) on delete cascade,
  -- How well it sits: 1 is just met or just missed, 5 is sure.
  box smallint not null check (box between 1 and 5),
  due_on date not null,
  -- The last three answers, the newest last.
  lately text[] not null check (cardinality(lately) between 1 and 3 and lately <@ array['right', 'slow', 'wrong']),
  practised_at timestamptz not null default clock_timestamp(),
  primary key (member_id, game, item)
);
comment on table public.practice_items is 'What a member practises in the playground, and how it goes; it goes with the member.';
create index practice_items_family_id_idx on public.practice_items (family_id);

alter table public.practice_items enable row level security;
grant select on public.practice_items to authenticated;

create policy "Members see their own family's practice" on public.practice_items
  for select to authenticated
  using (family_id = any(array(select private.my_family_ids())));

create function private.practice_json(p public.practice_items) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('game', p.game, 'item', p.item, 'box', p.box, 'dueOn', p.due_on, 'lately', p.lately);
end $$;

create function private.list_practice(args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  member uuid := private.own_member(args);
begin
  return (select coalesce(jsonb_agg(private.practice_json(p) order by p.game, p.item), '[]')::text
          from public.practice_items p where p.member_id = member);
end $$;

-- The member as somebody of the caller's family, once the acting one may play for them: a kid for
-- themself alone. Nobody of the family goes from here on.
create function private.player(args jsonb) returns public.family_members
language plpgsql security definer set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
  player public.family_members;
begin
  select * into player from public.family_members
  where id = (args ->> 'memberId')::uuid and family_id = any(array(select private.my_family_ids())) for key share;
  if player.id is null then
    perform private.refuse('not_found');
  end if;
  if acting.id is null or acting.family_id <> player.family_id or (acting.role = 'kid' and acting.id <> player.id) then
    perform private.refuse('not_allowed');
  end if;
  if not private.is_today_somewhere((args ->> 'day')::date) then
    perform private.refuse('invalid_input', 'Only today can be practised.');
  end if;
  return player;
end $$;

-- Right and quick, when it was due: the next box, due in 1, 3, 7, 14 or 30 days. Right but slow: again in
-- two days. Wrong: the first box, again tomorrow. What is right before it is due says nothing new.
create function private.practise(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members := private.player(args);
  day date := (args ->> 'day')::date;
  answer text := args ->> 'answer';
  known public.practice_items;
begin
  select * into known from public.practice_items
  where member_id = player.id and game = args ->> 'game' and item = args ->> 'item' for no key update;
  if known.member_id is null then
    if (select count(*) from public.practice_items where member_id = player.id) >= 2000 then
      perform private.refuse('invalid_input', 'Nobody practises more than 2000 things.');
    end if;
    known.box := 1;
    known.due_on := day;
  end if;
  if answer = 'wrong' then
    known.box := 1;
    known.due_on := day + 1;
  elsif known.due_on <= day then
    known.box := least(5, known.box + (answer = 'right')::integer);
    known.due_on := day + case when answer = 'slow' then 2 else (array[1, 3, 7, 14, 30])[known.box] end;
  end if;
  known.lately := known.lately[greatest(1, cardinality(known.lately) - 1):] || answer;
  insert into public.practice_items (member_id, game, item, family_id, box, due_on, lately)
  values (player.id, args ->> 'game', args ->> 'item', player.family_id, known.box, known.due_on, known.lately)
  on conflict (member_id, game, item) do update set
    box = excluded.box, due_on = excluded.due_on, lately = excluded.lately, practised_at = excluded.practised_at
  returning * into known;
  return private.practice_json(known)::text;
end $$;

create function private.forget_practice(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member public.family_members;
begin
  select * into member from public.family_members
  where id = (args ->> 'memberId')::uuid and family_id = any(array(select private.my_family_ids()));
  if member.id is null then
    perform private.refuse('not_found');
  end if;
  if not (member.family_id = any(array(select private.managed_family_ids()))) then
    perform private.refuse('not_allowed');
  end if;
  delete from public.practice_items where member_id = member.id;
  return '[]';
end $$;

-- Gems for play are off until a parent says how many a day's practice earns.
alter table public.families add column practice_gems integer not null default 0 check (practice_gems between 0 and 50);
comment on column public.families.practice_gems is 'What the first finished round of practice of a day earns a child; 0 is nothing.';
grant update (practice_gems) on public.families to authenticated;

create or replace function private.family_json(f public.families) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', f.id, 'name', f.name, 'rewardMode', f.reward_mode, 'practiceGems', f.practice_gems, 'revision', f.revision);
end $$;

drop trigger family_changed on public.families;
create trigger family_changed before update of name, reward_mode, practice_gems on public.families
  for each row execute function private.family_changed();

create or replace function private.edit_family(args jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  family uuid := private.own_family(args);
  edited public.families;
begin
  perform private.require_manager(family);
  update public.families set
    name = coalesce(args ->> 'name', name),
    reward_mode = coalesce(args ->> 'rewardMode', reward_mode),
    practice_gems = coalesce((args ->> 'practiceGems')::integer, practice_gems)
  where id = family
  returning * into edited;
  return private.family_json(edited)::text;
end $$;

alter table public.gem_entries
  drop constraint gem_entries_reason_check,
  drop constraint gem_entries_check,
  -- The day of a practice that was paid, on the calendar of the one who practised.
  add column practice_day date,
  add constraint gem_entries_reason_check check (reason in ('completion', 'undo', 'redemption', 'refund', 'practice')),
  add constraint gem_entries_check check ((amount > 0) = (reason in ('completion', 'refund', 'practice'))),
  add constraint gem_entries_practice_day_check check ((practice_day is not null) = (reason = 'practice'));
create unique index gem_entries_practice_day_idx on public.gem_entries (member_id, practice_day) where reason = 'practice';

-- A round is over. The day's first one is paid, where the family pays, once something was practised.
create function private.finish_practice(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members := private.player(args);
  day date := (args ->> 'day')::date;
  gems integer;
begin
  perform private.lock_family(player.family_id);
  select practice_gems into gems from public.families where id = player.family_id;
  if gems = 0
     or exists (select from public.gem_entries where member_id = player.id and practice_day = day)
     or (select count(*) from public.practice_items where member_id = player.id and practised_at > now() - interval '1 hour') < 4 then
    return jsonb_build_object('gems', 0)::text;
  end if;
  insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, practice_day)
  values (player.family_id, player.id, gems, 'practice', 'Practice', '⭐', day);
  return jsonb_build_object('gems', gems)::text;
end $$;

grant execute on function
  private.practice_json, private.list_practice, private.practise, private.forget_practice, private.finish_practice
to authenticated;
