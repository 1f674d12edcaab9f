import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import { isDiskFull, Problem } from '../problem.ts'
import type { Sql } from './connect.ts'
import { isEarlier, madeEarlier } from './earlier.mjs'

// In this order: each builds on the ones before. A later change of a service's schema is a new
// file at the end of the list, so that an older data folder gets it too.
export const schemas = ['roles', 'auth', 'storage', 'realtime'] as const

/**
 * Makes the roles and the schemas that Supabase's services would have made, once each, or only those
 * that an older version knew. `sql` is a transaction as supabase_admin.
 */
export async function bootstrap(sql: Sql, wanted: readonly string[] = schemas): Promise<void> {
  const [table] = await sql<{ found: boolean }[]>`select to_regclass('embedded.schemas') is not null as found`
  if (!table?.found) {
    await sql.unsafe(
      'create schema embedded; create table embedded.schemas (name text primary key, made_at timestamptz not null default now())',
    )
  }
  const made = await sql<{ name: string }[]>`select name from embedded.schemas`
  for (const name of schemas) {
    if (!wanted.includes(name) || made.some((row) => row.name === name)) continue
    await sql.unsafe(await Deno.readTextFile(new URL(`schemas/${name}.sql`, import.meta.url)))
    await sql`insert into embedded.schemas (name) values (${name})`
  }
}

export type Migration = { version: string; name: string; script: string }

export const migrationsFolder = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))

/** The files `<version>_<name>.sql` of a folder, oldest first. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const found: Migration[] = []
  for await (const entry of Deno.readDir(folder)) {
    const match = /^(\d+)_(.*)\.sql$/.exec(entry.name)
    if (match === null) continue
    const [, version = '', name = ''] = match
    found.push({ version, name, script: await Deno.readTextFile(`${folder}/${entry.name}`) })
  }
  return found.toSorted((a, b) => (a.version < b.version ? -1 : 1))
}

/**
 * Brings a database up to date, whole or not at all: with the schemas of the services and all missing migrations of one
 * start in one transaction, a folder whose upgrade fails is what it was before. `sql` connects as supabase_admin.
 */
export const upgrade = (
  sql: postgres.Sql,
  migrations: readonly Migration[],
  wanted: readonly string[] = schemas,
): Promise<string[]> =>
  sql.begin(async (transaction) => {
    await bootstrap(transaction, wanted)
    return migrate(transaction, migrations)
  })

/**
 * Applies what is not applied yet, in the bookkeeping table of the Supabase CLI, so that
 * `supabase db push` and this agree; the Problem names a migration that fails. `sql` is a transaction, which goes on as
 * role postgres.
 */
export async function migrate(sql: Sql, migrations: readonly Migration[]): Promise<string[]> {
  await sql`set local session authorization postgres`
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)`)
  const rows = await sql<
    { version: string }[]
  >`select version from supabase_migrations.schema_migrations order by version`
  const applied = new Set(rows.map(({ version }) => version))
  const unknownVersion = [...applied].find((version) => !migrations.some((known) => known.version === version))
  if (unknownVersion !== undefined) {
    if (
      isEarlier(
        unknownVersion,
        migrations.map(({ version }) => version),
      )
    )
      throw new Problem(madeEarlier('This data folder', unknownVersion))
    throw new Problem(
      `This data folder was used by a newer version of Bubblequest (migration ${unknownVersion} is not known here). Update Bubblequest and start again; nothing was changed.`,
    )
  }
  const missing = migrations.filter(({ version }) => !applied.has(version))
  const newest = rows.at(-1)?.version ?? ''
  const [early] = missing.filter(({ version }) => version < newest)
  if (early !== undefined)
    throw new Problem(
      `Migration ${early.version}_${early.name} is older than ${newest}, which this data folder has: it came into this version of Bubblequest with a wrong number. Nothing was changed.`,
    )
  for (const migration of missing) await apply(sql, migration)
  return missing.map(({ version }) => version)
}

async function apply(sql: Sql, { version, name, script }: Migration): Promise<void> {
  await sql.unsafe(script).catch((error: unknown) => {
    if (isDiskFull(error) || !(error instanceof Error)) throw error
    // Postgres counts the characters before the mistake, and knows of none where a statement failed while it ran.
    const line = 'position' in error ? ` in line ${script.slice(0, Number(error.position)).split('\n').length}` : ''
    throw new Problem(
      `Migration ${version}_${name} failed${line}: ${error.message}. The data folder is as it was before this start.`,
    )
  })
  await sql`
    insert into supabase_migrations.schema_migrations (version, statements, name) values (${version}, array[${script}::text], ${name})`
}
