import { ServiceRefusal } from '../service-refusal.ts'

const burst = 30
/** Passwords: as many as the API lets through. A session that is renewed harms nobody else. */
const bursts: Partial<Record<Limited, number>> = { password: 15, guesses: 100, renewal: 100 }
/** Calls in five minutes once the burst is used up. */
const perFiveMinutes = {
  signup: 30,
  recover: 30,
  resend: 30,
  user: 30,
  verify: 30,
  token: 150,
  renewal: 300,
  password: 15,
  /** After a hundred passwords of one account: five an hour, as by the API. */
  guesses: 5 / 12,
} as const
const fiveMinutesMs = 300_000
/** Each bucket is a few dozen bytes; past this many the least recently used is forgotten. */
const mostBuckets = 10_000

export type Limited = keyof typeof perFiveMinutes

/**
 * Token buckets, one for each kind of call and each network, session or account. Takes a token, or returns a refusal
 * when none is left. A bucket holds `times` as many as usual, and is refilled as much faster.
 */
export function createRateLimiter(
  enabled: boolean,
  now: () => Date,
): (limited: Limited, of: string, times?: number) => ServiceRefusal | undefined {
  // A map for each kind, so that many callers of one kind evict no bucket of another.
  const ofKind = new Map<Limited, Map<string, { left: number; at: number }>>()
  return (limited, key, times = 1) => {
    if (!enabled) return undefined
    const buckets = ofKind.get(limited) ?? new Map<string, { left: number; at: number }>()
    ofKind.set(limited, buckets)
    const most = (bursts[limited] ?? burst) * times
    const at = now().getTime()
    const bucket = buckets.get(key)
    // A clock that was put back adds nothing, and takes nothing.
    const refilled =
      bucket === undefined
        ? most
        : bucket.left + (Math.max(0, at - bucket.at) * perFiveMinutes[limited] * times) / fiveMinutesMs
    const left = Math.min(most, refilled)
    const taken = left >= 1
    buckets.delete(key)
    buckets.set(key, { left: taken ? left - 1 : left, at })
    if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value ?? key)
    return taken ? undefined : new ServiceRefusal(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
}

type Take = (limited: Limited, of: string) => ServiceRefusal | undefined

/** Counts a guess at the password of an account, from wherever it comes. */
export const limitGuesses = ({ limit }: { limit: Take }, account: string) =>
  limit('password', account) ?? limit('guesses', account)
