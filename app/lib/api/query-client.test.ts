import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemberId } from '#domain/contract/ids.ts'
import { uuid } from '#testing/builders.ts'
import { call } from './api-client.ts'
import { refetchFailed } from './refetch-failed.ts'
import { sessionOf, sessionQuery } from '#app/lib/session/session.ts'
import { endSession } from '#app/lib/session/end-session.ts'
import { adminStatsQuery, gemEntriesQuery } from './queries.ts'
import { createQueryClient } from './query-client.ts'
import { sessionEndKey } from '#app/lib/session/end-refused-session.ts'

// Modules outlive their test file: without this, earlier ones keep the real function, and later files get the mock.
vi.hoisted(() => vi.resetModules())
vi.mock('#app/lib/session/end-session.ts', async (load) => ({ ...(await load<object>()), endSession: vi.fn() }))
afterAll(() => void vi.resetModules())

const [mia, theo, lily] = [1, 2, 3].map((number) => MemberId.parse(uuid(3, number))) as [MemberId, MemberId, MemberId]
const anna = {
  id: '00000000-0000-4000-8000-000000000001',
  firstName: 'Anna',
  lastName: 'Otter',
  email: 'anna@otter.example',
  role: 'user',
  createdAt: '2026-01-01T10:00:00Z',
  profileImageUrl: null,
}
const notSignedIn = () => Response.json({ code: 'not_signed_in', message: 'Please sign in first.' }, { status: 401 })

beforeEach(() => void vi.stubGlobal('document', { location: { pathname: '/' } }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.mocked(endSession).mockReset()
})

test('a 401 on the current user means nobody is signed in', async () => {
  vi.stubGlobal('fetch', async () => notSignedIn())
  expect(await createQueryClient().fetchQuery(sessionQuery())).toBeNull()
})

test.each([
  ['the current user', 503, () => createQueryClient().fetchQuery(sessionQuery())],
  ['what is not there yet', 404, () => createQueryClient().fetchQuery({ ...gemEntriesQuery(mia), retryDelay: 0 })],
])(
  'when %s is answered %d it is a failure, and not tried again by itself',
  async (_, status, read: () => Promise<unknown>) => {
    const asked = vi.fn(async () => new Response('', { status }))
    vi.stubGlobal('fetch', asked)
    await expect(read()).rejects.toThrow(String(status))
    expect(asked).toHaveBeenCalledOnce()
  },
)

test('data never becomes stale by time', async () => {
  const asked = vi.fn(async () => Response.json([]))
  vi.stubGlobal('fetch', asked)
  const client = createQueryClient()
  await client.fetchQuery(gemEntriesQuery(mia))
  await client.fetchQuery(gemEntriesQuery(mia))
  expect(asked).toHaveBeenCalledOnce()
})

describe('a session that ends under an open page', () => {
  const signedInOnce = async () => {
    vi.stubGlobal('fetch', async (path: string) => Response.json(path.endsWith('user') ? anna : []))
    const client = createQueryClient()
    const stop = new QueryObserver(client, sessionQuery()).subscribe(() => {})
    await vi.waitFor(() => expect(sessionOf(client)?.user).toEqual(anna))
    vi.stubGlobal('fetch', async () => notSignedIn())
    return { client, stop }
  }

  test('is left by whichever call is refused first, with the reason', async () => {
    const { client, stop } = await signedInOnce()
    await client.fetchQuery(adminStatsQuery()).catch(() => undefined)
    expect(endSession).toHaveBeenCalledExactlyOnceWith('/login', 'signed-out')
    await new MutationObserver(client, { mutationFn: () => call('logout') }).mutate().catch(() => undefined)
    expect(endSession).toHaveBeenCalledTimes(2)
    stop()
  })

  test('is left with another reason when the account was locked', async () => {
    const { client, stop } = await signedInOnce()
    vi.stubGlobal('fetch', async () => Response.json({ code: 'user_banned', message: 'Locked.' }, { status: 401 }))
    vi.stubGlobal('window', { location: { pathname: '/parent' } })
    await client.refetchQueries({ queryKey: sessionQuery().queryKey })
    expect(endSession).toHaveBeenCalledExactlyOnceWith('/login', 'user-banned')
    await client.fetchQuery(adminStatsQuery()).catch(() => undefined)
    expect(endSession).toHaveBeenLastCalledWith('/login', 'user-banned')
    stop()
  })

  test('is not what refuses a call while this device signs out', async () => {
    const { client, stop } = await signedInOnce()
    const done = Promise.withResolvers<void>()
    const signingOut = new MutationObserver(client, {
      mutationKey: sessionEndKey,
      mutationFn: () => done.promise,
    }).mutate()
    await client.fetchQuery(adminStatsQuery()).catch(() => undefined)
    expect(endSession).not.toHaveBeenCalled()
    done.resolve()
    await signingOut
    stop()
  })

  test('was none where nobody was signed in', async () => {
    vi.stubGlobal('fetch', async () => notSignedIn())
    const client = createQueryClient()
    await client.fetchQuery(adminStatsQuery()).catch(() => undefined)
    expect(endSession).not.toHaveBeenCalled()
  })
})

test('only failed queries of mounted screens are refetched', async () => {
  const answers = new Map<string, number>()
  const asked = vi.fn(async (path: string) => new Response('[]', { status: answers.get(path) ?? 200 }))
  vi.stubGlobal('fetch', asked)
  const client = createQueryClient()
  const [shown, hidden, whole] = [gemEntriesQuery(mia), gemEntriesQuery(theo), gemEntriesQuery(lily)]
  answers.set(shown.queryKey.join('/'), 503).set(hidden.queryKey.join('/'), 503)
  const stops = [new QueryObserver(client, shown), new QueryObserver(client, whole)].map((observer) =>
    observer.subscribe(() => {}),
  )
  await client.fetchQuery(hidden).catch(() => undefined)
  await vi.waitFor(() => expect(client.getQueryState(shown.queryKey)?.status).toBe('error'))
  answers.clear()
  asked.mockClear()
  await refetchFailed(client)
  expect(asked.mock.calls.map(([path]) => path)).toEqual([shown.queryKey.join('/')])
  expect(client.getQueryState(shown.queryKey)?.status).toBe('success')
  stops.forEach((stop) => stop())
})
