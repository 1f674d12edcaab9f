import { connect } from 'node:net'
import type postgres from 'postgres'
import { createApi } from '../edge-functions/api/app.ts'
import { poolOptions, sessionSettings } from '../edge-functions/api/database/database.ts'
import { destroyWhenSilent } from '../edge-functions/api/database/socket.ts'
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
import type { HttpHandler, Listening } from './http-server.ts'
import { lockFolder } from './lock.ts'
import { connectTo, socketFile, withOwnTransactions } from './postgres/connect.ts'
import { readMigrations, upgrade } from './postgres/migrator.ts'
import { startPostgres } from './postgres/server.ts'
import type { ExitReason, PostgresServer } from './postgres/server.ts'
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
  /**
   * How many proxies are in front, each of which adds its client to X-Forwarded-For; without, the header is ignored.
   */
  trustedProxies?: number | undefined
  /** Called with the next code once a browser has used one to open the mailbox. */
  onMailboxOpened?: (nextCode: string) => void
  /** Folder of the built app; without one only the services are served. */
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
  /** The bcrypt cost of new passwords; lower in tests, which sign up by the dozen. */
  passwordCost?: number | undefined
  /** The memory that hashing a PIN takes; lower in tests too. */
  pinMemoryKib?: number
  /** Runs the function outside of this process, given its environment; tests do. */
  runFunction?: (environment: Readonly<Record<string, string>>) => Promise<RunningFunction>
}

/** `address` is the caller's. */
export type RunningFunction = { fetch(request: Request, address: string): Promise<Response>; close(): Promise<void> }

export type Stack = {
  /** As reached from this machine, without a slash at the end: always plain http. */
  url: string
  /** The port for other devices. */
  port: number
  keys: Keys
  postgres: PostgresServer
  /** Resolves with a sentence when Postgres has ended by itself. */
  failed: Promise<string>
  /** Returns the code that opens the mailbox in one more browser. */
  mailboxCode(): string
  /** Ends everything in order, in less than 5 seconds. */
  stop(): Promise<void>
}

/** Starts the whole product on one data folder and one port, or throws a Problem and leaves nothing running. */
export async function startStack(options: StackOptions): Promise<Stack> {
  // Ends what was started in reverse order, at the end as well as when a step fails.
  const disposers = new AsyncDisposableStack()
  try {
    return await start(options, disposers)
  } catch (error) {
    await disposers.disposeAsync()
    throw isDiskFull(error)
      ? new Problem(
          `There is no room left on the disk for ${options.folder}. Nothing that was saved is lost; make room, and start Bubblequest again.`,
        )
      : error
  }
}

