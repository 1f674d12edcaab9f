import { Refusal } from './refusal.ts'

const burst = 30
/** Calls in five minutes once the burst is used up. */
const perFiveMinutes = { signup: 30, recover: 30, resend: 30, otp: 30, user: 30, verify: 30, token: 150 } as const
const fiveMinutesMs = 300_000
/** Each bucket is a few dozen bytes; past this many the least recently used is forgotten. */
const mostBuckets = 10_000

export type Limited = keyof typeof perFiveMinutes

export type RateLimits = {
  take(limited: Limited, clientIp: string): Refusal | undefined
}

/** Token buckets, one for each kind of call and address. */
export function createRateLimits(enabled: boolean, now: () => Date): RateLimits {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(limited, clientIp) {
      if (!enabled) return undefined
      const key = `${limited} ${clientIp}`
      const at = now().getTime()
      const bucket = buckets.get(key)
      const refilled = bucket === undefined ? burst : bucket.left + ((at - bucket.at) * perFiveMinutes[limited]) / fiveMinutesMs
      const left = Math.min(burst, refilled)
      const taken = left >= 1
      buckets.delete(key)
      buckets.set(key, { left: taken ? left - 1 : left, at })
      if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value ?? key)
      return taken ? undefined : new Refusal(429, 'over_request_rate_limit', 'Request rate limit reached')
    },
  }
}
