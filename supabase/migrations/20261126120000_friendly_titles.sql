-- A quest, a reward or a column without a title is saved under a friendly one, in the language the family signed up in.
create function private.name_untitled() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tongue text := (
    select account.raw_user_meta_data ->> 'language'
    from public.family_members member join auth.users account on account.id = member.user_id
    where member.family_id = new.family_id
    order by member.created_at, member.id
    limit 1);
begin
  new.title := case tg_table_name
    when 'quests' then case tongue when 'de' then 'Neue Quest' when 'es' then 'Nueva misión' else 'New quest' end
    when 'rewards' then case tongue when 'de' then 'Neue Belohnung' when 'es' then 'Nueva recompensa' else 'New reward' end
    else case tongue when 'de' then 'Neue Spalte' when 'es' then 'Nueva columna' else 'New column' end
  end;
  return new;
end $$;

-- A domain is checked before any trigger runs: that the title of a quest is not empty is the trigger's part now.
alter domain private.quest_title drop constraint quest_title_check;
alter domain private.quest_title add constraint quest_title_check check (char_length(value) <= 120);

-- Triggers run in the order of their names: the title is there before column_changed, quest_changed and reward_changed announce it.
create trigger a_untitled_is_named before insert or update of title on public.quest_columns
  for each row when (new.title = '') execute function private.name_untitled();
create trigger a_untitled_is_named before insert or update of title on public.quests
  for each row when (new.title = '') execute function private.name_untitled();
create trigger a_untitled_is_named before insert or update of title on public.rewards
  for each row when (new.title = '') execute function private.name_untitled();
