import type { Deps } from '../call.ts'
import { readCookies } from '../session/cookies.ts'
import type { Incoming } from '../session/session.ts'

/** Ends the session of a request, if it has one: Auth's, or that of a paired device. */
export async function endSession(
  { auth, database, sessions }: Pick<Deps, 'auth' | 'database' | 'sessions'>,
  { request, address }: Incoming,
): Promise<void> {
  const { refresh, paired } = readCookies(request)
  if (refresh === undefined && paired === undefined) return
  const session = await sessions.of({ request, address })
  if (!('user' in session)) return
  if (session.user.isPaired) await database.request(session.user, 'leave_family', {})
  else await auth.signOut(address, session.user.token, 'local')
}
