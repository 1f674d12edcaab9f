import type postgres from 'postgres'
import type { Tokens } from '../tokens.ts'
import { readBearer } from './bearer.ts'
import { Broadcast } from './broadcasts.ts'
import { Connection } from './connection.ts'
import type { Engine } from './engine.ts'
import type { Vsn } from './frames.ts'
import { HttpBroadcasts } from './http-broadcasts.ts'
import { JoinBudgets } from './join-budgets.ts'
import { defaultLimits, KeyedRate } from './limits.ts'
import type { RealtimeLimits } from './limits.ts'
import { Backlog } from './outbox.ts'
import { Partitions } from './partitions.ts'
import type { MessageRow } from './pgoutput.ts'
import { followMessages } from './replication.ts'
import { RightsOf } from './rights.ts'
import { Topics } from './topics.ts'

export type RealtimeService = {
  /**
   * `/websocket` (upgrade) and `/api/broadcast…`, with `/realtime/v1` before them or without. `token` is the
   * connection's `apikey`, mapped; `address` is the caller's. The request must be the one Deno.serve gave: a copy cannot be upgraded.
   */
  fetch(request: Request, token: string | undefined, address: string): Promise<Response>
  /** Resolves once database broadcasts are being received. */
  ready: Promise<void>
  /** To be called after anything that may have written to the database; see `Feed.nudge`. */
  nudge(): void
  /** Sends `system` and `phx_close` to every channel, closes sockets, ends listening. Under 1 s. */
  close(): Promise<void>
  stats(): { sockets: number; channels: number }
}

export type RealtimeDeps = {
  /** A pool connected as supabase_admin. */
  sql: postgres.Sql
  tokens: Tokens
  /** The JWT an `sb_…` key stands for. */
  mapKey?: (key: string) => string
  limits?: Partial<RealtimeLimits>
  /** Supabase's setting of that name; the product has private channels alone. */
  allowPublicAccess?: boolean
  /** Milliseconds since the epoch. */
  now?: () => number
}

const longestGoodbye = 300

/** Realtime for one installation: channels with broadcast and presence, and broadcasts out of the database. */
export function createRealtime(deps: RealtimeDeps): RealtimeService {
  const limits = { ...defaultLimits, ...deps.limits }
  const now = deps.now ?? Date.now
  const mapKey = deps.mapKey ?? ((key: string) => key)
  const connections = new Set<Connection>()
  const topics = new Topics()
  const partitions = new Partitions(deps.sql, now)
  const feed = followMessages(deps.sql, {
    isHeard: () => !topics.isEmpty,
    onRow: (row) => publishRow(topics, row),
    onLost() {
      // What was sent meanwhile is gone, so nobody may go on as if they had heard all.
      for (const connection of [...connections]) connection.shutdownChannels('The connection to the database was lost')
    },
  })
  const engine: Engine = {
    sql: deps.sql,
    tokens: deps.tokens,
    topics,
    feed,
    partitions,
    limits,
    allowPublicAccess: deps.allowPublicAccess ?? false,
    joins: new JoinBudgets(limits, now),
    events: new KeyedRate(limits.eventsOfSession, 1000, now),
    backlog: new Backlog(limits),
    now,
  }
  const http = new HttpBroadcasts(engine, mapKey)
  const sockets = new Set<WebSocket>()
  let closed = false

  const firstPartitions = partitions.keep()
  const sweep = setInterval(() => {
    void partitions.keep()
    for (const connection of [...connections]) {
      if (now() - connection.lastHeard > limits.idleMs) connection.close(1001, 'No heartbeat')
      else if (connection.hasJoined) connection.lastJoined = now()
      else if (now() - connection.lastJoined > limits.channellessMs) connection.close(1000, 'No channel')
    }
  }, limits.sweepMs)

  async function connect(request: Request, url: URL, token: string | undefined, address: string): Promise<Response> {
    const key = token ?? url.searchParams.get('apikey') ?? request.headers.get('x-api-key')
    if (key === null || key === '') return refuse(401, 'API key is missing')
    const verdict = await readBearer(deps.tokens, key.startsWith('sb_') ? mapKey(key) : key, now())
    if (!verdict.ok) return refuse(401, verdict.message)
    if (closed) return refuse(500, 'Error connecting to Realtime')
    if (connections.size >= limits.sockets) return refuse(429, 'Too many connected users')
    const vsn = readVsn(url.searchParams.get('vsn'))
    if (vsn === undefined) return refuse(403, 'This protocol version is not supported')
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return refuse(426, 'This address takes websockets only')
    // Before the upgrade: afterwards the request's headers cannot be read any more.
    const rightsOf = new RightsOf(deps.sql, request.headers)
    const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 })
    connections.add(new Connection(engine, socket, vsn, { address, bearer: verdict.bearer, rightsOf }, (connection) => connections.delete(connection)))
    sockets.add(socket)
    socket.addEventListener('close', () => sockets.delete(socket))
    return response
  }

  return {
    ready: feed.ready,
    fetch(request, token, address) {
      const url = new URL(request.url)
      const path = url.pathname.replace(/^\/realtime\/v1(?=\/)/, '')
      return path === '/websocket' ? connect(request, url, token, address) : http.fetch(request, url, path, token)
    },
    nudge: () => feed.nudge(),
    async close() {
      closed = true
      clearInterval(sweep)
      for (const connection of [...connections]) connection.shutdownChannels('Server requested disconnect')
      for (const connection of [...connections]) connection.close(1012, 'Realtime is stopping')
      await allClosed(sockets, longestGoodbye)
      await Promise.all([feed.close(), firstPartitions])
    },
    stats() {
      let channels = 0
      for (const connection of connections) channels += connection.channelCount
      return { sockets: connections.size, channels }
    },
  }
}

const refuse = (status: number, error: string) => Response.json({ error }, { status })

function readVsn(text: string | null): Vsn | undefined {
  if (text === null || /^1\.0\.\d+$/.test(text)) return '1.0.0'
  return /^2\.0\.\d+$/.test(text) ? '2.0.0' : undefined
}

function publishRow(topics: Topics, row: MessageRow): void {
  if (row.extension !== 'broadcast' || row.event === undefined) return
  const wireTopic = `realtime:${row.topic}`
  const meta = { id: row.id }
  if (row.binary !== undefined) {
    topics.publish(row.topic, row.private, Broadcast.ofUser(wireTopic, { event: row.event, encoding: 'binary', bytes: row.binary }, meta))
  } else if (row.json !== undefined) {
    topics.publish(row.topic, row.private, Broadcast.ofUser(wireTopic, { event: row.event, encoding: 'json', bytes: row.json }, meta))
  }
}

/** Resolves when the other sides have answered, or after `ms`: one of them may be asleep. */
async function allClosed(sockets: ReadonlySet<WebSocket>, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  const goodbyes = [...sockets].map((socket) => new Promise<void>((resolve) => socket.addEventListener('close', () => resolve())))
  await Promise.race([Promise.all(goodbyes), over.promise])
  clearTimeout(timer)
}
