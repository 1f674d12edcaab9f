import { z } from 'zod'
import type { Sql } from '../postgres/connect.ts'
import type { ServiceRefusal } from '../service-refusal.ts'
import { Metadata } from './body.ts'
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
  identity_id: z.string(),
  id: z.string(),
  user_id: z.string(),
  identity_data: Metadata,
  provider: z.string(),
  last_sign_in_at: moment,
  created_at: moment,
  updated_at: moment,
  email: z
    .string()
    .nullable()
    .transform((value) => value ?? undefined),
})

/**
 * The fields of a user that clients see, in this order, and the password's hash. Empty ones are left out unless the SDK
 * relies on them.
 */
export const User = z.object({
  id: z.string(),
  aud: stored,
  role: stored,
  email: stored,
  email_confirmed_at: moment,
  invited_at: moment,
  phone: stored,
  confirmation_sent_at: moment,
  confirmed_at: moment,
  recovery_sent_at: moment,
  last_sign_in_at: moment,
  app_metadata: storedMetadata,
  user_metadata: storedMetadata,
  identities: z.array(Identity),
  created_at: moment,
  updated_at: moment,
  banned_until: moment,
  is_anonymous: z.boolean(),
  encrypted_password: stored,
})
export type User = z.infer<typeof User>

export const userJson = (user: User) => ({ ...user, encrypted_password: undefined })

const Rows = z.array(z.object({ row: User }))

/** The columns of one user as the single column `row`; for `from auth.users u`. */
export const userRow = (sql: Sql) => sql`
  to_jsonb(u) || jsonb_build_object(
    'app_metadata', u.raw_app_meta_data,
    'user_metadata', u.raw_user_meta_data,
    'identities', array(
      select to_jsonb(i) || jsonb_build_object('identity_id', i.id, 'id', i.provider_id)
      from auth.identities i where i.user_id = u.id order by i.created_at, i.id
    )
  ) as row`

export async function findUserById(sql: Sql, id: string): Promise<User | undefined> {
  return Rows.parse(await sql`select ${userRow(sql)} from auth.users u where u.id = ${id}`)[0]?.row
}

export async function findUserByEmail(sql: Sql, email: string): Promise<User | undefined> {
  return Rows.parse(await sql`select ${userRow(sql)} from auth.users u where u.email = ${email.toLowerCase()}`)[0]?.row
}

const emailPattern = z.email({ pattern: z.regexes.html5Email })

/** The address as it is stored: lower case. */
export function parseEmail(email: string): string | ServiceRefusal {
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

/** Postgres' JSON leaves trailing zeros of the fraction out and writes UTC as +00:00. */
function rfc3339(value: string): string {
  const [, seconds, fraction = ''] = /^(.{19})(?:\.(\d+))?(?:\+00:00|Z)?$/.exec(value) ?? []
  if (seconds === undefined) throw new Error('The database session is expected to be in UTC')
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
