import type { MailTemplate } from './mail-template.ts'
import type { MailKind } from './one-time-tokens.ts'

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
  /** true: sign-up answers a session; false: a mail has to be confirmed first. */
  autoconfirm: boolean
  minimumPasswordLength: number
  /** Seconds in which a refresh token that was already used still gets an answer. */
  refreshTokenReuseInterval: number
  requireCurrentPassword: boolean
  /** Seconds between mails of one kind to one address. */
  maxFrequency: number
  /** Seconds that a mailed link is good for. */
  otpExpiry: number
  /** Addresses that `redirect_to` may lead to besides siteUrl; `*`, `**` and `?` as in redirects.ts. */
  redirectUrls: readonly string[]
  rateLimits: boolean
}
