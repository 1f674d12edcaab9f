import { z } from 'zod'
import { requireOwner, requireUser } from './bearer.ts'
import type { SignedIn } from './bearer.ts'
import { metadata, readBody, text } from './body.ts'
import type { Auth, Call, Handler } from './context.ts'
import { parseEmail } from './email-address.ts'
import { clearTokens } from './one-time-tokens.ts'
import { refuseWeak } from './password-policy.ts'
import { invalid, Refusal } from './refusal.ts'
import { changingAddress, notOffered } from './switched-off.ts'
import { findUserById, mergeMetadata, userJson } from './users.ts'

/** GET /user */
export const readUser: Handler = async (auth, call) => {
  const caller = await requireUser(auth, call)
  return caller instanceof Refusal ? caller : Response.json(userJson(caller.user))
}

const Change = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  current_password: text,
  data: metadata,
  app_metadata: metadata,
})
type Change = z.infer<typeof Change>

/** PUT /user */
export const changeUser: Handler = async (auth, call) => {
  const caller = await requireOwner(auth, call)
  if (caller instanceof Refusal) return caller
  const limited = call.limit('user')
  if (limited) return limited
  const change = await readBody(call.request, Change)
  if (change instanceof Refusal) return change
  const { user } = caller
  const email = change.email === '' ? user.email : parseEmail(change.email)
  if (email instanceof Refusal) return email
  if (email !== user.email) return notOffered(changingAddress)
  if (change.phone !== '') return new Refusal(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (change.app_metadata) return new Refusal(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  const password = change.password ?? undefined
  const newHash = password === undefined ? undefined : await checkNewPassword(auth, call, caller, password, change)
  if (newHash instanceof Refusal) return newHash

  const { data } = change
  await auth.sql.begin(async (tx) => {
    const now = auth.now()
    if (newHash !== undefined) {
      await tx`update auth.users set encrypted_password = ${newHash}, updated_at = ${now} where id = ${user.id}`
      // A statement of its own: it also sees a sign-in that was committed while the update waited for its lock.
      await tx`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${caller.session?.id ?? null}`
      await clearTokens(tx, user.id)
    }
    if (data !== undefined) await changeMetadata(tx, user.id, data, now)
  })
  return Response.json(userJson((await findUserById(auth.sql, user.id)) ?? user))
}

async function changeMetadata(tx: Parameters<typeof findUserById>[0], id: string, data: Record<string, unknown>, now: Date) {
  await tx`select from auth.users where id = ${id} for update`
  const user = await findUserById(tx, id)
  if (user === undefined) return
  const merged = JSON.stringify(mergeMetadata(user.raw_user_meta_data, data))
  await tx`update auth.users set raw_user_meta_data = ${merged}::text::jsonb, updated_at = ${now} where id = ${id}`
}

/** The hash to store, or why not. */
async function checkNewPassword(auth: Auth, call: Call, { user, session }: SignedIn, password: string, change: Change): Promise<string | Refusal> {
  const weak = refuseWeak(password, auth.settings)
  if (weak) return weak
  const { settings, passwords } = auth
  // Who came through a mailed link is here because the password is forgotten.
  if (settings.requireCurrentPassword && user.encrypted_password !== '' && session?.recovered !== true) {
    const sentence = 'Current password required when setting new password.'
    if (change.current_password === '') return new Refusal(400, 'current_password_required', sentence)
    // Limits guesses made with a stolen token, apart from sign-ins: failed sign-ins must not lock the owner out of changing the password.
    const guessed = call.limit('password', user.id)
    if (guessed) return guessed
    if (!(await passwords.verify(change.current_password, user.encrypted_password))) {
      return new Refusal(400, 'current_password_invalid', sentence)
    }
  }
  if (await passwords.verify(password, user.encrypted_password)) {
    return new Refusal(422, 'same_password', 'New password should be different from the old password.')
  }
  return passwords.hash(password)
}

/** POST /logout?scope=global|local|others */
export const logOut: Handler = async (auth, call) => {
  const scope = call.url.searchParams.get('scope') ?? 'global'
  if (!['global', 'local', 'others'].includes(scope)) return invalid(`Unsupported logout scope "${scope}"`)
  const caller = await (scope === 'local' ? requireUser : requireOwner)(auth, call)
  if (caller instanceof Refusal) return caller
  const userId = caller.user.id
  const sessionId = caller.session?.id ?? null
  // Refresh tokens go with their session.
  if (scope === 'local') await auth.sql`delete from auth.sessions where user_id = ${userId} and id = ${sessionId}`
  else if (scope === 'others') await auth.sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${sessionId}`
  else await auth.sql`delete from auth.sessions where user_id = ${userId}`
  return new Response(null, { status: 204 })
}
