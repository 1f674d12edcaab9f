import type postgres from 'postgres'

// In this order: each builds on the ones before. A later change of a service's schema is a new
// file at the end of the list, so that an older data folder gets it too.
export const schemas = ['roles', 'auth', 'storage', 'realtime', 'storage_access', 'mailed_links', 'mail_contents', 'message_news'] as const

/**
 * Makes the roles and the schemas that Supabase's services would have made, once each, or only those
 * that an older version knew. `sql` connects as supabase_admin.
 */
export async function bootstrap(sql: postgres.Sql, wanted: readonly string[] = schemas): Promise<void> {
  await sql.begin(async (transaction) => {
    const [table] = await transaction<{ found: boolean }[]>`select to_regclass('embedded.schemas') is not null as found`
    if (!table?.found) {
      await transaction.unsafe('create schema embedded; create table embedded.schemas (name text primary key, made_at timestamptz not null default now())')
    }
    const made = await transaction<{ name: string }[]>`select name from embedded.schemas`
    for (const name of schemas) {
      if (!wanted.includes(name) || made.some((row) => row.name === name)) continue
      await transaction.unsafe(await Deno.readTextFile(new URL(`schemas/${name}.sql`, import.meta.url)))
      await transaction`insert into embedded.schemas (name) values (${name})`
    }
  })
}
