import type { Broadcast } from './broadcasts.ts'
import { sessionOf, readBearer } from './bearer.ts'
import type { Bearer } from './bearer.ts'
import type { Engine } from './engine.ts'
import type { JoinConfig } from './join-config.ts'
import { messagesSince } from './replays.ts'
import { everything } from './rights.ts'
import type { Rights, RightsOf } from './rights.ts'

export type Admission =
  | { ok: true; bearer: Bearer; canRead: Rights; replay: (() => Promise<Broadcast[]>) | undefined }
  | { ok: false; reason: string; disconnect?: true }

/** What a join is asked about. `topic` is without `realtime:`, `wireTopic` with it; `address` is the caller's. */
export type JoinRequest = { config: JoinConfig; topic: string; wireTopic: string; channels: number; address: string; bearer: Bearer; rightsOf: RightsOf }

const refuse = (reason: string): Admission => ({ ok: false, reason })

/** Everything that is asked before somebody may join a channel, in the order Realtime asks it. */
export async function admit(engine: Engine, request: JoinRequest): Promise<Admission> {
  const { config, topic, wireTopic } = request
  if (topic === '') return refuse('TopicNameRequired: You must provide a topic name')
  const isRefused = !config.private && !engine.allowPublicAccess
  const verdict = isRefused ? undefined : await bearerOf(engine, request)
  const session = verdict?.ok === true ? sessionOf(verdict.bearer) : undefined
  if (!engine.joins.take(request.address, session)) {
    return { ok: false, reason: 'ClientJoinRateLimitReached: Too many joins per second', disconnect: true }
  }
  if (config.postgresChanges)
    return refuse('PostgresChangesDisabled: Changes of tables are not part of the embedded stack. Run Bubblequest on Supabase to use them.')
  if (verdict === undefined) return refuse('PrivateOnly: This project only allows private channels')
  if (request.channels > engine.limits.channelsPerSocket) return refuse('ChannelRateLimitReached: Too many channels')
  if (!verdict.ok) return refuse(`${verdict.code}: ${verdict.message}`)
  const bearer = verdict.bearer

  void engine.partitions.keep()
  const canRead = config.private ? await request.rightsOf.toRead(topic, bearer, config.presenceEnabled) : everything
  if (!canRead.broadcast && !canRead.presence) {
    return refuse(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`)
  }

  if (config.replay !== undefined && !config.private) return refuse('UnableToReplayMessages: Replay is not allowed for public channels')
  if (config.replay === false) return refuse('UnableToReplayMessages: Replay params are not valid')
  const { replay } = config

  // Whoever has joined may rely on hearing every message from then on.
  if (!engine.feed.listening && !(await engine.feed.listensWithin(engine.limits.joinWaitMs))) {
    return refuse('RealtimeRestarting: Realtime is restarting, please standby')
  }
  return { ok: true, bearer, canRead, replay: replay && (() => messagesSince(engine.sql, topic, wireTopic, replay)) }
}

/** The token of the join, or the connection's where the join has none of its own: a key is none. */
function bearerOf(engine: Engine, { config, bearer }: JoinRequest) {
  const token = config.accessToken
  const own = token === undefined || token.startsWith('sb_') ? bearer.token : token
  return readBearer(engine.tokens, own, engine.now())
}
