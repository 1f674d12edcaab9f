import type postgres from 'postgres'
import { z } from 'zod'
import type { Tokens } from '../tokens.ts'
import { sessionOf, readBearer } from './bearer.ts'
import type { Bearer } from './bearer.ts'
import type { Feed } from './feed.ts'
import type { JoinBudgets } from './join-budgets.ts'
import type { Rate, RealtimeLimits } from './limits.ts'
import type { Backlog } from './outbox.ts'
import { rightsToRead } from './rights.ts'
import type { Rights } from './rights.ts'
import type { Topics } from './topics.ts'

/** What all connections of one service share. */
export type Engine = {
  sql: postgres.Sql
  tokens: Tokens
  topics: Topics
  feed: Feed
  limits: RealtimeLimits
  joins: JoinBudgets
  /** What the channels of each session say. */
  events: Rate
  backlog: Backlog
  /** Milliseconds since the epoch. */
  now: () => number
}

export type Admission = { ok: true; bearer: Bearer; hasPresence: boolean; canRead: Rights } | { ok: false; reason: string; disconnect?: true }

/** What a join asks for. `topic` is without `realtime:`; `address` is the caller's, `bearer` the connection's. */
export type JoinRequest = { payload: unknown; topic: string; channels: number; address: string; bearer: Bearer }

// Of the options of a channel the app sets two; the others are not spoken but as its client sends them unset.
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

/** Everything that is asked before somebody may join a channel, in the order Realtime asks it. */
export async function admit(engine: Engine, { payload, topic, channels, address, bearer: own }: JoinRequest): Promise<Admission> {
  if (topic === '') return refuse('TopicNameRequired: You must provide a topic name')
  const join = Join.safeParse(payload)
  const verdict = join.data?.config.private === true ? await readBearer(engine.tokens, tokenOf(join.data, own), engine.now()) : undefined
  const session = verdict?.ok === true ? sessionOf(verdict.bearer) : undefined
  if (!engine.joins.take(address, session)) {
    return { ok: false, reason: 'ClientJoinRateLimitReached: Too many joins per second', disconnect: true }
  }
  if (!join.success) return refuse('NotImplemented: This option of a channel is not part of the embedded stack. Run Bubblequest on Supabase to use it.')
  if (verdict === undefined) return refuse('PrivateOnly: This project only allows private channels')
  if (channels > engine.limits.channelsPerSocket) return refuse('ChannelRateLimitReached: Too many channels')
  if (!verdict.ok) return refuse(`${verdict.code}: ${verdict.message}`)
  const { bearer } = verdict

  const hasPresence = join.data.config.presence?.enabled === true
  const canRead = await rightsToRead(engine.sql, topic, bearer, hasPresence)
  if (!canRead.broadcast && !canRead.presence) {
    return refuse(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`)
  }

  // A channel that has joined hears every message from then on.
  if (!engine.feed.isListening && !(await engine.feed.listensWithin(engine.limits.joinWaitMs))) {
    return refuse('RealtimeRestarting: Realtime is restarting, please standby')
  }
  return { ok: true, bearer, hasPresence, canRead }
}

/** The token of the join, or the connection's where the join has none of its own: a key is none. */
function tokenOf({ access_token: token }: z.infer<typeof Join>, own: Bearer): string {
  return token === undefined || token.startsWith('sb_') ? own.token : token
}
