import { connect } from 'node:net'
import type postgres from 'postgres'
import { createApi } from '../edge-functions/api/app.ts'
import { poolOptions, sessionSettings } from '../edge-functions/api/database.ts'
import { destroyWhenSilent } from '../edge-functions/api/database-socket.ts'
import { readSettings } from '../edge-functions/api/settings.ts'
import { createMailboxPage } from './auth/mailbox-page.ts'
import { createAuth } from './auth/service.ts'
import { refuseUnfinished } from './backup/contents.ts'
import type { Certificate } from './certificate.ts'
import { readConfig } from './config.ts'
import { createGateway } from './gateway.ts'
import { loadKeys } from './keys.ts'
import type { Keys } from './keys.ts'
import { serveHttp } from './http-server.ts'
import type { Handler, Listening } from './http-server.ts'
import { lockFolder } from './lock.ts'
import { connectTo, pathOf, withOwnTransactions } from './postgres/connect.ts'
import { bootstrap, migrate, readMigrations } from './postgres/migrator.ts'
import { startPostgres } from './postgres/server.ts'
import type { PostgresServer } from './postgres/server.ts'
import { isDiskFull, Problem } from './problem.ts'
import { createRealtime } from './realtime/service.ts'
import { staticFiles } from './static-files.ts'
import { createStorage } from './storage/service.ts'
import { createTokens } from './tokens.ts'
import type { Claims } from './tokens.ts'
import { noteVersion, refuseNewerFolder } from './version.ts'
import { within } from './within.ts'

export type StackOptions = {
  /** Absolute data folder; made when it is not there. */
  folder: string
  /** 0 takes any free port. */
  port: number
  hostname: string
  /** The port serves https with it; without one, plain http. */
  certificate?: Certificate | undefined
  /** How many proxies stand in front, each of which adds its caller to X-Forwarded-For; without, none is believed. */
  trustedProxies?: number | undefined
  /** Hears the next code when a browser has opened the mailbox by one. */
  onMailboxOpened?: (nextCode: string) => void
  /** Folder of the built app; without one only the services answer. */
  appFolder?: string | undefined
  /** Makes new keys where those of the database are lost. */
  newKeys?: boolean
  /** Postgres also listens on this loopback port, for tools. */
  postgresPort?: number | undefined
  /** How many connections Postgres takes at once; tests of many files share one. */
  maxConnections?: number
  /** Tests sign up by the dozen from one address. */
  rateLimits?: boolean
  /** Whether new addresses are confirmed by mail; as the settings say, without. */
  confirmations?: boolean
  /** What the hash of a new password costs; tests lower it for the same reason. */
  passwordCost?: number | undefined
  /** What the hash of a PIN takes; tests lower it too. */
  pinMemoryKib?: number
  /** Runs the function outside of this process, given its environment; tests do. */
  runFunction?: (environment: Readonly<Record<string, string>>) => Promise<RunningFunction>
}

/** `address` is the caller's. */
export type RunningFunction = { fetch(request: Request, address: string): Promise<Response>; close(): Promise<void> }

export type Stack = {
  /** As reached from this machine, without a slash at the end: always plain http. */
  url: string
  /** What others reach it on. */
  port: number
  keys: Keys
  postgres: PostgresServer
  /** Resolves with a sentence when Postgres has ended although nobody stopped it. */
  failed: Promise<string>
  /** What opens the mailbox in one more browser. */
  mailboxCode(): string
  /** Ends everything in order, in less than 5 seconds. */
  stop(): Promise<void>
}

/** Starts the whole product on one data folder and one port, or throws a Problem and leaves nothing running. */
export async function startStack(options: StackOptions): Promise<Stack> {
  // What was started is ended in the opposite order, at the end as well as when a step fails.
  const endings = new AsyncDisposableStack()
  try {
    return await start(options, endings)
  } catch (error) {
    await endings.disposeAsync()
    throw isDiskFull(error)
      ? new Problem(`There is no room left on the disk for ${options.folder}. Nothing that was saved is lost; make room, and start Bubblequest again.`)
      : error
  }
}

