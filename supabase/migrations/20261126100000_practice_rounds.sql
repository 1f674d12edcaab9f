-- Gems for practice are for answers. Skips were sent as wrong answers and paid like them, the day was the device's, and a round could be
-- finished that nobody had played.
alter table public.practice_items
  add column round_id uuid,
  add column round_answers smallint not null default 0;
comment on column public.practice_items.round_id is 'The round of practice that asked it last, until that round is finished.';
comment on column public.practice_items.round_answers is 'How often it was answered in that round; a skip is no answer.';

-- As before, without the day: it belongs to an answer.
create or replace function private.player(args jsonb) returns public.family_members
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
  return player;
end $$;

-- As before; a skip is kept as a wrong answer, and counts for no round.
create or replace function private.practise(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members := private.player(args);
  day date := (args ->> 'day')::date;
  answer text := case when args ->> 'answer' = 'skipped' then 'wrong' else args ->> 'answer' end;
  known public.practice_items;
begin
  if not private.is_today_somewhere(day) then
    perform private.refuse('invalid_input', 'Only today can be practised.');
  end if;
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
  if args ? 'roundId' and known.round_id is distinct from (args ->> 'roundId')::uuid then
    known.round_id := (args ->> 'roundId')::uuid;
    known.round_answers := 0;
  end if;
  -- A round asks for sixteen answers at most.
  known.round_answers := least(16, coalesce(known.round_answers, 0) + (args ? 'roundId' and args ->> 'answer' <> 'skipped')::integer);
  insert into public.practice_items (member_id, game, item, family_id, box, due_on, lately, round_id, round_answers)
  values (player.id, args ->> 'game', args ->> 'item', player.family_id, known.box, known.due_on, known.lately, known.round_id, known.round_answers)
  on conflict (member_id, game, item) do update set
    box = excluded.box, due_on = excluded.due_on, lately = excluded.lately, practised_at = excluded.practised_at,
    round_id = excluded.round_id, round_answers = excluded.round_answers
  returning * into known;
  return private.practice_json(known)::text;
end $$;

-- A round is over, and is over once. The first one of the family's day is paid, where the family pays. A round has eight questions about four
-- things or more; one of them may have been skipped each time it came.
create or replace function private.finish_practice(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members := private.player(args);
  today date := private.family_today(player.family_id);
  gems integer;
  items integer;
  answers integer;
begin
  perform private.lock_family(player.family_id);
  select practice_gems into gems from public.families where id = player.family_id;
  with finished as (
    select * from public.practice_items
    where member_id = player.id and game = args ->> 'game' and round_id = (args ->> 'roundId')::uuid for no key update
  ), closed as (
    update public.practice_items p set round_id = null, round_answers = 0 from finished f
    where p.member_id = f.member_id and p.game = f.game and p.item = f.item
  )
  select count(*) filter (where round_answers > 0), coalesce(sum(round_answers), 0) into items, answers from finished;
  if gems = 0 or items < 3 or answers < 6
     or exists (select from public.gem_entries where member_id = player.id and practice_day >= today) then
    return jsonb_build_object('gems', 0)::text;
  end if;
  insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, practice_day)
  values (player.family_id, player.id, gems, 'practice', 'Practice', '⭐', today);
  return jsonb_build_object('gems', gems)::text;
end $$;
