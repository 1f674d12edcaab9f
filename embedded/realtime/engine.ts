import type postgres from 'postgres'
import type { Tokens } from '../tokens.ts'
import type { JoinBudgets } from './join-budgets.ts'
import type { KeyedRate, RealtimeLimits } from './limits.ts'
import type { Backlog } from './outbox.ts'
import type { Partitions } from './partitions.ts'
import type { Feed } from './replication.ts'
import type { Topics } from './topics.ts'

/** What all connections of one service share. */
export type Engine = {
  sql: postgres.Sql
  tokens: Tokens
  topics: Topics
  feed: Feed
  partitions: Partitions
  limits: RealtimeLimits
  /** Whether a channel may be public: open to everybody who has the key. */
  allowPublicAccess: boolean
  joins: JoinBudgets
  /** What the channels of each session say. */
  events: KeyedRate
  backlog: Backlog
  /** Milliseconds since the epoch. */
  now: () => number
}
