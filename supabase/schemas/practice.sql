-- A member's progress in the playground's games; deleted with the member.
create table public.practice_items (
  member_id uuid not null references public.family_members (id) on delete cascade,
  game text not null check (game in ('alphabet-bubbls', 'time-ticker', 'bubble-sort', 'word-pop', 'math-splash')),
  -- The name its game gave it: a letter, a time, a word, a sum.
  item text not null check (char_length(item) between 1 and private.text_limits_practice_item()),
  family_id uuid not null references public.families (id) on delete cascade,
  -- The progress: 1 is just met or just missed, 5 is sure.
  box smallint not null check (box between 1 and 5),
  due_on date not null,
  -- The last three results, newest last.
  lately text[] not null check (cardinality(lately) between 1 and 3 and lately <@ array['right', 'slow', 'wrong']),
  practised_at timestamptz not null default clock_timestamp(),
  round_id uuid,
  round_answers smallint not null default 0,
  round_right smallint not null default 0,
  primary key (member_id, game, item)
);

comment on column public.practice_items.round_id is
  'The round of practice that asked it last, until that round is finished.';
comment on column public.practice_items.round_answers is
  'How often it was answered in that round; a skip is no answer.';
comment on column public.practice_items.round_right is
  'How many of these answers were right at the first try, and took at least half a second.';

create index practice_items_family_id_idx on public.practice_items (family_id);
create index practice_items_practised_at_idx on public.practice_items using brin (practised_at);

alter table public.practice_items enable row level security;

-- A child's progress is for the child and its parents only: a device that acts as a sibling cannot read it.
create policy "Kids see their own practice, parents their family's" on public.practice_items for select to authenticated
  using (member_id = (select (private.acting_member()).id)
    or family_id = any(array(select private.managed_family_ids())));

grant select on public.practice_items to authenticated;

create function private.practice_json(p public.practice_items) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('game', p.game, 'item', p.item, 'box', p.box, 'dueOn', p.due_on, 'lately', p.lately);
end $$;

-- A guard: returns the member and locks its row, which cannot be deleted from here on. Refuses an acting member
-- who may not play for it: a kid plays only for themself.
create function private.require_player(args jsonb) returns public.family_members
language plpgsql set search_path = '' as $$
declare
  acting public.family_members := private.acting_member();
  player public.family_members;
begin
  select * into player from public.family_members
  where id = (args ->> 'memberId')::uuid and family_id = any(array(select private.my_family_ids())) for key share;
  perform private.require_found(player.id);
  if acting.id is null or acting.family_id <> player.family_id or (acting.role = 'kid' and acting.id <> player.id) then
    perform private.refuse('not_allowed');
  end if;
  return player;
end $$;

create function private.list_practice(args jsonb) returns text language plpgsql stable set search_path = '' as $$
declare
  member uuid := private.own_member(args);
begin
  return (select coalesce(jsonb_agg(private.practice_json(p) order by p.game, p.item), '[]')::text
          from public.practice_items p where p.member_id = member);
end $$;

-- Records an answer. A right and quick one of a due item: the next box, due in 1, 3, 7, 14 or 30 days. Right but slow:
-- due in two days. Wrong: the first box, due tomorrow. Right before it is due: no change. A skip is stored as wrong and
-- does not count for the round. An answer sooner than half a second after the question is chance: not right in the round.
create function private.practise(args jsonb) returns text language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members;
  day date := (args ->> 'day')::date;
  answer text := case when args ->> 'answer' = 'skipped' then 'wrong' else args ->> 'answer' end;
  known public.practice_items;
  -- Sooner than a question can be read: it tells nothing of what the child knows, and counts for no gems.
  is_guess boolean := coalesce(answer <> 'wrong' and (args ->> 'tookMs')::bigint < 500, false);
