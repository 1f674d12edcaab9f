import type postgres from 'postgres'
import type { Claims, Tokens } from '../tokens.ts'
import type { Mailbox } from './mailbox.ts'
import type { Passwords } from './passwords.ts'
import type { Limited } from './rate-limits.ts'
import type { Refusal } from './refusal.ts'
import type { AuthSettings } from './settings.ts'

/** A pool or a transaction on it. */
export type Sql = postgres.Sql | postgres.TransactionSql

/** The parts that every handler works with. */
export type Auth = {
  sql: postgres.Sql
  tokens: Tokens
  settings: AuthSettings
  now: () => Date
  passwords: Passwords
  mailbox: Mailbox
  mayChangeAccount: (claims: Claims) => Promise<boolean>
}

export type Call = {
  request: Request
  url: URL
  clientIp: string
  /** Undefined unless there were too many such calls: from this client, or of what is named. */
  limit(limited: Limited, of?: string): Refusal | undefined
}

export type Handler = (auth: Auth, call: Call) => Promise<Response | Refusal> | Response | Refusal
