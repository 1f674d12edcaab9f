-- A mail is kept as it is sent, in place of what it would be made from. What was mailed before goes, with its tokens.
set role supabase_auth_admin;
delete from auth.mails;
delete from auth.one_time_tokens;
alter table auth.mails drop column kind, drop column link, add column subject text not null, add column html text not null;
comment on column auth.users.confirmation_token is 'The token_hash in one_time_tokens while that is good, else empty.';
comment on column auth.users.recovery_token is 'The token_hash in one_time_tokens while that is good, else empty.';
reset role;
