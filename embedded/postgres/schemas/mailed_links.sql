-- A mail carries one long token in its link. What was mailed before could be used by six digits, and works no more.
set role supabase_auth_admin;
delete from auth.mails;
delete from auth.one_time_tokens;
alter table auth.mails drop column code;
comment on table auth.one_time_tokens is 'Hashes of the tokens that were mailed and not used yet.';
reset role;
