import { z } from 'zod'
import type { Refusal } from '../refusal.ts'
import { Metadata } from './body.ts'
import type { Sql } from './context.ts'
import { invalid } from './refusal.ts'

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

const emailPattern = z.email({ pattern: z.regexes.html5Email })

/** The address as it is stored: lower case. */
export function parseEmail(email: string): string | Refusal {
  if (email === '') return invalid('An email address is required')
  if (email.length > 255) return invalid('An email address is too long')
  if (!emailPattern.safeParse(email).success) return invalid('Unable to validate email address: invalid format')
  return email.toLowerCase()
}

export const emailProvider = { provider: 'email', providers: ['email'] }

type NewUser = {
  id: string
  email: string
  /** Empty as long as no password was chosen. */
  hash: string
  confirmed: boolean
  metadata: Metadata
  now: Date
}

/** Makes the user with its e-mail identity; false when the address is taken. */
export async function insertUser(sql: Sql, { id, email, hash, confirmed, metadata, now }: NewUser): Promise<boolean> {
  // JSON goes in as text: the driver would encode a jsonb parameter a second time.
  const made = await sql`
    with made as (
      insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, created_at, updated_at
      ) values (
        '00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated', ${email}, ${hash}, ${confirmed ? now : null},
        ${JSON.stringify(emailProvider)}::text::jsonb, ${JSON.stringify(metadata)}::text::jsonb, ${now}, ${now}
      )
      on conflict do nothing
      returning id, email
    )
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select
      id, id,
      jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false),
      'email', ${now}, ${now}, ${now}
    from made
    returning user_id`
  return made.length === 1
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
