import type postgres from 'postgres'
import type { Tokens } from '../tokens.ts'
import type { Rate, RealtimeLimits } from './limits.ts'
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
  joins: Rate
  /** Milliseconds since the epoch. */
  now: () => number
}
