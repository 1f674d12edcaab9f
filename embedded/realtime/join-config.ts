import { z } from 'zod'

// Clients in other languages send booleans as text, and what cannot be read is taken as not said:
// a join is never refused for its configuration.
const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).catch(false)

const Broadcast = z.looseObject({ ack: Flag, self: Flag, replication_ready: Flag, replay: z.unknown().optional() })
// A presence key is told to everybody on the topic.
const Presence = z.looseObject({ key: z.string().max(255).catch(''), enabled: Flag })

const Config = z.looseObject({
  broadcast: Broadcast.catch(Broadcast.parse({})),
  presence: Presence.catch(Presence.parse({})),
  postgres_changes: z.array(z.unknown()).catch([]),
  private: Flag,
})

const Join = z.looseObject({
  config: Config.catch(Config.parse({})),
  access_token: z.string().optional().catch(undefined),
})

export type JoinConfig = {
  ack: boolean
  self: boolean
  replicationReady: boolean
  /** Undefined when none was asked for, false when what was asked makes no sense. */
  replay: Replay | undefined | false
  presenceKey: string
  presenceEnabled: boolean
  /** Changes of tables are wanted, not only broadcasts. */
  postgresChanges: boolean
  private: boolean
  accessToken: string | undefined
}

/** `since` in milliseconds since the epoch. */
export type Replay = { since: number; limit: number }

const mostReplayed = 25

export function readJoin(payload: unknown): JoinConfig {
  const { config, access_token } = Join.catch(Join.parse({})).parse(payload)
  return {
    ack: config.broadcast.ack,
    self: config.broadcast.self,
    replicationReady: config.broadcast.replication_ready,
    replay: readReplay(config.broadcast.replay),
    presenceKey: config.presence.key === '' ? crypto.randomUUID() : config.presence.key,
    presenceEnabled: config.presence.enabled,
    postgresChanges: config.postgres_changes.length > 0,
    private: config.private,
    accessToken: access_token,
  }
}

// The last millisecond a Date can hold.
const lastInstant = 8.64e15

const ReplayRequest = z.looseObject({
  since: z.int().min(0).max(lastInstant),
  limit: z
    .int()
    .default(mostReplayed)
    .transform((limit) => Math.max(1, Math.min(limit, mostReplayed))),
})

function readReplay(value: unknown): Replay | undefined | false {
  if (value === undefined || value === null) return undefined
  const request = ReplayRequest.safeParse(value)
  return request.success ? { since: request.data.since, limit: request.data.limit } : false
}
