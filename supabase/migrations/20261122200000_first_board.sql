-- The first board of a family is written in the language it signs up in; one we do not speak reads English.
create or replace function private.user_signed_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_name text := left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'first_name'), ''), 'Parent'), 120);
  last_name text := left(nullif(trim(new.raw_user_meta_data ->> 'last_name'), ''), 120);
  tongue text := new.raw_user_meta_data ->> 'language';
  family_name text := case tongue
    when 'de' then coalesce('Familie ' || last_name, 'Unsere Familie')
    when 'es' then coalesce('Familia ' || last_name, 'Nuestra familia')
    else coalesce(last_name, 'Our') || ' Family' end;
  titles text[] := case tongue
    when 'de' then array['Ideen', 'Zu tun', 'In Arbeit', 'Erledigt']
    when 'es' then array['Ideas', 'Por hacer', 'En marcha', 'Completadas']
    else array['Ideas', 'To Do', 'In Progress', 'Done'] end;
  family uuid;
begin
  insert into public.profiles (user_id, first_name, last_name) values (new.id, first_name, coalesce(last_name, ''));
  insert into public.families (name) values (family_name) returning id into family;
  insert into public.family_members (family_id, user_id, display_name, avatar_seed, role)
    values (family, new.id, first_name, first_name, 'parent');
  insert into public.quest_columns (family_id, title, emoji, position)
    select family, titles[place], (array['💡', '📋', '🚀', '✅'])[place], place - 1 from generate_series(1, 4) place;
  return new;
end $$;
