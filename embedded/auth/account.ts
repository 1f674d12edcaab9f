import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import { requireOwner, requireUser } from './bearer.ts'
import type { SignedIn } from './bearer.ts'
import { readBody, optionalText } from './body.ts'
import type { Auth, AuthCall, AuthHandler } from './context.ts'
import { clearTokens } from './one-time-tokens.ts'
import { refuseWeak } from './passwords.ts'
import { limitGuesses } from './rate-limits.ts'
import { invalid } from './refusal.ts'
import { findUserById, userJson } from './users.ts'

/** GET /user */
export const readUser: AuthHandler = async (auth, call) => {
  const caller = await requireUser(auth, call)
  return caller instanceof ServiceRefusal ? caller : Response.json(userJson(caller.user))
}

const Change = z.object({ password: optionalText, current_password: optionalText })

/** PUT /user: a new password, which ends the other sessions and every mailed link. */
export const changeUser: AuthHandler = async (auth, call) => {
  const caller = await requireOwner(auth, call)
  if (caller instanceof ServiceRefusal) return caller
  const limited = call.limit('user')
  if (limited) return limited
  const change = await readBody(call.request, Change)
  if (change instanceof ServiceRefusal) return change
  const newHash = await checkNewPassword(auth, call, caller, change)
  if (newHash instanceof ServiceRefusal) return newHash

  const { user, sessionId } = caller
  await auth.sql.begin(async (tx) => {
    await tx`update auth.users set encrypted_password = ${newHash}, updated_at = ${auth.now()} where id = ${user.id}`
    // A statement of its own: it also sees a sign-in that was committed while the update waited for its lock.
    await tx`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${sessionId}`
    await clearTokens(tx, user.id)
  })
  return Response.json(userJson((await findUserById(auth.sql, user.id)) ?? user))
}

/** The hash to store, or why not. */
async function checkNewPassword(
  { settings, passwords }: Auth,
  call: AuthCall,
  { user, recovered }: SignedIn,
  { password, current_password }: z.infer<typeof Change>,
): Promise<string | ServiceRefusal> {
  const weak = refuseWeak(password, settings)
  if (weak) return weak
  // A mailed link is followed because the password is forgotten.
  if (settings.requireCurrentPassword && user.encrypted_password !== '' && !recovered) {
    const sentence = 'Current password required when setting new password.'
    if (current_password === '') return new ServiceRefusal(400, 'current_password_required', sentence)
    // Limits guesses made with a stolen token, apart from sign-ins: failed sign-ins must not lock the owner out of
    // changing the password.
    const guessed = limitGuesses(call, user.id)
    if (guessed) return guessed
    if (!(await passwords.verify(current_password, user.encrypted_password)))
      return new ServiceRefusal(400, 'current_password_invalid', sentence)
  }
  if (await passwords.verify(password, user.encrypted_password)) {
    return new ServiceRefusal(422, 'same_password', 'New password should be different from the old password.')
  }
  return passwords.hash(password)
}

/** POST /logout?scope=global|local|others */
export const logOut: AuthHandler = async (auth, call) => {
  const scope = call.url.searchParams.get('scope') ?? 'global'
  if (!['global', 'local', 'others'].includes(scope)) return invalid(`Unsupported logout scope "${scope}"`)
  const caller = await (scope === 'local' ? requireUser : requireOwner)(auth, call)
  if (caller instanceof ServiceRefusal) return caller
  const { user, sessionId } = caller
  // Refresh tokens go with their session.
  if (scope === 'local') await auth.sql`delete from auth.sessions where user_id = ${user.id} and id = ${sessionId}`
  else if (scope === 'others')
    await auth.sql`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${sessionId}`
  else await auth.sql`delete from auth.sessions where user_id = ${user.id}`
  return new Response(null, { status: 204 })
}
