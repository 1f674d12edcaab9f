import { atom } from 'jotai'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { store } from '#app/state/store.ts'

/** Milliseconds after which an attempt that has no answer is ended by `tryAgainNow`. */
const oldMs = 2000

/** Milliseconds after which a call without an answer counts as overdue. */
const overdueMs = 3000

/** Ends an attempt that was old when the device had a line again. */
const replaced = 'replaced'

type Attempt = { begunAt: number; end: (reason?: string) => void }

const attempts = new Set<Attempt>()
const pauses = new Set<() => void>()

export type FetchLimits = {
  /** Milliseconds after which an attempt without an answer ends. */
  limitMs: number
  /** Counts the limit from each part of the answer, for one that may be large. */
  isPerPart?: boolean
  /** Whether the same request may be sent again, so that `tryAgainNow` may end it. */
  isRepeatable: boolean
}

export type Answer = { response: Response; bytes: Uint8Array<ArrayBuffer> }

/** Fetches an answer with all of its bytes; rejects when the limit is over. An attempt that `tryAgainNow` ends is made again. */
export async function fetchBytes(path: string, init: RequestInit, { limitMs, isPerPart, isRepeatable }: FetchLimits): Promise<Answer> {
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
      return { response, bytes: isPerPart === true ? await bytesInParts(response, extend) : new Uint8Array(await response.arrayBuffer()) }
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

/** Resolves after so many milliseconds, or with the next `tryAgainNow`. */
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

/** Makes all calls again that wait for an answer or for their next attempt, because the device may have a line again. */
export function tryAgainNow(): void {
  for (const resume of pauses) resume()
  for (const { begunAt, end } of attempts) if (Date.now() - begunAt >= oldMs) end(replaced)
}

/** True while what answers in the place of our server is something else. */
export const isForeignAtom = atom(false)

const overdueAtom = atom<ReadonlyMap<symbol, Date>>(new Map())

/** Since when the first of the overdue calls waits for its answer; undefined while every call is answered in time. */
export const overdueSinceAtom = atom((get) => {
  const [first] = get(overdueAtom).values()
  return first
})

/** Returns what the work returns; the work counts as overdue from `overdueMs` on until it ends. */
export async function withOverdue<Result>(work: () => Promise<Result>): Promise<Result> {
  const id = Symbol('call')
  const begunAt = new Date(serverNow())
  const timer = setTimeout(() => store.set(overdueAtom, (known) => new Map(known).set(id, begunAt)), overdueMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (store.get(overdueAtom).has(id)) store.set(overdueAtom, (known) => new Map([...known].filter(([other]) => other !== id)))
  }
}
