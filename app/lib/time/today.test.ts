import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longestWaitMs } from './server-clock.ts'
import { dayIn, dayOf, onNewDay } from './today.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('window', new EventTarget())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A screen in `zone` that has been open since `moment`; `told` is called for each new day. */
function openScreen(zone: string, moment: string) {
  vi.stubEnv('TZ', zone)
  vi.setSystemTime(new Date(moment))
  const told = vi.fn()
  return { told, close: onNewDay(() => told(dayOf(new Date()))) }
}

test.each([
  ['Europe/Berlin', '2026-11-20T23:30:00Z', '2026-11-21'],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29'],
  ['America/New_York', '2026-11-21T04:59:59Z', '2026-11-20'],
  ['America/New_York', '2027-01-01T04:59:59Z', '2026-12-31'],
  ['Pacific/Apia', '2026-11-20T11:00:00+00:00', '2026-11-21'],
  ['Asia/Kolkata', '2026-11-21T00:00:00+05:30', '2026-11-21'],
  ['UTC', '0999-01-01T00:00:00Z', '0999-01-01'],
])('In %s the moment %s belongs to %s', (zone, moment, day) => {
  vi.stubEnv('TZ', zone)
  expect(dayOf(moment)).toBe(day)
  expect(dayOf(new Date(moment))).toBe(day)
})

test.each([
  ['Europe/Berlin', '2026-11-20T23:30:00Z', '2026-11-21'],
  ['America/Los_Angeles', '2026-11-21T07:59:59Z', '2026-11-20'],
  ['Pacific/Auckland', '2026-11-20T11:00:00Z', '2026-11-21'],
  ['UTC', '0999-01-01T00:00:00Z', '0999-01-01'],
  // An unknown zone falls back to the device's, which is on Kiribati: tomorrow.
  ['Mars/Olympus_Mons', '2026-11-20T12:00:00Z', '2026-11-21'],
])('For a family in %s the moment %s belongs to %s, wherever the device is', (zone, moment, day) => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  expect(dayIn(zone)(moment)).toBe(day)
  expect(dayIn(zone)(new Date(moment))).toBe(day)
})

test('The new day of a distant family is reported at its first second', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  vi.setSystemTime(new Date('2026-11-20T18:14:59.500Z'))
  const told = vi.fn()
  const close = onNewDay(told, () => dayIn('Asia/Kathmandu')(new Date()))
  vi.advanceTimersByTime(499)
  expect(told).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(told).toHaveBeenCalledTimes(1)
  close()
})

test.each([
  ['an ordinary night', 'Europe/Berlin', '2026-11-20T22:59:30Z', '2026-11-21'],
  ['the night before the clocks go forward', 'Europe/Berlin', '2026-03-28T22:59:30Z', '2026-03-29'],
  ['the night after they did', 'Europe/Berlin', '2026-03-29T21:59:30Z', '2026-03-30'],
  ['the night after they went back', 'America/New_York', '2026-11-02T04:59:30Z', '2026-11-02'],
  [
    'a midnight that does not exist, the first hour being left out',
    'America/Santiago',
    '2026-09-06T03:59:30Z',
    '2026-09-06',
  ],
])('On %s the new day is told at its first second, once', (_, zone, moment, day) => {
  const { told, close } = openScreen(zone, moment)
  vi.advanceTimersByTime(29_999)
  expect(told).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(told.mock.calls).toEqual([[day]])
  vi.advanceTimersByTime(3 * longestWaitMs)
  expect(told).toHaveBeenCalledTimes(1)
  close()
})

test('A screen that stays open for three days across a clock change reports three days', () => {
  const { told, close } = openScreen('Europe/Berlin', '2026-10-23T12:00:00Z')
  vi.advanceTimersByTime(73 * 3_600_000)
  expect(told.mock.calls).toEqual([['2026-10-24'], ['2026-10-25'], ['2026-10-26']])
  close()
})

test('A laptop that slept over midnight notices with its next timer', () => {
  const asleep = openScreen('Europe/Berlin', '2026-11-20T20:00:00Z')
  vi.setSystemTime(new Date('2026-11-21T06:00:00Z'))
  vi.advanceTimersByTime(longestWaitMs)
  expect(asleep.told.mock.calls).toEqual([['2026-11-21']])
  asleep.close()
})

test('A closed screen leaves no timer and gets no more calls', () => {
  const { told, close } = openScreen('Europe/Berlin', '2026-11-20T22:59:30Z')
  window.dispatchEvent(new Event('focus'))
  close()
  expect(vi.getTimerCount()).toBe(0)
  vi.setSystemTime(new Date('2026-11-21T06:00:00Z'))
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(told).not.toHaveBeenCalled()
})
