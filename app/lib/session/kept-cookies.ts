import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#app/lib/api/api-error.ts'
import { cookies } from '#texts/cookies'
import { beginSession, sessionOf } from './session.ts'

/** The failure of a sign-in whose session this browser does not keep. */
export const cookiesBlocked = (): ApiError =>
  ApiError.fromFields({ message: cookies.blocked, status: 0, sentence: cookies.blocked })

/**
 * Begins a session by what can be used once, such as the link of a mail. Throws if this browser keeps no cookies, before
 * it is used where that can be tried.
 */
export async function beginSessionOnce<Reply extends object>(
  client: QueryClient,
  signIn: () => Promise<Reply>,
): Promise<Reply> {
  if (!keepsCookies()) throw cookiesBlocked()
  const reply = await beginSession(client, signIn)
  if ('id' in reply && !sessionOf(client)) throw cookiesBlocked()
  return reply
}

function keepsCookies(): boolean {
  try {
    document.cookie = 'bq_probe=1; Path=/; SameSite=Lax'
    const isKept = document.cookie.includes('bq_probe=1')
    document.cookie = 'bq_probe=; Path=/; SameSite=Lax; Max-Age=0'
    return isKept
  } catch {
    // Some browsers throw instead of ignoring it.
    return false
  }
}
