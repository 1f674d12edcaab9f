import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import { startPostgres } from '../../../embedded/postgres/server.ts'
import type { PostgresServer } from '../../../embedded/postgres/server.ts'
import {
  closes,
  closesInTls,
  endsSession,
  openFakeDatabase,
  passesOn,
  refusesTls,
  saysNo,
  staysSilent,
  staysSilentAfterGreeting,
  staysSilentAfterTls,
} from '../../../testing/fake-database.ts'
import type { Behaviour } from '../../../testing/fake-database.ts'
import { freePort } from '../../../testing/uploaded-function.ts'
import { denoEnvironment, findDenoOfSupabase } from '../../../tools/programs.mjs'
import { openPool } from './pool.ts'
import { isEncrypted as wasEncrypted } from './socket.ts'
import type { DatabaseServer } from './socket.ts'

const certificates = new URL('../../../testing/database-certificate/', import.meta.url)
const ca = await Deno.readTextFile(new URL('authority.pem', certificates))
const password = 'p@ss/w?rd%1'

type Database = { server: PostgresServer; port: number }

Deno.test('The connection to Postgres', async (test) => {
  const folder = await Deno.makeTempDir()
  const port = freePort()
  const server = await startPostgres({ folder, port })
  const owner = server.connect('supabase_admin', 1)
  try {
    await owner.unsafe(`create role postgres login superuser password '${password}'`)
    const database = { server, port }
    await test.step('has no TLS where there is none, and none where it is asked for in vain', () =>
      withoutTls(database))
    await offerTls(owner, folder)
    await test.step('has TLS, with a certificate that was signed by the authority', () => withTls(database))
    await test.step('is not made to a server of another name, or of an authority that nobody knows', () =>
      refused(database))
    await test.step('goes on with new connections when Postgres has ended the old ones', () => ended(database))
    await test.step('is there again after more failures than the pool has connections', async () => {
      await Promise.all(failures.map((failure) => recovers(database, failure)))
    })
  } finally {
    await owner.end()
    await server.stop()
    await Deno.remove(folder, { recursive: true })
  }
})

