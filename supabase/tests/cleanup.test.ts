import assert from 'node:assert/strict'
import { migrate, readMigrations } from '../../embedded/postgres/migrator.ts'
import { closeDatabase, openDatabase } from '../../testing/database.ts'
import type { OwnDatabase } from '../../testing/database.ts'

const nightly = {
  jobname: 'bubblequest cleanup',
  schedule: '27 3 * * *',
  command: 'select private.delete_expired(20000)',
}

/** A database of which Postgres says that it has pg_cron to offer, as Supabase's does. */
async function withPgCron(tell: (database: OwnDatabase) => Promise<void>): Promise<void> {
  const database = await openDatabase()
  try {
    const { admin } = database
    await admin.begin(async (sql) => {
      await sql`set local allow_system_table_mods = on`
      await sql.unsafe(`create or replace view pg_catalog.pg_available_extensions as
        select e.name, e.default_version, x.extversion as installed_version, e.comment
        from pg_available_extensions() e(name, default_version, comment) left join pg_extension x on e.name = x.extname
        union all select 'pg_cron', '1.6', null, 'Job scheduler'`)
    })
    await tell(database)
  } finally {
    await closeDatabase(database)
  }
}

/**
 * The part of pg_cron that we use, as it is there once the extension is created: a name is scheduled once for each
 * role.
 */
const standIn = `
  insert into pg_catalog.pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  values (99999, 'pg_cron', (select oid from pg_roles where rolname = 'supabase_admin'), 'pg_catalog'::regnamespace, false, '1.6');
  create schema cron;
  create table cron.job (jobname text, schedule text, command text, username text default current_user, unique (jobname, username));
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
    insert into cron.job values (job_name, schedule, command)
    on conflict (jobname, username) do update set schedule = excluded.schedule, command = excluded.command
    returning 1::bigint
  $$;
  grant usage on schema cron to postgres;
  grant all privileges on all tables in schema cron to postgres;`

const options = { sanitizeOps: false, sanitizeResources: false }

Deno.test('With pg_cron old rows are deleted every night, by the role of the migrations', options, () =>
  withPgCron(async ({ sql, admin }) => {
    await admin.begin(async (transaction) => {
      await transaction`set local allow_system_table_mods = on`
      await transaction.unsafe(standIn)
    })
    const migrations = await readMigrations()
    await sql.begin((transaction) => migrate(transaction, migrations))
    const jobs = () => admin`select jobname, schedule, command, username from cron.job`
    assert.deepEqual([...(await jobs())], [{ ...nightly, username: 'postgres' }])
    // As that role runs it.
    assert.deepEqual([...(await sql.unsafe(nightly.command))], [{ delete_expired: 0 }])
    // Somebody who applies the schedule by hand once more has one job, not two.
    const script = migrations.map(({ script }) => script).join('\n')
    const at = script.indexOf('cron.schedule')
    await sql.unsafe(script.slice(script.lastIndexOf('do $$', at), script.indexOf('end $$', at) + 'end $$'.length))
    assert.equal((await jobs()).length, 1)
  }),
)

Deno.test('The migration succeeds when pg_cron is available but cannot be created', options, () =>
  withPgCron(async ({ sql }) => {
    await sql.begin(async (transaction) => migrate(transaction, await readMigrations()))
    const [cleanup] = await sql`select count(*)::int as rows, to_regnamespace('cron') as cron from private.cleanup`
    assert.deepEqual(cleanup, { rows: 1, cron: null })
  }),
)
