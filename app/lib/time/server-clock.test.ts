import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let clock: typeof import('./server-clock.ts')
let days: typeof import('./today.ts')
const hour = 3_600_000
const realStart = Date.parse('2026-11-20T11:00:00Z')

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('window', new EventTarget())
  vi.stubEnv('TZ', 'Europe/Berlin')
  vi.resetModules()
  clock = await import('./server-clock.ts')
  days = await import('./today.ts')
})

afterEach(() => {
  // Resets the offset for later test files of this worker.
  vi.resetModules()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** Measures with a response of the server, whose clock is right, to a request sent `tookMs` ago. */
function answered(realMs: number, tookMs = 40, more: Record<string, string> = {}) {
  clock.measureOffset(
    new Headers({ date: new Date(realMs - tookMs / 2).toUTCString(), ...more }),
    Date.now() - tookMs,
    Date.now(),
  )
}

test.each([
  ['a day fast', 24 * hour],
  ['a day slow', -24 * hour],
  ['3 minutes slow', -180_000],
  ['two years slow, as after its battery was empty', -2 * 365 * 24 * hour],
])('a device that is %s knows the time within a second after one answer', (_, error) => {
  vi.setSystemTime(realStart + error)
  expect(clock.serverNow()).toBe(realStart + error)
  answered(realStart)
  expect(Math.abs(clock.serverNow() - realStart)).toBeLessThan(1050)
})

test('a device whose clock is right keeps it to the millisecond, however many answers come', () => {
  for (let at = 0; at < 5000; at += 137) {
    vi.setSystemTime(realStart + at)
    answered(realStart + at)
    expect(clock.serverNow()).toBe(realStart + at)
  }
})

test('a cached response counts with its age', () => {
  vi.setSystemTime(realStart)
  answered(realStart - 3 * hour, 40, { age: String(3 * 3600) })
  expect(clock.serverNow()).toBe(realStart)
})

test.each([
  ['without a date', {}],
  ['with a date that is none', { date: 'today' }],
])('an answer %s changes nothing', (_, headers: Record<string, string>) => {
  vi.setSystemTime(realStart)
  clock.measureOffset(new Headers(headers), Date.now(), Date.now())
  expect(clock.serverNow()).toBe(realStart)
})

test('an answer during which the clock was set back changes nothing', () => {
  vi.setSystemTime(realStart)
  clock.measureOffset(new Headers({ date: new Date(realStart - hour).toUTCString() }), Date.now(), Date.now() - hour)
  expect(clock.serverNow()).toBe(realStart)
})

test('a device that is a day fast goes back to today with the first answer, and begins tomorrow when the server does', () => {
  vi.setSystemTime(realStart + 24 * hour)
  const told = vi.fn()
  const close = days.onNewDay(told)
  answered(realStart)
  expect(told).toHaveBeenCalledTimes(1)
  expect(days.dayOf(new Date(clock.serverNow()))).toBe('2026-11-20')
  vi.advanceTimersByTime(11.9 * hour)
  expect(told).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(0.2 * hour)
  expect(told).toHaveBeenCalledTimes(2)
  close()
})

test.each([
  ['document', 'visibilitychange'],
  ['document', 'resume'],
  ['window', 'pageshow'],
  ['window', 'focus'],
  ['window', 'pointerdown'],
] as const)('after a night without timers the day is looked at again on the %s event %s', (target, event) => {
  vi.setSystemTime(realStart)
  const told = vi.fn()
  const close = days.onNewDay(told)
  vi.setSystemTime(realStart + 20 * hour)
  globalThis[target].dispatchEvent(new Event(event))
  expect(told).toHaveBeenCalledTimes(1)
  close()
})

test('a clock that is corrected while the screen is open is measured again without a call', async () => {
  vi.setSystemTime(realStart + 24 * hour)
  answered(realStart)
  const told = vi.fn()
  const close = days.onNewDay(told)
  const asked = vi.fn<typeof fetch>(async () => new Response(null, { headers: { date: new Date().toUTCString() } }))
  vi.stubGlobal('fetch', asked)
  vi.setSystemTime(realStart)
  await vi.advanceTimersByTimeAsync(clock.longestWaitMs)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(clock.serverNow()).toBe(realStart + clock.longestWaitMs)
  await vi.advanceTimersByTimeAsync(10 * clock.longestWaitMs)
  expect(asked).toHaveBeenCalledTimes(1)
  close()
})

test('a page that opens without a network knows the error that the one before it has measured', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.setSystemTime(realStart + hour)
  answered(realStart)
  vi.resetModules()
  clock = await import('./server-clock.ts')
  expect(Math.abs(clock.serverNow() - realStart)).toBeLessThan(1000)
  expect(clock.isClockMeasured()).toBe(false)
})
