import { z } from 'zod'
import { Metadata } from './body.ts'
import type { Sql } from './context.ts'

// Rows are read as JSON: that keeps the microseconds which a JavaScript Date would cut off.
const moment = z
  .string()
  .nullable()
  .transform((value) => (value === null ? undefined : rfc3339(value)))
const stored = z
  .string()
  .nullable()
  .transform((value) => value ?? '')
const storedMetadata = Metadata.nullable().transform((value) => value ?? {})

const Identity = z.object({
  id: z.string(),
  provider_id: z.string(),
  user_id: z.string(),
  identity_data: Metadata,
  provider: z.string(),
  last_sign_in_at: moment,
  created_at: moment,
  updated_at: moment,
  email: z.string().nullable(),
})

export const User = z.object({
  id: z.string(),
  aud: stored,
  role: stored,
  email: stored,
  encrypted_password: stored,
  email_confirmed_at: moment,
  invited_at: moment,
  confirmation_sent_at: moment,
  confirmed_at: moment,
  recovery_sent_at: moment,
  last_sign_in_at: moment,
  raw_app_meta_data: storedMetadata,
  raw_user_meta_data: storedMetadata,
  created_at: moment,
  updated_at: moment,
  banned_until: moment,
  identities: z.array(Identity),
})
export type User = z.infer<typeof User>

const Rows = z.array(z.object({ row: User }))

/** The columns of one user as the single column `row`; for `from auth.users u`. */
export const userRow = (sql: Sql) => sql`
  to_jsonb(u) || jsonb_build_object('identities', coalesce(
    (select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id),
    '[]'::jsonb
  )) as row`

export async function findUserById(sql: Sql, id: string): Promise<User | undefined> {
  return Rows.parse(await sql`select ${userRow(sql)} from auth.users u where u.id = ${id}`)[0]?.row
}

export async function findUserByEmail(sql: Sql, email: string): Promise<User | undefined> {
  return Rows.parse(await sql`select ${userRow(sql)} from auth.users u where u.email = ${email.toLowerCase()}`)[0]?.row
}

export const isBanned = (user: User, now: Date) => user.banned_until !== undefined && new Date(user.banned_until) > now

/** The user as clients see it: keys without a value are left out, but for those the SDK relies on. */
export function userJson(user: User): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone: '',
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(({ id, provider_id, email, ...identity }) => ({
      identity_id: id,
      id: provider_id,
      ...identity,
      email: email ?? undefined,
    })),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until,
    is_anonymous: false,
  }
}

/** Postgres' JSON leaves trailing zeros of the fraction out and writes UTC as +00:00. */
function rfc3339(value: string): string {
  const [, seconds, fraction = ''] = /^(.{19})(?:\.(\d+))?(?:\+00:00|Z)?$/.exec(value) ?? []
  if (seconds === undefined) throw new Error('The database session is expected to be in UTC')
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
