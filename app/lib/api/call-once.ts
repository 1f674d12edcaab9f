import { takesKey, type ChangeName, type Params, type Reply } from '#domain/contract/routes.ts'
import { request } from './api-client.ts'
import { ApiError, isLineFailure } from './api-error.ts'
import { pause, withOverdue } from './fetch-bytes.ts'

/** Milliseconds for which a change is retried while the server is not reached. */
export const retryLimitMs = 120_000

/** Milliseconds before each further attempt; the last one repeats. */
const pauses = [500, 1000, 2000, 4000]

/** Attempts for a change on which the server fails with an error of its own. */
const maxFaultAttempts = 3

/**
 * Sends a change under an idempotency key, so that the server makes it once, however often it arrives.
 * Retries while the server is not reached, is not ready or fails with an error of its own.
 */
export async function callOnce<Name extends ChangeName>(
  name: Name,
  params: Params<Name>,
  body: unknown,
  key: string,
): Promise<Reply<Name>> {
  if (!takesKey(name)) return (await request(name, params, body)).reply
  const begunAt = Date.now()
  return withOverdue(async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(name, params, body, key)
      } catch (error) {
        const ms = retryDelayMs(error, tries)
        if (ms === undefined || Date.now() + ms - begunAt > retryLimitMs) throw error
        await pause(ms)
      }
    }
  })
}

const mostInFlight = 2
let inFlight = 0
const waiting: (() => void)[] = []

/** Sends a change under its key once. Two attempts of this page are in flight at most; later ones wait. */
export async function attempt<Name extends ChangeName>(
  name: Name,
  params: Params<Name>,
  body: unknown,
  key: string,
): Promise<Reply<Name>> {
  if (inFlight < mostInFlight) inFlight++
  else await new Promise<void>((resolve) => void waiting.push(resolve))
  try {
    return (await request(name, params, body, key)).reply
  } finally {
    const next = waiting.shift()
    if (next === undefined) inFlight--
    else next()
  }
}

/** Milliseconds to wait before the next attempt; undefined if there is none. */
export function retryDelayMs(error: unknown, tries: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, retryAfter } = error
  const usual = pauses[Math.min(tries, pauses.length) - 1]
  if (status === 429) return retryAfter && retryAfter * 1000
  // A refusal is final, also one by a proxy.
  if (status >= 400 && status < 500) return undefined
  if (isLineFailure(error)) return usual
  return status >= 500 && retryAfter === undefined && tries < maxFaultAttempts ? usual : undefined
}
