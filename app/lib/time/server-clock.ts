import { atom, useAtomValue } from 'jotai'
import { store } from '#app/state/store.ts'

/** Milliseconds of error from which the screen warns about the device's clock. */
const wrongFromMs = 600_000
/** Longest time between two looks at the clock, in milliseconds: timers stop while a laptop sleeps. */
export const longestWaitMs = 10_000
/** A larger difference between clock and running time, in milliseconds, means that the clock was set, or the device slept. */
const jumpMs = 5000

const offsetMsAtom = atom(0)
const isClockWrongAtom = atom((get) => Math.abs(get(offsetMsAtom)) >= wrongFromMs)

/** Now on the server's clock, in milliseconds since 1970; on the device's clock until the first response. */
export const serverNow = (): number => Date.now() + store.get(offsetMsAtom)

/**
 * Measures the offset of this device's clock by a response's `Date`, which the server wrote in whole seconds between `askedAt`
 * and `heardAt`. An offset of 0, or else the current one, stays if it fits in between.
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
 * Calls `listener` when `read` returns a new value, until the returned function is called. Calls `read` after `msUntilNext`, and
 * on each sign that time may have passed unnoticed: waking up, becoming visible, a touch.
 */
export function onTimeChange(read: () => unknown, msUntilNext: () => number, listener: () => void): () => void {
  const over = new AbortController()
  let known = read()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(look, Math.min(msUntilNext(), longestWaitMs))
    if (hasJumped()) void requestServerTime().catch(() => {})
    const next = read()
    if (next === known) return
    known = next
    listener()
  }
  look()
  const stopListening = store.sub(offsetMsAtom, look)
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, look, { signal: over.signal })
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, look, { signal: over.signal })
  // Captures the touch before other listeners, so that a tap counts for the current day.
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

/** Milliseconds after which the request for the server's time ends. */
const askMs = 8000

/** Measures the offset again, because it is wrong after the device's clock was set. */
async function requestServerTime(): Promise<void> {
  const askedAt = Date.now()
  const { headers } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(askMs) })
  measureOffset(headers, askedAt, Date.now())
}