// Once more on the older Deno of Supabase's edge runtime.
if (Deno.execPath() !== findDenoOfSupabase()) {
  Deno.test('The connection to Postgres on the Deno of Supabase', async () => {
    const tests = new Deno.Command(findDenoOfSupabase(), {
      args: ['test', '-A', '--no-check', fileURLToPath(import.meta.url)],
      env: { DENO_DIR: `${denoEnvironment.DENO_DIR}-of-supabase`, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    })
    const { success, stdout, stderr } = await tests.output()
    assert.ok(success, [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join(''))
  })
}

async function withoutTls({ port }: Database): Promise<void> {
  for (const tls of ['never', 'where it is offered'] as const) {
    const server: DatabaseServer = { host: 'localhost', port, tls, ca }
    await using sql = connect(server)
    assert.deepEqual([wasEncrypted(server), await isEncrypted(sql), wasEncrypted(server)], [null, false, false])
  }
  await using sql = connect({ host: 'localhost', port, tls: 'always', ca })
  await assert.rejects(isEncrypted(sql), /offers no TLS/)
}

async function withTls({ port }: Database): Promise<void> {
  for (const tls of ['where it is offered', 'always'] as const) {
    const server: DatabaseServer = { host: 'localhost', port, tls, ca }
    await using sql = connect(server)
    assert.deepEqual([await isEncrypted(sql), wasEncrypted(server)], [true, true])
    const [row] = await sql<{ text: string }[]>`select repeat(${'ä'.repeat(1000)}, 3000) as text`
    assert.equal(row?.text.length, 3_000_000)
    assert.equal((await Promise.all(Array.from({ length: 50 }, (_, index) => sql`select ${index}::int`))).length, 50)
  }
  await using sql = connect({ host: 'localhost', port, tls: 'never', ca })
  assert.equal(await isEncrypted(sql), false)
}

async function refused({ port }: Database): Promise<void> {
  for (const server of [
    { host: '127.0.0.1', ca },
    { host: 'localhost', ca: undefined },
  ]) {
    await using sql = connect({ port, tls: 'always', ...server })
    await assert.rejects(isEncrypted(sql), /not trusted: set BUBBLEQUEST_DB_CA/)
  }
}

async function ended({ port, server }: Database): Promise<void> {
  await using sql = connect({ host: 'localhost', port, tls: 'always', ca })
  const owner = server.connect('supabase_admin', 1)
  try {
    const session = () => sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const [before] = await session()
    await owner`select pg_terminate_backend(${before?.pid ?? 0}, 5000)`
    // A query fails if it is sent before the client has read the end of the old connection.
    const [after] = await session().catch(session)
    assert.notEqual(after?.pid, before?.pid)
  } finally {
    await owner.end()
  }
}

type Failure = {
  /** Undefined when nothing listens. */
  behaviour?: Behaviour
  server?: Partial<DatabaseServer>
  connectTimeout?: number
  silenceLimitMs?: number
  error: RegExp
  /** Whether postgres.js 3.4 repeats the error once to the first query on a new connection. */
  isRepeated?: boolean
}

const failures: readonly Failure[] = [
  { error: /^ECONNREFUSED / },
  { behaviour: staysSilent, connectTimeout: 2, error: /^CONNECT_TIMEOUT .*localhost:/ },
  { behaviour: staysSilent, server: { tls: 'never' }, connectTimeout: 2, error: /^CONNECT_TIMEOUT .*localhost:/ },
  { behaviour: staysSilentAfterTls, connectTimeout: 2, error: /^CONNECT_TIMEOUT .*localhost:/ },
  {
    behaviour: staysSilentAfterGreeting,
    server: { tls: 'never' },
    silenceLimitMs: 2000,
    error: /^CONNECTION_FAILED The database hangs/,
  },
  { behaviour: closes, error: /^(CONNECTION_CLOSED The database closed|ECONNRESET)/ },
  { behaviour: closesInTls, error: /^(CONNECTION_FAILED unexpected end of file|ECONNRESET)/ },
  { behaviour: refusesTls, error: /^CONNECTION_FAILED .* offers no TLS/ },
  { behaviour: saysNo, server: { tls: 'never' }, error: /^08P01 no more connections allowed/ },
  {
    behaviour: endsSession,
    server: { tls: 'never' },
    error: /^(CONNECTION_CLOSED The database closed|57P01|ECONNRESET)/,
    isRepeated: true,
  },
  { behaviour: passesOn, server: { ca: undefined }, error: /^CONNECTION_FAILED .* not trusted: set BUBBLEQUEST_DB_CA/ },
]

async function recovers(database: Database, failure: Failure): Promise<void> {
  const { behaviour, server: fields, connectTimeout = 30, silenceLimitMs, error, isRepeated = false } = failure
  await using fake = behaviour && openFakeDatabase(undefined, behaviour, database.port)
  const server: DatabaseServer = { host: 'localhost', port: fake?.port ?? freePort(), tls: 'always', ca, ...fields }
  await using sql = connect(server, connectTimeout, silenceLimitMs)
  for (let rounds = 0; rounds < 2; rounds++) {
    const failed = await Promise.allSettled([1, 2].map((value) => sql`select ${value}::int`))
    for (const result of failed) {
      assert.ok(result.status === 'rejected', String(error))
      assert.match(`${result.reason.code} ${result.reason.message}`, error)
    }
  }
  server.ca = ca
  await fake?.become(passesOn)
  await using _late = fake === undefined ? openFakeDatabase(server.port, passesOn, database.port) : undefined
  if (isRepeated) await Promise.allSettled([sql`select 1`, sql`select 1`])
  // Both at once: each of the pool's connections has come back.
  const { promise: bothRun, resolve } = Promise.withResolvers<void>()
  let running = 0
  const run = () =>
    sql.begin(async (transaction) => {
      await transaction`select 1`
      if (++running === 2) resolve()
      await bothRun
    })
  await Promise.all([run(), run()])
}

function connect(server: DatabaseServer, connectTimeoutSeconds = 30, silenceLimitMs?: number) {
  const sql = openPool(
    { server, user: 'postgres', password, database: 'postgres' },
    { pooled: false, connectTimeoutSeconds, ...(silenceLimitMs !== undefined && { silenceLimitMs }) },
  )
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) })
}

async function isEncrypted(sql: postgres.Sql): Promise<boolean | undefined> {
  const [row] = await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
  return row?.ssl
}

async function offerTls(owner: postgres.Sql, folder: string): Promise<void> {
  const { uid, gid } = await Deno.stat(`${folder}/postgres/PG_VERSION`)
  for (const file of ['cert.pem', 'key.pem']) {
    const copy = `${folder}/postgres/${file}`
    await Deno.copyFile(new URL(file, certificates), copy)
    await Deno.chmod(copy, 0o600)
    if (uid !== null && gid !== null) await Deno.chown(copy, uid, gid)
  }
  await owner`alter system set ssl_cert_file = 'cert.pem'`
  await owner`alter system set ssl_key_file = 'key.pem'`
  await owner`alter system set ssl = on`
  await owner`select pg_reload_conf()`
  // The server reads its settings a moment later.
  for (let isOn = false; !isOn;)
    isOn = (await owner<{ ssl: string }[]>`select current_setting('ssl') as ssl`)[0]?.ssl === 'on'
}