async function start(options: StackOptions, endings: AsyncDisposableStack): Promise<Stack> {
  const { folder } = options
  const lock = await lockFolder(folder)
  endings.defer(() => lock.release())
  await refuseUnfinished(folder)
  await refuseNewerFolder(folder)
  const keys = await loadKeys(folder, { replaceLost: options.newKeys ?? false })

  // The port is taken before anything is started: a taken one must cost nothing. Whoever knocks
  // during the first moments waits for the rest.
  const { promise: ready, resolve: open } = Promise.withResolvers<Handler>()
  let handler: Handler | undefined
  const doors: Listening[] = []
  const hangUp = onceOnly(async () => within(2000, Promise.all(doors.map((door) => door.shutdown()))))
  endings.defer(hangUp)
  const openDoor = (place: Parameters<typeof serveHttp>[0]) => {
    const door = serveHttp(place, async (request, peer) => (handler ?? (await ready))(request, peer))
    doors.push(door)
    return door
  }
  const { port, hostname } = openDoor(options)
  // The services call each other by http://127.0.0.1, and the mailbox opens there: no certificate is good for that address.
  const ownPort = options.certificate === undefined ? port : 0
  const isOwn = ownPort === port && ['0.0.0.0', '::', '127.0.0.1'].includes(hostname)
  const url = `http://127.0.0.1:${isOwn ? port : openDoor({ port: ownPort, hostname: '127.0.0.1' }).port}`

  // Before anything is started: it may hold a mistake.
  const config = await readConfig(new URL('../supabase/config.toml', import.meta.url), url)
  const [postgres, tokens, files] = await Promise.all([
    startPostgres({ folder, port: options.postgresPort, maxConnections: options.maxConnections }),
    createTokens(keys.jwtSecret, keys.signingKeys),
    options.appFolder === undefined ? () => undefined : staticFiles(options.appFolder),
  ])
  endings.defer(() => postgres.stop())

  const pool = (max: number) => connectTo(postgres.socket, 'supabase_admin', max, 'postgres', poolOptions)
  const services = withOwnTransactions(pool(4), pool(3))
  // A function asks in one statement, so it begins no transaction. One connection more than cores: others would only wait, for
  // a core or at a family's row, and postgres.js queues calls by itself.
  const limited = { ...poolOptions, connection: sessionSettings, socket: () => destroyWhenSilent(connect(pathOf(postgres.socket))) }
  const functions = connectTo(postgres.socket, 'postgres', navigator.hardwareConcurrency + 1, 'postgres', limited)
  endings.defer(async () => void (await Promise.all([services.end({ timeout: 1 }), functions.end({ timeout: 1 })])))
  await bootstrap(services)
  if (options.postgresPort !== undefined) await services.unsafe(`alter role postgres password '${keys.databasePassword}'`)
  // Takes the time it needs, unlike a query of the function.
  const owner = connectTo(postgres.socket, 'postgres', 1)
  await migrate(owner, await readMigrations()).finally(() => owner.end())
  await noteVersion(folder)

  const auth = createAuth({
    sql: services,
    tokens,
    now: () => new Date(),
    settings: { ...config.auth, autoconfirm: !(options.confirmations ?? !config.auth.autoconfirm), rateLimits: options.rateLimits ?? true },
    passwordCost: options.passwordCost,
    mayChangeAccount: (claims) => mayChangeAccount(services, claims),
  })
  const realtime = createRealtime({ sql: services, tokens })
  const storage = createStorage({ sql: services, tokens, jwtSecret: keys.jwtSecret, settings: config.storage, folder })
  // Nobody is let in any more, and what was asked is answered, before what they need is taken away.
  endings.defer(() => auth.close())
  endings.defer(() => storage.close())
  endings.defer(async () => void (await Promise.all([hangUp(), realtime.close()])))
  await Promise.all([realtime.ready, storage.ready])
  const environment = functionEnvironment(url, keys, options.rateLimits ?? true)
  const settings = readSettings(environment)
  const api = createApi({ ...settings, pinMemoryKib: options.pinMemoryKib ?? settings.pinMemoryKib }, functions)
  const { postgresPort } = options
  const database = postgresPort === undefined ? {} : { SUPABASE_DB_URL: databaseUrl(postgresPort, keys.databasePassword) }
  const outside = await options.runFunction?.({ ...environment, ...database })
  if (outside !== undefined) endings.defer(() => outside.close())
  const mailbox = createMailboxPage(auth.mailbox, options.onMailboxOpened ?? (() => {}))
  const gateway = createGateway({
    keys,
    tokens,
    auth: (request, ip) => auth.fetch(request, ip),
    realtime: (request, token, address) => realtime.fetch(request, token, address),
    storage: (request) => storage.fetch(request),
    api: (request, address) => (outside ?? api).fetch(request, address),
    mailbox: (request) => mailbox.fetch(request),
    files,
    trustedProxies: options.trustedProxies,
  })
  handler = gateway
  open(gateway)
  // Where nobody calls, what nobody needs any more goes all the same.
  // What it meets will be met again in an hour; while Postgres is away, that is said elsewhere.
  const cleanUp = () => Promise.all([api.cleanUpIfDue(), auth.deleteExpired(), realtime.deleteExpired()]).catch(() => {})
  let cleanedUp = cleanUp()
  const cleaning = setInterval(() => (cleanedUp = cleanUp()), 3_600_000)
  endings.defer(async () => {
    clearInterval(cleaning)
    await cleanedUp
  })
  await lock.say(url)

  let stopping = false
  const { promise: failed, resolve: fail } = Promise.withResolvers<string>()
  void postgres.ended.then((lastWords) => stopping || fail(lossOf(lastWords)))
  return {
    url,
    port,
    keys,
    postgres,
    failed,
    mailboxCode: () => mailbox.code(),
    stop: () => {
      stopping = true
      return endings.disposeAsync()
    },
  }
}

/** Asks the rules of the product, as the database keeps them. */
async function mayChangeAccount(sql: postgres.Sql, claims: Claims): Promise<boolean> {
  return sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    const [row] = await transaction<{ may: boolean | null }[]>`select private.may_change_account() as may`
    return row?.may === true
  })
}

function onceOnly(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined
  return () => (ended ??= end())
}

/** Where a tool finds the database that listens on a port of this machine. */
export const databaseUrl = (port: number, password: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`

/** What a function finds in its environment on Supabase, and what ours adds. */
function functionEnvironment(url: string, keys: Keys, rateLimits: boolean): Record<string, string> {
  return {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    BUBBLEQUEST_PUBLIC_URL: '/',
    BUBBLEQUEST_PIN_PEPPER: keys.pinPepper,
    BUBBLEQUEST_SIGNING_KEY: JSON.stringify(keys.signingKeys[0]),
    BUBBLEQUEST_RATE_LIMITS: rateLimits ? 'on' : 'off',
  }
}

const lossOf = (lastWords: string) =>
  lastWords.includes('No space left on device')
    ? 'Postgres ended by itself, for there is no room left on the disk. Everything that was saved is safe; make room, and start Bubblequest again.'
    : 'Postgres ended by itself. Everything that was saved is safe; start Bubblequest again.'
