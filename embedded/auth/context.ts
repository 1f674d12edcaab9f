import type postgres from 'postgres'
import type { ServiceRefusal } from '../service-refusal.ts'
import type { Claims, Tokens } from '../tokens.ts'
import type { MailTemplate } from './mail-template.ts'
import type { Mailbox } from './mailbox.ts'
import type { Passwords } from './passwords.ts'
import type { Limited } from './rate-limits.ts'

/** The mails with a link. */
export type MailKind = 'signup' | 'recovery' | 'invite'

/** The same choices, under nearly the same names, as `[auth]` in a Supabase config.toml. */
export type AuthSettings = {
  /** `iss` of the tokens: the address of this service, e.g. http://127.0.0.1:3000/auth/v1. */
  issuer: string
  /** The address that people use, without a slash at the end: links in mails begin with it. */
  siteUrl: string
  mails: Readonly<Record<MailKind, { subject: MailTemplate; html: MailTemplate }>>
  /** Life of an access token in seconds. */
  jwtExpiry: number
  enableSignup: boolean
  /** true: a sign-up returns a session at once; false: its address has to be confirmed by mail first. */
  autoconfirm: boolean
  minimumPasswordLength: number
  /** Seconds in which a refresh token that was already used still gets an answer. */
  refreshTokenReuseInterval: number
  requireCurrentPassword: boolean
  /** Seconds between mails of one kind to one address. */
  maxFrequency: number
  /** Seconds that a mailed link is good for. */
  otpExpiry: number
  /** Addresses that `redirect_to` may lead to besides siteUrl; `*`, `**` and `?` as in verify.ts. */
  redirectUrls: readonly string[]
  rateLimits: boolean
}

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
