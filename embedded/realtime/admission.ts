import type postgres from 'postgres'
import { z } from 'zod'
import type { Tokens } from '../tokens.ts'
import { sessionOf, readBearer } from './bearer.ts'
import type { Bearer } from './bearer.ts'
import type { Feed } from './feed.ts'
import type { Budgets } from './budgets.ts'
import type { RealtimeLimits } from './limits.ts'
import type { Backlog } from './outbox.ts'
import { rightsToRead } from './rights.ts'
import type { Rights } from './rights.ts'
import type { Topics } from './topics.ts'

/** The state and the dependencies that all connections of one service share. */
export type RealtimeContext = {
  sql: postgres.Sql
  tokens: Tokens
  topics: Topics
  feed: Feed
  limits: RealtimeLimits
  budgets: Budgets
  backlog: Backlog
  /** The running time in milliseconds, which never goes back, unlike the clock. */
  uptime: () => number
}

export type Admission =
  | { ok: true; bearer: Bearer; hasPresence: boolean; canRead: Rights }
  | { ok: false; reason: string; disconnect?: true }

/** A join of a channel. `topic` is without `realtime:`; `address` is the caller's, `bearer` the connection's. */
export type JoinRequest = { payload: unknown; topic: string; channels: number; address: string; bearer: Bearer }

// The app sets two options of a channel. The others are accepted only unset, as its client sends them.
const Join = z.object({
  config: z.object({
    private: z.boolean().default(false),
    broadcast: z
      .object({
        ack: z.literal(false).optional(),
        self: z.literal(false).optional(),
        replay: z.undefined().optional(),
        replication_ready: z.literal(false).optional(),
      })
      .optional(),
    presence: z.object({ key: z.literal('').optional(), enabled: z.boolean().default(false) }).optional(),
    postgres_changes: z.array(z.unknown()).max(0).optional(),
  }),
  access_token: z.string().optional(),
})

const refuse = (reason: string): Admission => ({ ok: false, reason })

/** Checks whether a join may be accepted, in the order in which Realtime checks it. */
export async function admit(
  context: RealtimeContext,
  { payload, topic, channels, address, bearer: own }: JoinRequest,
): Promise<Admission> {
  if (topic === '') return refuse('TopicNameRequired: You must provide a topic name')
  const join = Join.safeParse(payload)
  const verdict =
    join.data?.config.private === true
      ? await readBearer(context.tokens, tokenOf(join.data, own), Date.now())
      : undefined
  const session = verdict?.ok === true ? sessionOf(verdict.bearer) : undefined
  if (!context.budgets.join(address, session)) {
    return { ok: false, reason: 'ClientJoinRateLimitReached: Too many joins per second', disconnect: true }
  }
  if (!join.success)
    return refuse(
      'NotImplemented: This option of a channel is not part of the embedded stack. Run Bubblequest on Supabase to use it.',
    )
  if (verdict === undefined) return refuse('PrivateOnly: This project only allows private channels')
  if (channels > context.limits.channelsPerSocket) return refuse('ChannelRateLimitReached: Too many channels')
  if (!verdict.ok) return refuse(`${verdict.code}: ${verdict.message}`)
  const { bearer } = verdict

  const hasPresence = join.data.config.presence?.enabled === true
  const canRead = await rightsToRead(context.sql, topic, bearer, hasPresence)
  if (!canRead.broadcast && !canRead.presence) {
    return refuse(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`)
  }

  // A joined channel must receive every message from then on.
  if (!context.feed.isListening && !(await context.feed.listensWithin(context.limits.joinWaitMs))) {
    return refuse('RealtimeRestarting: Realtime is restarting, please standby')
  }
  return { ok: true, bearer, hasPresence, canRead }
}

/** The token of the join, or the connection's when the join has none: an API key is not a token. */
function tokenOf({ access_token: token }: z.infer<typeof Join>, own: Bearer): string {
  return token === undefined || token.startsWith('sb_') ? own.token : token
}
