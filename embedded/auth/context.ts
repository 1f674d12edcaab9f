import type postgres from 'postgres'
import type { ServiceSettings } from '../config.ts'
import type { ServiceRefusal } from '../service-refusal.ts'
import type { Claims, Tokens } from '../tokens.ts'
import type { Mailbox } from './mailbox.ts'
import type { Passwords } from './passwords.ts'
import type { Limited } from './rate-limits.ts'

/** The mails with a link. */
export type MailKind = 'signup' | 'recovery' | 'invite'

export type AuthSettings = ServiceSettings['auth']

/** The parts that every handler works with. */
export type Auth = {
  sql: postgres.Sql
  tokens: Tokens
  settings: AuthSettings
  now: () => Date
  passwords: Passwords
  mailbox: Mailbox
  /** Whether the session of these claims may change the account it is signed in to. */
  mayChangeAccount: (claims: Claims) => Promise<boolean>
}

export type AuthCall = {
  request: Request
  url: URL
  clientIp: string
  /** Undefined unless there were too many such calls: from this client, or of what is named. */
  limit(limited: Limited, of?: string): ServiceRefusal | undefined
}

export type AuthHandler = (auth: Auth, call: AuthCall) => Promise<Response | ServiceRefusal> | Response | ServiceRefusal
