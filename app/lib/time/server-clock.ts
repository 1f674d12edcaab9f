import { atom, useAtomValue } from 'jotai'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { store } from '#app/state/store.ts'

/** Milliseconds of error from which the screen warns about the device's clock. */
const wrongFromMs = 600_000
/** Longest time between two checks of the clock, in milliseconds: timers stop while a laptop sleeps. */
export const longestWaitMs = 10_000
/**
 * A larger difference between clock and running time, in milliseconds, means that the clock was set, or the device
 * slept.
 */
const jumpMs = 5000

/** The last measured offset, also for a page that opens without a network. */
const storedOffsetAtom = storedAtom('clockOffsetMs', (text) => text)
const offsetMsAtom = atom((get) => Number(get(storedOffsetAtom)) || 0)
let isMeasured = false

/** Whether this page has compared the device's clock with the server's. */
export const isClockMeasured = (): boolean => isMeasured

const isClockWrongAtom = atom((get) => Math.abs(get(offsetMsAtom)) >= wrongFromMs)

/** Now on the server's clock, in milliseconds since 1970; on the device's clock until the first response. */
export const serverNow = (): number => Date.now() + store.get(offsetMsAtom)

/**
 * Measures the offset of this device's clock by a response's `Date`, which the server wrote in whole seconds between
 * `sentAt` and `receivedAt`. An offset of 0, or else the current one, stays if it fits in between.
 */
export function measureOffset(headers: Headers, sentAt: number, receivedAt: number): void {
  const age = Number(headers.get('age') ?? 0) * 1000
  const dateMs = Date.parse(headers.get('date') ?? '') + age
  if (Number.isNaN(dateMs) || receivedAt < sentAt) return
  const [least, most] = [dateMs - receivedAt, dateMs + 1000 - sentAt]
  const fits = (offset: number) => offset >= least && offset <= most
  const offset = [0, store.get(offsetMsAtom)].find(fits) ?? (least + most) / 2
  isMeasured = true
  store.set(storedOffsetAtom, offset === 0 ? null : String(offset))
}

/** Whether this device's clock is wrong by ten minutes or more. */
export const useIsClockWrong = (): boolean => useAtomValue(isClockWrongAtom)

/**
 * Calls `listener` when `read` returns a new value, until the returned function is called. Calls `read` after
 * `msUntilNext`, and on each sign that time may have passed unnoticed: waking up, becoming visible, a touch.
 */
export function onTimeChange(read: () => unknown, msUntilNext: () => number, listener: () => void): () => void {
  const over = new AbortController()
  let known = read()
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    timer = setTimeout(check, Math.min(msUntilNext(), longestWaitMs))
    if (hasJumped()) void requestServerTime().catch(() => {})
    const next = read()
    if (next === known) return
    known = next
    listener()
  }
  check()
  const stopListening = store.sub(offsetMsAtom, check)
  for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, check, { signal: over.signal })
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, check, { signal: over.signal })
  // Captures the touch before other listeners, so that a tap counts for the current day.
  window.addEventListener('pointerdown', check, { signal: over.signal, capture: true, passive: true })
  return () => {
    over.abort()
    clearTimeout(timer)
    stopListening()
  }
}

let lastClock: { date: number; running: number } | undefined

function hasJumped(): boolean {
  const before = lastClock
  lastClock = { date: Date.now(), running: performance.now() }
  return before !== undefined && Math.abs(lastClock.date - before.date - (lastClock.running - before.running)) > jumpMs
}

/** Milliseconds after which the request for the server's time ends. */
const askMs = 8000

/** Measures the offset again, because it is wrong after the device's clock was set. */
async function requestServerTime(): Promise<void> {
  const sentAt = Date.now()
  const { headers } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(askMs) })
  measureOffset(headers, sentAt, Date.now())
}
