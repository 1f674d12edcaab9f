import { atom } from 'jotai'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { store } from '#app/state/store.ts'

/** Milliseconds after which `retryNow` ends an attempt without an answer. */
const oldMs = 2000

/** Milliseconds after which a call without an answer counts as overdue. */
const overdueMs = 3000

/** The abort reason for an old attempt that `retryNow` replaces by a new one. */
const replaced = 'replaced'

type Attempt = { begunAt: number; end: (reason?: string) => void }

const attempts = new Set<Attempt>()
const pauses = new Set<() => void>()

export type FetchLimits = {
  /** Milliseconds after which an attempt without an answer ends. */
  limitMs: number
  /** Restarts the limit with each part of the body, for a response that may be large. */
  isPerPart?: boolean
  /** Whether the same request may be sent again, so that `retryNow` may end it. */
  isRepeatable: boolean
}

export type FetchedResponse = { response: Response; bytes: Uint8Array<ArrayBuffer> }

/** Fetches a response with its whole body; rejects after the limit. Repeats an attempt that `retryNow` ended. */
export async function fetchBytes(
  path: string,
  init: RequestInit,
  { limitMs, isPerPart, isRepeatable }: FetchLimits,
): Promise<FetchedResponse> {
  for (;;) {
    const controller = new AbortController()
    const attempt: Attempt = { begunAt: Date.now(), end: (reason) => controller.abort(reason) }
    if (isRepeatable) attempts.add(attempt)
    let timer = setTimeout(attempt.end, limitMs)
    const extend = () => {
      clearTimeout(timer)
      timer = setTimeout(attempt.end, limitMs)
    }
    try {
      const response = await fetch(path, { ...init, signal: controller.signal })
      return {
        response,
        bytes: isPerPart === true ? await bytesInParts(response, extend) : new Uint8Array(await response.arrayBuffer()),
      }
    } catch (error) {
      if (controller.signal.reason !== replaced) throw error
    } finally {
      clearTimeout(timer)
      attempts.delete(attempt)
    }
  }
}

async function bytesInParts({ body }: Response, onPart: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (;;) {
    onPart()
    const part = await reader?.read()
    if (part?.value === undefined) return new Uint8Array(await new Blob(parts).arrayBuffer())
    parts.push(part.value)
  }
}

/** Resolves after so many milliseconds, or with the next `retryNow`. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      pauses.delete(end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    pauses.add(end)
  })
}

/** Retries all waiting calls at once, because the device may be online again. */
export function retryNow(): void {
  for (const resume of pauses) resume()
  for (const { begunAt, end } of attempts) if (Date.now() - begunAt >= oldMs) end(replaced)
}

/** True while something else answers in place of our server, such as a network's sign-in page. */
export const isForeignAtom = atom(false)

const overdueAtom = atom<ReadonlyMap<symbol, Date>>(new Map())

/** When the oldest overdue call began; undefined while no call is overdue. */
export const overdueSinceAtom = atom((get) => {
  const [first] = get(overdueAtom).values()
  return first
})

/** Runs `work` and returns its result; counts it as overdue from `overdueMs` on until it ends. */
export async function withOverdue<Result>(work: () => Promise<Result>): Promise<Result> {
  const id = Symbol('call')
  const begunAt = new Date(serverNow())
  const timer = setTimeout(() => store.set(overdueAtom, (known) => new Map(known).set(id, begunAt)), overdueMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (store.get(overdueAtom).has(id))
      store.set(overdueAtom, (known) => new Map([...known].filter(([other]) => other !== id)))
  }
}