async function start(options: StackOptions, disposers: AsyncDisposableStack): Promise<Stack> {
  const { folder } = options
  const lock = await lockFolder(folder)
  disposers.defer(() => lock.release())
  await refuseUnfinished(folder)
  await refuseNewerFolder(folder)
  const keys = await loadKeys(folder, { replaceLost: options.newKeys ?? false })

  // Binds the port first, so that a taken one fails before anything has started. Requests wait until the start is
  // complete.
  const { promise: ready, resolve: open } = Promise.withResolvers<HttpHandler>()
  const servers: Listening[] = []
  const closeServers = onceOnly(async () => within(2000, Promise.all(servers.map((server) => server.shutdown()))))
  disposers.defer(closeServers)
  const openServer = (place: Parameters<typeof serveHttp>[0]) => {
    const server = serveHttp(place, async (request, peer) => (await ready)(request, peer))
    servers.push(server)
    return server
  }
  const { port, hostname } = openServer(options)
  // The services call each other at http://127.0.0.1, and the mailbox opens there: no certificate is valid for that
  // address.
  const ownPort = options.certificate === undefined ? port : 0
  const isOwn = ownPort === port && ['0.0.0.0', '::', '127.0.0.1'].includes(hostname)
  const url = `http://127.0.0.1:${isOwn ? port : openServer({ port: ownPort, hostname: '127.0.0.1' }).port}`

  // Read before anything is started, because it may hold a mistake.
  const config = await readConfig(new URL('../supabase/config.toml', import.meta.url), url)
  const [postgres, tokens, files] = await Promise.all([
    startPostgres({ folder, port: options.postgresPort, maxConnections: options.maxConnections }),
    createTokens(keys.jwtSecret, keys.signingKeys),
    options.appFolder === undefined ? () => undefined : staticFiles(options.appFolder),
  ])
  disposers.defer(() => postgres.stop())

  const pool = (max: number) => connectTo(postgres.socket, 'supabase_admin', max, 'postgres', poolOptions)
  const services = withOwnTransactions(pool(4), pool(3))
  // The function begins no transaction: each call is one statement. An account gets half of the connections, which is one
  // more than cores: further ones would only wait for a core or for a family's row. Postgres takes 40.
  const limited = {
    ...poolOptions,
    connection: sessionSettings,
    socket: () => destroyWhenSilent(connect(socketFile(postgres.socket))),
  }
  const functions = connectTo(
    postgres.socket,
    'postgres',
    Math.min(24, 2 * (navigator.hardwareConcurrency + 1)),
    'postgres',
    limited,
  )
  disposers.defer(async () => void (await Promise.all([services.end({ timeout: 1 }), functions.end({ timeout: 1 })])))
  // A connection of its own without a statement timeout, unlike a query of the function: a migration may take longer.
  const owner = connectTo(postgres.socket, 'supabase_admin', 1)
  await upgrade(owner, await readMigrations()).finally(() => owner.end())
  if (options.postgresPort !== undefined)
    await services.unsafe(`alter role postgres password '${keys.databasePassword}'`)
  await noteVersion(folder)

  const auth = createAuth({
    sql: services,
    tokens,
    now: () => new Date(),
    settings: {
      ...config.auth,
      autoconfirm: !(options.confirmations ?? !config.auth.autoconfirm),
      rateLimits: options.rateLimits ?? true,
    },
    passwordCost: options.passwordCost,
    mayChangeAccount: (claims) => mayChangeAccount(services, claims),
  })
  const realtime = createRealtime({ sql: services, tokens })
  const storage = createStorage({ sql: services, tokens, jwtSecret: keys.jwtSecret, settings: config.storage, folder })
  // Stops taking requests and completes the open ones before the services and the database are closed.
  disposers.defer(() => auth.close())
  disposers.defer(() => storage.close())
  disposers.defer(async () => void (await Promise.all([closeServers(), realtime.close()])))
  await Promise.all([realtime.ready, storage.ready])
  const environment = functionEnvironment(url, keys, options.rateLimits ?? true)
  const settings = readSettings(environment)
  const api = createApi({ ...settings, pinMemoryKib: options.pinMemoryKib ?? settings.pinMemoryKib }, functions)
  const { postgresPort } = options
  const database =
    postgresPort === undefined ? {} : { SUPABASE_DB_URL: databaseUrl(postgresPort, keys.databasePassword) }
  const outside = await options.runFunction?.({ ...environment, ...database })
  if (outside !== undefined) disposers.defer(() => outside.close())
  const mailbox = createMailboxPage(auth.mailbox, options.onMailboxOpened ?? (() => {}))
  open(
    createGateway({
      keys,
      tokens,
      auth: (request, ip) => auth.fetch(request, ip),
      realtime: (request, token, address) => realtime.fetch(request, token, address),
      storage: (request) => storage.fetch(request),
      api: (request, address) => (outside ?? api).fetch(request, address),
      mailbox: (request) => mailbox.fetch(request),
      files,
      trustedProxies: options.trustedProxies,
    }),
  )
  // Deletes expired rows even when no call does. Errors are ignored: the job runs again in an hour, and a lost Postgres
  // is reported elsewhere.
  const cleanUp = () =>
    Promise.all([api.cleanUpIfDue(), auth.deleteExpired(), realtime.deleteExpired()]).catch(() => {})
  let cleanedUp = cleanUp()
  const cleaning = setInterval(() => (cleanedUp = cleanUp()), 3_600_000)
  disposers.defer(async () => {
    clearInterval(cleaning)
    await cleanedUp
  })
  await lock.writeUrl(url)

  let stopping = false
  const { promise: failed, resolve: fail } = Promise.withResolvers<string>()
  void postgres.ended.then((exitReason) => stopping || fail(describeExit(exitReason)))
  return {
    url,
    port,
    keys,
    postgres,
    failed,
    mailboxCode: () => mailbox.code(),
    stop: () => {
      stopping = true
      return disposers.disposeAsync()
    },
  }
}

/** Whether the rules of the product, which the database has, allow it. */
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

/** The address at which a tool connects to the database on a port of this machine. */
export const databaseUrl = (port: number, password: string) =>
  `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`

/** The environment variables that a function has on Supabase, and those that ours needs besides. */
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

function describeExit({ bySystem, words }: ExitReason): string {
  if (words.includes('No space left on device'))
    return 'Postgres ended by itself, for there is no room left on the disk. Everything that was saved is safe; make room, and start Bubblequest again.'
  const why = bySystem === undefined ? '' : `: ${bySystem}`
  return `Postgres ended by itself${why}. Everything that was saved is safe; start Bubblequest again.`
}
