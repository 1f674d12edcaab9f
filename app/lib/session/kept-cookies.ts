import { ApiError } from '#app/lib/api/api-error.ts'
import { cookies } from '#texts/cookies'

/** The failure of a sign-in whose session this browser does not keep. */
export const cookiesBlocked = (): ApiError =>
  ApiError.fromFields({ message: cookies.blocked, status: 0, sentence: cookies.blocked })

/** Throws if this browser keeps no cookies. Call before what can be used once. */
export function requireCookies(): void {
  try {
    document.cookie = 'bq_probe=1; Path=/; SameSite=Lax'
    const isKept = document.cookie.includes('bq_probe=1')
    document.cookie = 'bq_probe=; Path=/; SameSite=Lax; Max-Age=0'
    if (isKept) return
  } catch {
    // Some browsers throw instead of ignoring it.
  }
  throw cookiesBlocked()
}
