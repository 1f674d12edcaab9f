import { takesKey, type ChangeName, type Params, type Reply } from '#domain/contract/routes.ts'
import { request } from './api-client.ts'
import { ApiError, isLineFailure } from './api-error.ts'
import { pause, withOverdue } from './attempts.ts'

/** Milliseconds for which a change is tried again while the server is not reached. */
const patienceMs = 120_000

/** Milliseconds before each further try of a change; the last one repeats. */
const pauses = [500, 1000, 2000, 4000]

/** How often a change is tried that the server answers with an error of its own. */
const triesOfFaults = 3

/**
 * Makes a call that changes something under an idempotency key: the server makes the change of a key once, however often it arrives. It is tried
 * again while the server is not reached, is not ready or answers with a fault of its own.
 */
export async function callOnce<Name extends ChangeName>(name: Name, params: Params<Name>, body: unknown, key: string): Promise<Reply<Name>> {
  if (!takesKey(name)) return (await request(name, params, body)).reply
  const begunAt = Date.now()
  return withOverdue(async () => {
    for (let tries = 1; ; tries++) {
      try {
        return (await request(name, params, body, key)).reply
      } catch (error) {
        const ms = pauseAfter(error, tries)
        if (ms === undefined || Date.now() + ms - begunAt > patienceMs) throw error
        await pause(ms)
      }
    }
  })
}

/** Milliseconds to wait before a change is tried again; undefined where it is not. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, retryAfter } = error
  const usual = pauses[Math.min(tries, pauses.length) - 1]
  if (status === 429) return retryAfter && retryAfter * 1000
  // A refusal stays one, whoever says it.
  if (status >= 400 && status < 500) return undefined
  if (isLineFailure(error)) return usual
  return status >= 500 && retryAfter === undefined && tries < triesOfFaults ? usual : undefined
}
