import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Auth, Sql } from './context.ts'
import type { MailKind } from './mailbox.ts'
import { randomCode } from './random.ts'
import { Refusal } from './refusal.ts'
import type { User } from './users.ts'

export type TokenType = 'confirmation_token' | 'recovery_token' | 'reauthentication_token' | 'email_change_token_new' | 'email_change_token_current'

export const lifeMs = 3_600_000

/** What is stored and what stands in links: the code alone could be guessed offline from a copied table. */
export const tokenHash = (email: string, code: string) =>
  createHash('sha224')
    .update(email + code)
    .digest('hex')

/** 429 while the last mail of this kind is too young. */
export function refuseHaste(sentAt: string | undefined, auth: Auth): Refusal | undefined {
  if (sentAt === undefined) return undefined
  const waitMs = new Date(sentAt).getTime() + auth.settings.maxFrequency * 1000 - auth.now().getTime()
  if (waitMs <= 0) return undefined
  const wait = Math.ceil(waitMs / 1000)
  return new Refusal(429, 'over_email_send_rate_limit', `For security purposes, you can only request this after ${wait} seconds.`)
}

export type MailOrder = { kind: MailKind; type: TokenType; to: string; redirectTo: string }

const sentColumns: Record<MailKind, string> = {
  signup: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  email_change: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
}

/** Replaces the user's token of that type by a new one and mails its code and link. */
export async function mailToken(tx: Sql, auth: Auth, user: User, order: MailOrder): Promise<void> {
  const code = randomCode()
  const hash = tokenHash(order.to, code)
  const now = auth.now()
  await tx`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (
      ${user.id}, ${order.type}, ${hash}, ${order.to},
      ${now}::timestamptz at time zone 'utc', ${now}::timestamptz at time zone 'utc'
    )
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at`
  await tx`update auth.users set ${tx({ [sentColumns[order.kind]]: now, updated_at: now })} where id = ${user.id}`
  const query = new URLSearchParams({ token: hash, type: order.kind, redirect_to: order.redirectTo })
  const link = order.kind === 'reauthentication' ? '' : `${auth.settings.siteUrl}/auth/v1/verify?${query}`
  await auth.mailbox.keep(tx, { userId: user.id, sentAt: now, to: order.to, kind: order.kind, code, link })
}

const Redeemed = z.array(z.object({ user_id: z.string(), token_type: z.string() }))

/** Takes the token out, once; undefined when it is unknown, used or older than an hour. */
export async function redeem(tx: Sql, auth: Auth, hash: string, types: readonly TokenType[]): Promise<{ userId: string; type: string } | undefined> {
  const youngEnough = new Date(auth.now().getTime() - lifeMs)
  const [redeemed] = Redeemed.parse(
    await tx`
    delete from auth.one_time_tokens
    where token_hash = ${hash} and token_type::text = any(${[...types]}) and created_at > ${youngEnough}::timestamptz at time zone 'utc'
    returning user_id, token_type`,
  )
  return redeemed && { userId: redeemed.user_id, type: redeemed.token_type }
}
