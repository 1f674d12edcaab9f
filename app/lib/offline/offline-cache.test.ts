import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { store } from '#app/state/store.ts'
import { persistFamily } from './offline-cache.ts'
import { liveStatusAtom } from '#app/lib/live/live-status.ts'

const quests = ['/api/families', 'bergs', 'quests']
const hour = 3_600_000
const start = Date.parse('2026-11-20T11:00:00Z')
let written: { at: string; queries: [string[], unknown][] }[]
let page: EventTarget & { visibilityState: string }

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(start)
  written = []
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null })
  vi.stubGlobal('document', page)
  // The body of a real response is read in real time, which the clock of a test does not wait for.
  vi.stubGlobal(
    'Response',
    class {
      constructor(readonly text: string) {}
    },
  )
  const put = async (_: string, { text }: { text: string }) => void written.push(JSON.parse(text))
  vi.stubGlobal('caches', { open: async () => ({ put }) })
  store.set(liveStatusAtom, { state: 'live' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openScreen() {
  // As of a mounted screen.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  client.setQueryData(quests, [{ id: 'dishes' }])
  return { client, close: persistFamily(client) }
}

test('a silent wall writes once a day, not every minute', async () => {
  const { client, close } = openScreen()
  await vi.advanceTimersByTimeAsync(24 * hour)
  expect(written).toHaveLength(1)
  // Refetched, and unchanged.
  client.setQueryData(quests, [{ id: 'dishes' }])
  await vi.advanceTimersByTimeAsync(hour)
  expect(written).toHaveLength(1)
  close()
})

test('changes are written within a minute, in one write', async () => {
  const { client, close } = openScreen()
  await vi.advanceTimersByTimeAsync(1000)
  for (const id of ['dishes', 'beds', 'teeth']) client.setQueryData(quests, [{ id }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written.map(({ queries }) => queries)).toEqual([[[quests, [{ id: 'dishes' }]]], [[quests, [{ id: 'teeth' }]]]])
  close()
})

test('the time of the last current state is written when the page is hidden, and when the server is lost', async () => {
  const { close } = openScreen()
  await vi.advanceTimersByTimeAsync(3 * hour)
  const since = new Date(start + 3 * hour - 5000)
  store.set(liveStatusAtom, { state: 'lost', since })
  await vi.advanceTimersByTimeAsync(hour)
  store.set(liveStatusAtom, { state: 'live' })
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(written.map(({ at }) => at)).toEqual(
    [new Date(start), since, new Date(start + 4 * hour)].map((moment) => moment.toISOString()),
  )
  close()
})

test('data whose refetch failed as the server was lost is written as well', async () => {
  const { client, close } = openScreen()
  await client
    .fetchQuery({
      queryKey: quests,
      queryFn: () => Promise.reject(new Error('no network')),
      staleTime: 0,
      retry: false,
    })
    .catch(() => {})
  store.set(liveStatusAtom, { state: 'lost', since: new Date(start) })
  await vi.advanceTimersByTimeAsync(0)
  expect(written.at(-1)?.queries).toEqual([[quests, [{ id: 'dishes' }]]])
  close()
})

test('a failed write is retried', async () => {
  const put = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('full')).mockResolvedValue()
  vi.stubGlobal('caches', { open: async () => ({ put }) })
  const { close } = openScreen()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(put).toHaveBeenCalledTimes(2)
  close()
})
