import { createHash } from 'node:crypto'
import type { Sql } from '../postgres/connect.ts'
import type { Auth, MailKind } from './context.ts'
import { randomToken } from './sessions.ts'
import type { User } from './users.ts'

/**
 * 160 bits, because a token names no account: a short one would be guessed from many addresses, for all accounts at
 * once.
 */
const tokenLength = 32

/** Only this is stored, so that a copied table opens no account. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const kinds = {
  signup: { type: 'confirmation_token', sentColumns: ['confirmation_sent_at'] },
  recovery: { type: 'recovery_token', sentColumns: ['recovery_sent_at'] },
  invite: { type: 'confirmation_token', sentColumns: ['confirmation_sent_at', 'invited_at'] },
} as const satisfies Record<MailKind, unknown>
export const isMailKind = (type: string): type is MailKind => Object.hasOwn(kinds, type)

/** Mails a new link of that kind, unless the last one is too young: an answer that says so would tell of the account. */
export async function mailLink(auth: Auth, user: User, kind: 'signup' | 'recovery'): Promise<void> {
  const sentAt = user[kinds[kind].sentColumns[0]]
  const longestMs = auth.settings.maxFrequency * 1000
  const waitMs = sentAt === undefined ? 0 : new Date(sentAt).getTime() + longestMs - auth.now().getTime()
  // Longer is the wait only where the clock was put back since.
  if (waitMs <= 0 || waitMs > longestMs) await auth.sql.begin((tx) => mailToken(tx, auth, user, kind))
}

/** Longer than a mail takes, so that the time of an answer does not tell whether there was an account to mail to. */
export const mailAnswerMs = 200

/** Replaces the user's token of that type by a new one and mails its link. */
export async function mailToken(tx: Sql, auth: Auth, user: User, kind: MailKind): Promise<void> {
  const token = randomToken(tokenLength)
  const hash = hashOf(token)
  const now = auth.now()
  const { type, sentColumns } = kinds[kind]
  await tx`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (
      ${user.id}, ${type}, ${hash}, ${user.email},
      ${now}::timestamptz at time zone 'utc', ${now}::timestamptz at time zone 'utc'
    )
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at`
  const sent = Object.fromEntries(sentColumns.map((column) => [column, now]))
  await tx`update auth.users set ${tx({ [type]: hash, ...sent, updated_at: now })} where id = ${user.id}`
  const { subject, html } = auth.settings.mails[kind]
  const values = {
    '.SiteURL': auth.settings.siteUrl,
    '.TokenHash': token,
    '.Email': user.email,
    '.Data.language': textOf(user.user_metadata['language']),
  }
  await auth.mailbox.keep(tx, {
    userId: user.id,
    sentAt: now,
    to: user.email,
    subject: subject(values),
    html: html(values),
  })
}

/** People write their own metadata, of any type. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Consumes the token. Returns its user's id, or undefined when it is unknown, used or too old. */
export async function redeemToken(tx: Sql, auth: Auth, token: string, kind: MailKind): Promise<string | undefined> {
  const youngEnough = new Date(auth.now().getTime() - auth.settings.otpExpiry * 1000)
  const [redeemed] = await tx<{ user_id: string }[]>`
    with redeemed as (
      delete from auth.one_time_tokens
      where token_hash = ${hashOf(token)} and token_type = ${kinds[kind].type} and created_at > ${youngEnough}::timestamptz at time zone 'utc'
      returning user_id, token_type
    )
    update auth.users set
      confirmation_token = case token_type when 'confirmation_token' then '' else confirmation_token end,
      recovery_token = case token_type when 'recovery_token' then '' else recovery_token end
    from redeemed where id = user_id
    returning user_id`
  return redeemed?.user_id
}

/** Makes every link that was mailed to the user useless. */
export async function clearTokens(tx: Sql, userId: string): Promise<void> {
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`
  await tx`update auth.users set confirmation_token = '', recovery_token = '' where id = ${userId}`
}