begin
  player := private.require_player(args);
  if not private.is_today_somewhere(day) then
    perform private.refuse('practice_not_today');
  end if;
  select * into known from public.practice_items
  where member_id = player.id and game = args ->> 'game' and item = args ->> 'item' for no key update;
  if known.member_id is null then
    if (select count(*) from public.practice_items where member_id = player.id) >= 2000 then
      perform private.refuse('invalid_input', jsonb_build_object('reason', 'too_many_items', 'limit', 2000));
    end if;
    known.box := 1;
    known.due_on := day;
    -- What is new needs an answer.
    if is_guess then
      answer := 'wrong';
      is_guess := false;
    end if;
  end if;
  if answer = 'wrong' then
    known.box := 1;
    known.due_on := day + 1;
  elsif known.due_on <= day and not is_guess then
    known.box := least(5, known.box + (answer = 'right')::integer);
    known.due_on := day + case when answer = 'slow' then 2 else (array[1, 3, 7, 14, 30])[known.box] end;
  end if;
  if not is_guess then
    known.lately := known.lately[greatest(1, cardinality(known.lately) - 1):] || answer;
  end if;
  if args ? 'roundId' and known.round_id is distinct from (args ->> 'roundId')::uuid then
    known.round_id := (args ->> 'roundId')::uuid;
    known.round_answers := 0;
    known.round_right := 0;
  end if;
  -- One more than a round can have, which is not paid.
  known.round_answers := least(17,
    coalesce(known.round_answers, 0) + (args ? 'roundId' and args ->> 'answer' <> 'skipped')::integer);
  known.round_right := least(17, coalesce(known.round_right, 0)
    + (args ? 'roundId' and answer <> 'wrong' and coalesce((args ->> 'tookMs')::bigint, 0) >= 500)::integer);
  insert into public.practice_items (member_id, game, item, family_id, box, due_on, lately, round_id, round_answers,
    round_right)
  values (player.id, args ->> 'game', args ->> 'item', player.family_id, known.box, known.due_on, known.lately,
    known.round_id, known.round_answers, known.round_right)
  on conflict (member_id, game, item) do update set
    box = excluded.box, due_on = excluded.due_on, lately = excluded.lately, practised_at = excluded.practised_at,
    round_id = excluded.round_id, round_answers = excluded.round_answers, round_right = excluded.round_right
  returning * into known;
  return private.practice_json(known)::text;
end $$;

-- Finishes a round, once. Pays the first one of the family's day, if the family pays and at least half of the answers
-- were right; otherwise says why not. A round has eight to sixteen questions about four items or more, one of which may
-- have been skipped each time.
create function private.finish_practice(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  player public.family_members;
  today date;
  gems integer;
  items integer;
  answers integer;
  answered_right integer;
  settled integer;
begin
  player := private.require_player(args);
  today := private.family_today(player.family_id);
  perform private.lock_family(player.family_id);
  select practice_gems into gems from public.families where id = player.family_id;
  with finished as (
    select * from public.practice_items
    where member_id = player.id and game = args ->> 'game' and round_id = (args ->> 'roundId')::uuid for no key update
  ), closed as (
    update public.practice_items p set round_id = null, round_answers = 0, round_right = 0 from finished f
    where p.member_id = f.member_id and p.game = f.game and p.item = f.item
  )
  select count(*) filter (where round_answers > 0), coalesce(sum(round_answers), 0), coalesce(sum(round_right), 0)
  into items, answers, answered_right from finished;
  if gems = 0 then
    return jsonb_build_object('gems', 0)::text;
  end if;
  if exists (select from public.gem_entries where member_id = player.id and practice_day >= today) then
    return jsonb_build_object('gems', 0, 'unpaid', 'paid_today')::text;
  end if;
  if items < 3 or answers not between 6 and 16 or answered_right * 2 < answers then
    return jsonb_build_object('gems', 0, 'unpaid', 'too_few_right')::text;
  end if;
  settled := private.settled_gems(player.id, gems);
  insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, practice_day)
  values (player.family_id, player.id, gems, 'practice', 'Practice', '⭐', today);
  return (jsonb_build_object('gems', gems)
    || case when settled > 0 then jsonb_build_object('settled', settled) else '{}' end)::text;
end $$;

create function private.forget_practice(args jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (args ->> 'memberId')::uuid;
begin
  perform private.require_parent(private.family_of_member(member));
  delete from public.practice_items where member_id = member;
  return '{}';
end $$;

grant execute on function
  private.practice_json, private.list_practice, private.practise, private.finish_practice,
  private.forget_practice to authenticated;
