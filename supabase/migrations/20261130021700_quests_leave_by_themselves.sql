-- What a parent had archived stands in the last column like all else that is done, until its fourteen days are over.
alter table public.quests disable trigger user;
update public.quests set api_json = regexp_replace(api_json, ',"isArchived":(true|false)', '');
alter table public.quests enable trigger user;
alter table public.quests drop column archived_at;
