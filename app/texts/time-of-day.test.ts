import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('TZ', 'Europe/Berlin')
})

afterEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** Engines use different spaces between the number and PM. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  [['en-US'], '6:30 PM', '12:05 AM'],
  [['en-GB'], '18:30', '00:05'],
  [['de-DE', 'en-US'], '18:30', '00:05'],
  [['es-ES'], '18:30', '00:05'],
  // A browser without one of our languages gets English, and its hours.
  [['tlh'], '6:30 PM', '12:05 AM'],
])('with the languages %s the time of a moment, and of a day, are %s and %s', async (languages, moment, time) => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { languages })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  const { timeOf, timeOfDay } = await import('./time-of-day.ts')
  const { clockOf } = await import('#app/lib/time/moments.ts')
  expect([plain(timeOf('2026-11-24T17:30:00Z')), plain(timeOfDay('00:05'))]).toEqual([moment, time])
  const zones = ['Asia/Kathmandu', 'Mars/Olympus_Mons']
  expect(zones.map((zone) => plain(clockOf(zone)('2026-11-24T17:30:00Z')))).toEqual([plain(timeOfDay('23:15')), moment])
})

test('text that is no time of day yet stays unchanged', async () => {
  const { timeOfDay } = await import('./time-of-day.ts')
  expect(['1', '11:', '25:99'].map(timeOfDay)).toEqual(['1', '11:', '25:99'])
})
