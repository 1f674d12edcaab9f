import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AdminBody, bannedUntil, refuseAdminBody } from './admin-body.ts'
import { refuseNonAdmin } from './bearer.ts'
import { flag, readBody, readOptionalBody } from './body.ts'
import type { Auth, Call, Handler, Sql } from './context.ts'
import { insertUser } from './new-user.ts'
import { clearTokens } from './one-time-tokens.ts'
import { refuseLong, refuseWeak } from './password-policy.ts'
import { randomToken } from './random.ts'
import { invalid, Refusal } from './refusal.ts'
import { emailProvider } from './sign-up.ts'
import { findUserByEmail, findUserById, mergeMetadata, userJson } from './users.ts'
import type { User } from './users.ts'

const Uuid = z.guid()

export const emailTaken = () => new Refusal(422, 'email_exists', 'A user with this email address has already been registered')
const notFound = () => new Refusal(404, 'user_not_found', 'User not found')

/** POST /admin/users */
export const createUser: Handler = async (auth, call) => {
  const refused = await refuseNonAdmin(auth, call)
  if (refused) return refused
  const body = await readBody(call.request, AdminBody)
  if (body instanceof Refusal) return body
  if (body.email === '' && body.phone === '') return invalid('Cannot create a user without either an email or phone')
  if (body.id !== '' && !Uuid.safeParse(body.id).success) return invalid('ID must conform to the uuid v4 format')
  const now = auth.now()
  const bad = refuseAdminBody(body, now) ?? refuseLong(body.password ?? '')
  if (bad) return bad
  const email = body.email.toLowerCase()
  if (await findUserByEmail(auth.sql, email)) return emailTaken()
  const id = body.id === '' ? crypto.randomUUID() : body.id.toLowerCase()
  // Without a password nobody can sign in with one, until it is chosen through a mailed link.
  const hash = body.password_hash === '' ? await auth.passwords.hash(body.password || randomToken(64)) : body.password_hash
  const until = bannedUntil(body.ban_duration, now)
  const made = await insertUser(auth.sql, {
    id,
    email,
    hash,
    role: body.role === '' ? 'authenticated' : body.role,
    confirmed: body.email_confirm,
    userMetadata: mergeMetadata(body.user_metadata ?? {}, body.email_confirm ? { email_verified: true } : {}),
    appMetadata: mergeMetadata(emailProvider, body.app_metadata ?? {}),
    bannedUntil: until instanceof Date ? until : null,
    now,
  })
  if (!made) return (await findUserByEmail(auth.sql, email)) ? emailTaken() : new Refusal(409, 'conflict', 'A user with this id exists')
  return answerUser(auth.sql, id)
}

/** GET /admin/users/:id */
export const getUser: Handler = async (auth, call) => {
  const user = await target(auth, call)
  return user instanceof Refusal ? user : Response.json(userJson(user))
}

/** PUT /admin/users/:id */
export const updateUser: Handler = async (auth, call) => {
  const user = await target(auth, call)
  if (user instanceof Refusal) return user
  const body = await readBody(call.request, AdminBody)
  if (body instanceof Refusal) return body
  const now = auth.now()
  const password = body.password ?? undefined
  const bad = refuseAdminBody(body, now) ?? (password === undefined ? undefined : refuseWeak(password, auth.settings))
  if (bad) return bad
  const email = body.email.toLowerCase()
  if (email !== '' && email !== user.email && (await findUserByEmail(auth.sql, email))) return emailTaken()
  const newHash = password === undefined ? body.password_hash : await auth.passwords.hash(password)
  const until = bannedUntil(body.ban_duration, now)

  await auth.sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${user.id} for update`
    const current = (await findUserById(tx, user.id)) ?? user
    const verified = body.email_confirm ? { email_verified: true } : {}
    const userMetadata = mergeMetadata(current.raw_user_meta_data, { ...body.user_metadata, ...verified, ...(email === '' ? {} : { email }) })
    const appMetadata = mergeMetadata(current.raw_app_meta_data, body.app_metadata ?? {})
    await tx`
      update auth.users set
        role = coalesce(nullif(${body.role}, ''), role),
        email = coalesce(nullif(${email}, ''), email),
        encrypted_password = coalesce(nullif(${newHash}, ''), encrypted_password),
        email_confirmed_at = case when ${body.email_confirm} then coalesce(email_confirmed_at, ${now}) else email_confirmed_at end,
        banned_until = case when ${until !== undefined} then ${until instanceof Date ? until : null}::timestamptz else banned_until end,
        raw_user_meta_data = ${JSON.stringify(userMetadata)}::text::jsonb,
        raw_app_meta_data = ${JSON.stringify(appMetadata)}::text::jsonb,
        updated_at = ${now}
      where id = ${user.id}`
    if (email !== '') {
      await tx`
        update auth.identities set identity_data = identity_data || jsonb_build_object('email', ${email}::text), updated_at = ${now}
        where user_id = ${user.id} and provider = 'email'`
    }
    // Whoever held the old password is out.
    if (newHash !== '') {
      await tx`delete from auth.sessions where user_id = ${user.id}`
      await clearTokens(tx, user.id)
    }
  })
  return answerUser(auth.sql, user.id)
}

const DeleteBody = z.object({ should_soft_delete: flag })

/** DELETE /admin/users/:id */
export const deleteUser: Handler = async (auth, call) => {
  const user = await target(auth, call)
  if (user instanceof Refusal) return user
  const body = await readOptionalBody(call.request, DeleteBody)
  if (body instanceof Refusal) return body
  if (body.should_soft_delete) await auth.sql.begin((tx) => erase(tx, user, auth.now()))
  // Everything of that user hangs on this row.
  else await auth.sql`delete from auth.users where id = ${user.id}`
  return Response.json({})
}

/** Keeps the id, for what refers to it, and nothing that says who it was. */
async function erase(tx: Sql, user: User, now: Date): Promise<void> {
  if (user.deleted_at !== undefined) return
  const blurred = (value: string) =>
    createHash('sha256')
      .update(user.id + value)
      .digest('base64url')
  await tx`
    update auth.users set
      email = ${blurred(user.email)}, phone = null, encrypted_password = '', email_change = '', phone_change = '',
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = ${now}, updated_at = ${now}
    where id = ${user.id}`
  await tx`update auth.identities set provider_id = ${blurred(user.id)}, identity_data = '{}', updated_at = ${now} where user_id = ${user.id}`
  await tx`delete from auth.sessions where user_id = ${user.id}`
  await clearTokens(tx, user.id)
  await tx`delete from auth.mails where user_id = ${user.id}`
}

async function target(auth: Auth, call: Call): Promise<User | Refusal> {
  const refused = await refuseNonAdmin(auth, call)
  if (refused) return refused
  const [id = ''] = call.parts
  if (!Uuid.safeParse(id).success) return new Refusal(404, 'validation_failed', 'user_id must be an UUID')
  return (await findUserById(auth.sql, id)) ?? notFound()
}

async function answerUser(sql: Sql, id: string): Promise<Response | Refusal> {
  const user = await findUserById(sql, id)
  return user ? Response.json(userJson(user)) : notFound()
}
