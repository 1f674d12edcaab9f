import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { connectTo } from '../embedded/postgres/connect.ts'
import type { Sql } from '../embedded/postgres/connect.ts'
import { startPostgres } from '../embedded/postgres/server.ts'
import type { PostgresServer } from '../embedded/postgres/server.ts'
import { askRunner } from './runner.ts'
import { bootstrappedFolder, migratedFolder } from './template.ts'

export type TestDatabase = {
  /** A pool of at most `max` connections, opened on demand. */
  connect: PostgresServer['connect']
  /** As the role that migrations and functions use. */
  sql: postgres.Sql
  /** As the superuser, in the place of Supabase's own services. */
  admin: postgres.Sql
}

/** A database on a Postgres that nobody else uses. */
export type OwnDatabase = TestDatabase & { server: PostgresServer; folder: string }

/**
 * A database with our tables, and nothing else of the stack, for all stories of a file; a run by `run-tests.ts` has one
 * Postgres for all.
 */
export function onOneDatabase(): (sentence: string, run: (database: TestDatabase) => Promise<void>) => void {
  let opened: { database: TestDatabase; close: () => Promise<void> } | undefined
  Deno.test.beforeAll(async () => void (opened = await open()))
  Deno.test.afterAll(() => opened?.close())
  return (sentence, run) => Deno.test(sentence, () => run((opened ?? assert.fail('Postgres is not running')).database))
}

async function open() {
  const shared = await joinDatabase()
  if (shared !== undefined)
    return { database: shared, close: async () => void (await Promise.all([shared.sql.end(), shared.admin.end()])) }
  const database = await onFolder(await migratedFolder())
  return { database, close: () => closeDatabase(database) }
}

/** A database of its own on the Postgres of the whole run, or undefined where there is no runner. */
async function joinDatabase(): Promise<TestDatabase | undefined> {
  const shared = await askRunner('database')
  if (shared === undefined) return undefined
  const connect: TestDatabase['connect'] = (role, max) => connectTo(shared.socket, role, max, shared.name)
  return { connect, sql: connect('postgres', 4), admin: connect('supabase_admin', 4) }
}

/** With the roles and schemas of Supabase, and none of our migrations yet. */
export async function openDatabase(port?: number): Promise<OwnDatabase> {
  return onFolder(await bootstrappedFolder(), port)
}

/** A database on the Postgres that is started on that folder. */
export async function onFolder(folder: string, port?: number): Promise<OwnDatabase> {
  const server = await startPostgres({ folder, port })
  const { connect } = server
  return { server, folder, connect, sql: connect('postgres', 4), admin: connect('supabase_admin', 4) }
}

export async function closeDatabase({ server, folder, sql, admin }: OwnDatabase): Promise<void> {
  await Promise.all([sql.end(), admin.end()])
  await server.stop()
  await Deno.remove(folder, { recursive: true })
}

/** Runs `work` while a transaction of another session has done `hold`; what `work` does not commit is rolled back. */
export async function whileHeld<Done>(
  { sql }: Pick<TestDatabase, 'sql'>,
  hold: (sql: Sql) => PromiseLike<unknown>,
  work: (holder: Sql) => Promise<Done>,
): Promise<Done> {
  const holder = await sql.reserve()
  try {
    await holder`begin`
    await hold(holder)
    return await work(holder)
  } finally {
    await holder`rollback`
    holder.release()
  }
}

export const lockFamily = (familyId: string) => (sql: Sql) =>
  sql`select from public.families where id = ${familyId} for update`
