import { afterEach, expect, test, vi } from 'vitest'
import { repeatsOf } from './repeats.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['Europe/Berlin', '2026-11-24T12:00:00Z', 'on Tuesdays'],
  ['Europe/Berlin', '2026-11-24T23:30:00Z', 'on Wednesdays'],
  ['America/Los_Angeles', '2026-11-24T07:30:00Z', 'on Mondays'],
  ['Pacific/Auckland', '2026-11-21T12:00:00Z', 'on Sundays'],
])('in %s a weekly quest made at %s comes %s', (zone, createdAt, words) => {
  vi.stubEnv('TZ', zone)
  expect(repeatsOf({ recurring: 'weekly', createdAt })).toBe(words)
})

test('what is not weekly names no day', () => {
  const createdAt = '2026-11-24T12:00:00Z'
  expect([repeatsOf({ recurring: 'daily', createdAt }), repeatsOf({ recurring: 'once', createdAt })]).toEqual(['Daily', 'Once'])
})
