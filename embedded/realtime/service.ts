import { Hono } from 'hono'
import type postgres from 'postgres'
import { within } from '../within.ts'
import { notSupported, supabaseRealtimeCalls } from '../calls.ts'
import type { Tokens } from '../tokens.ts'
import type { RealtimeContext } from './admission.ts'
import { readBearer } from './bearer.ts'
import { Budgets } from './budgets.ts'
import { Connection } from './connection.ts'
import { followMessages } from './feed.ts'
import { broadcastFrame } from './frames.ts'
import { defaultLimits } from './limits.ts'
import type { RealtimeLimits } from './limits.ts'
import { Backlog } from './outbox.ts'
import { Topics } from './topics.ts'

export type RealtimeService = {
  /**
   * The path of `request.url` begins behind `/realtime/v1`. `token` is what the connection's `apikey` stands for,
   * `address` the caller's. The request must be the one Deno.serve gave: a copy cannot be upgraded.
   */
  fetch(request: Request, token: string | undefined, address: string): Promise<Response>
  /** Resolves once database broadcasts are being received. */
  ready: Promise<void>
  /** Deletes messages of more than three days ago, as Supabase does. */
  deleteExpired(): Promise<unknown>
  /** Sends `system` and `phx_close` to every channel, closes sockets, ends listening. Under 1 s. */
  close(): Promise<void>
  stats(): { sockets: number; channels: number }
}

export type RealtimeDeps = {
  /** A pool connected as supabase_admin. */
  sql: postgres.Sql
  tokens: Tokens
  limits?: Partial<RealtimeLimits>
  /** The running time in milliseconds, which never goes back, unlike the clock. */
  uptime?: () => number
}

const closeTimeoutMs = 300
const encoder = new TextEncoder()

/** Realtime for one installation: private channels with broadcast and presence, and broadcasts out of the database. */
export function createRealtime(deps: RealtimeDeps): RealtimeService {
  const limits = { ...defaultLimits, ...deps.limits }
  const uptime = deps.uptime ?? (() => performance.now())
  const connections = new Set<Connection>()
  const topics = new Topics()
  const feed = followMessages(deps.sql, {
    hasSubscriber: (topic) => topics.has(topic),
    onMessage: ({ id, topic, event, json }) =>
      topics.publish(topic, broadcastFrame(`realtime:${topic}`, { event, json: encoder.encode(json) }, { id })),
    onSessionEnded(sessionId) {
      for (const connection of [...connections]) connection.endSession(sessionId)
    },
    onLost() {
      // Messages may have been missed: every client has to join again.
      for (const connection of [...connections]) connection.shutdownChannels('The connection to the database was lost')
    },
  })
  const budgets = new Budgets(limits, uptime)
  const context: RealtimeContext = {
    sql: deps.sql,
    tokens: deps.tokens,
    topics,
    feed,
    limits,
    budgets,
    backlog: new Backlog(limits),
    uptime,
  }
  const sockets = new Set<WebSocket>()
  let closed = false

  const sweep = setInterval(() => {
    for (const connection of [...connections]) {
      if (uptime() - connection.lastReceived > limits.idleMs) connection.close(1001, 'No heartbeat')
      else if (connection.hasJoined) connection.lastJoined = uptime()
      else if (uptime() - connection.lastJoined > limits.channellessMs) connection.close(1000, 'No channel')
    }
  }, limits.sweepMs)

  async function connect(request: Request, { token, address }: Caller): Promise<Response> {
    if (token === undefined || token === '') return refuse(401, 'API key is missing')
    const verdict = await readBearer(deps.tokens, token, Date.now())
    if (!verdict.ok) return refuse(401, verdict.message)
    if (closed) return refuse(500, 'Error connecting to Realtime')
    if (connections.size >= limits.sockets || !budgets.hasRoomForSocket(address))
      return refuse(429, 'Too many connected users')
    if (!/^2\.0\.\d+$/.test(new URL(request.url).searchParams.get('vsn') ?? ''))
      return notSupported('Any protocol of Realtime but 2.0.0')
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket')
      return refuse(426, 'This address takes websockets only')
    const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 })
    connections.add(
      new Connection(context, socket, { address, bearer: verdict.bearer }, (connection) =>
        connections.delete(connection),
      ),
    )
    sockets.add(socket)
    const forget = budgets.openSocket(address)
    socket.addEventListener('close', () => {
      sockets.delete(socket)
      forget()
    })
    return response
  }

  const handlers: Record<
    keyof typeof supabaseRealtimeCalls,
    (request: Request, caller: Caller) => Response | Promise<Response>
  > = {
    ping: () => Response.json({ message: 'Success' }),
    connect,
  }
  const app = new Hono<{ Bindings: Caller }>()
  for (const name of Object.keys(supabaseRealtimeCalls) as (keyof typeof supabaseRealtimeCalls)[]) {
    const [method, path] = supabaseRealtimeCalls[name]
    app.on(method, path, ({ req, env }) => handlers[name](req.raw, env))
  }
  app.notFound(() => notSupported('This call of Realtime'))

  return {
    ready: feed.ready,
    fetch: async (request, token, address) => app.fetch(request, { token, address }),
    deleteExpired: () =>
      deps.sql`delete from realtime.messages where inserted_at < now() - interval '72 hours'`.execute(),
    async close() {
      closed = true
      clearInterval(sweep)
      for (const connection of [...connections]) connection.shutdownChannels('Server requested disconnect')
      for (const connection of [...connections]) connection.close(1012, 'Realtime is stopping')
      // Waits only a moment: a client may be asleep.
      await within(
        closeTimeoutMs,
        Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.addEventListener('close', resolve)))),
      )
      await feed.close()
    },
    stats() {
      let channels = 0
      for (const connection of connections) channels += connection.channelCount
      return { sockets: connections.size, channels }
    },
  }
}

type Caller = { token: string | undefined; address: string }

const refuse = (status: number, error: string) => Response.json({ error }, { status })
