-- A project of Supabase has this publication, and migrations add tables to it; the embedded stack replicates none of them.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
