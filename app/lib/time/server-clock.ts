import { atom, useAtomValue } from 'jotai'
import { store } from '#app/state/store.ts'

/** A clock that is wrong by this many milliseconds is told of on the screen. */
const wrongFromMs = 600_000
/** Longest wait, in milliseconds, before the clock is looked at again: timers stand still in a laptop that sleeps. */
export const longestWaitMs = 10_000
/** A device's clock that moves this many milliseconds apart from its running time has been set, or has slept. */
const jumpMs = 5000

const offsetMsAtom = atom(0)
const isClockWrongAtom = atom((get) => Math.abs(get(offsetMsAtom)) >= wrongFromMs)

/** Now on the server's clock, in milliseconds since 1970; on the device's own until the server has answered once. */
export const serverNow = (): number => Date.now() + store.get(offsetMsAtom)

/**
 * Measures the offset of this device's clock by the `Date` of an answer. The server wrote it, in whole seconds, between `askedAt` and
 * `heardAt` of the device's clock: a clock that fits in between is right, and an offset that does stays as it is.
 */
export function measureOffset(headers: Headers, askedAt: number, heardAt: number): void {
  const age = Number(headers.get('age') ?? 0) * 1000
  const said = Date.parse(headers.get('date') ?? '') + age
  if (Number.isNaN(said) || heardAt < askedAt) return
  const [least, most] = [said - heardAt, said + 1000 - askedAt]
  const fits = (offset: number) => offset >= least && offset <= most
  store.set(offsetMsAtom, [0, store.get(offsetMsAtom)].find(fits) ?? (least + most) / 2)
}

/** Whether this device's clock is wrong by ten minutes or more. */
export const useIsClockWrong = (): boolean => useAtomValue(isClockWrongAtom)

/**
 * Calls `listener` whenever `read` returns something new, until the returned function is called. `read` is asked when
 * `msUntilNext` is over, and on every sign that time has passed unnoticed: waking up, being looked at, the first touch.
 */
export function onTimeChange(read: () => unknown, msUntilNext: () => number, listener: () => void): () => void {
  const over = new AbortController()
  let known = read()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(look, Math.min(msUntilNext(), longestWaitMs))
    if (hasJumped()) void askServer().catch(() => {})
    const next = read()
    if (next === known) return
    known = next
    listener()
  }
  look()
  const stopListening = store.sub(offsetMsAtom, look)
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, look, { signal: over.signal })
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, look, { signal: over.signal })
  // Before the touch does anything else: what is tapped belongs to the day that it is.
  window.addEventListener('pointerdown', look, { signal: over.signal, capture: true, passive: true })
  return () => {
    over.abort()
    clearTimeout(timer)
    stopListening()
  }
}

let seen: { date: number; running: number } | undefined

function hasJumped(): boolean {
  const before = seen
  seen = { date: Date.now(), running: performance.now() }
  return before !== undefined && Math.abs(seen.date - before.date - (seen.running - before.running)) > jumpMs
}

/** Milliseconds in which the server says its time. */
const askMs = 8000

/** Measures anew at once: an offset that was right before the clock was set is wrong after it. */
async function askServer(): Promise<void> {
  const askedAt = Date.now()
  const { headers } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(askMs) })
  measureOffset(headers, askedAt, Date.now())
}
