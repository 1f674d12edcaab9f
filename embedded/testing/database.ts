import type postgres from 'postgres'
import { bootstrap } from '../postgres/bootstrap.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { migratedFolder } from './template.ts'

export type TestDatabase = {
  server: PostgresServer
  folder: string
  /** As the role that migrations and functions use. */
  sql: postgres.Sql
  /** As the superuser, who is what Supabase's own services are to us. */
  admin: postgres.Sql
}

/** One Postgres with our tables, and nothing else of the stack, for all stories of a file. */
export function onOneDatabase(): (sentence: string, tell: (database: TestDatabase) => Promise<void>) => void {
  let running: TestDatabase | undefined
  Deno.test.beforeAll(async () => void (running = await onFolder(await migratedFolder())))
  Deno.test.afterAll(async () => {
    if (running !== undefined) await closeDatabase(running)
  })
  return (sentence, tell) =>
    Deno.test({
      name: sentence,
      sanitizeOps: false,
      sanitizeResources: false,
      fn() {
        if (running === undefined) throw new Error('Postgres is not running')
        return tell(running)
      },
    })
}

/** With the roles and schemas of Supabase, and none of our migrations yet. */
export async function openDatabase(port?: number): Promise<TestDatabase> {
  const database = await onFolder(await Deno.makeTempDir(), port)
  await bootstrap(database.admin)
  return database
}

async function onFolder(folder: string, port?: number): Promise<TestDatabase> {
  const server = await startPostgres({ folder, password: 'only for this test', ...(port === undefined ? {} : { port }) })
  return { server, folder, sql: server.connect('postgres', 4), admin: server.connect('supabase_admin', 4) }
}

export async function closeDatabase({ server, folder, sql, admin }: TestDatabase): Promise<void> {
  await Promise.all([sql.end(), admin.end()])
  await server.stop()
  await Deno.remove(folder, { recursive: true })
}
