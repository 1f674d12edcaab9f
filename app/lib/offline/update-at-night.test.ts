import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateAtNight } from './update-at-night.ts'

const reload = vi.fn()
const minute = 60_000
const oldPage = '<script type="module" src="/assets/index-old.js"></script>'
const newPage = '<script type="module" src="/assets/index-new.js"></script>'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('TZ', 'Europe/Berlin')
  reload.mockClear()
  const target = Object.assign(new EventTarget(), { location: { reload } })
  vi.stubGlobal('window', target)
  vi.stubGlobal('document', { querySelector: () => ({ src: 'http://localhost/assets/index-old.js' }) })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

function serve(page: string | Error) {
  const asked = vi.fn<typeof fetch>(async () => {
    if (page instanceof Error) throw page
    return new Response(page)
  })
  vi.stubGlobal('fetch', asked)
  return asked
}

/** A wall that has been open since 22:00 in Berlin; the tests count hours from then. */
function openWall() {
  vi.setSystemTime(new Date('2026-11-20T21:00:00Z'))
  return updateAtNight()
}

test('a wall that nobody touches takes a new version between 2 and 4 at night, and not before', async () => {
  serve(newPage)
  const close = openWall()
  await vi.advanceTimersByTimeAsync(4 * 60 * minute - 1)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20 * minute)
  expect(reload).toHaveBeenCalledTimes(1)
  close()
})

test.each([
  ['without a new version', oldPage],
  ['that reaches nobody', new TypeError('Failed to fetch')],
  [
    'whose network answers with a page of its own',
    '<title>Hotel</title><div id="app"><script type="module" src="/login.js"></script></div>',
  ],
])('a wall %s asks only at night, and stays as it is', async (_, page) => {
  const asked = serve(page)
  const close = openWall()
  await vi.advanceTimersByTimeAsync(24 * 60 * minute)
  expect(asked).toHaveBeenCalledTimes(6)
  expect(reload).not.toHaveBeenCalled()
  close()
})

test('a wall that somebody touched at night waits for half an hour', async () => {
  serve(newPage)
  const close = openWall()
  await vi.advanceTimersByTimeAsync(4 * 60 * minute - minute)
  window.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(29 * minute)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20 * minute)
  expect(reload).toHaveBeenCalledTimes(1)
  close()
})

test('a wall that is closed sends no more requests', async () => {
  const asked = serve(newPage)
  openWall()()
  await vi.advanceTimersByTimeAsync(24 * 60 * minute)
  expect(asked).not.toHaveBeenCalled()
})
