import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, assert, beforeEach, expect, test, vi } from 'vitest'
import { Membership } from '#domain/contract/families.ts'
import { MemberId } from '#domain/contract/ids.ts'
import { uuid } from '#testing/builders.ts'
import { endSession } from './end-session.ts'
import { beginSessionOnce } from './kept-cookies.ts'
import { rememberSession } from './end-refused-session.ts'
import { changeSession, followMembership, followSession, goOn, sessionOf, sessionQuery } from './session.ts'

// Modules outlive their test file: without this, earlier ones keep the real function, and later files get the mock.
vi.hoisted(() => vi.resetModules())
vi.mock('./end-session.ts', async (load) => ({ ...(await load<object>()), endSession: vi.fn() }))
afterAll(() => void vi.resetModules())

const [anna, mia] = [MemberId.parse(uuid(3, 1)), MemberId.parse(uuid(3, 2))]
const user = {
  id: uuid(2, 1),
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@berg.example',
  role: 'user',
  createdAt: '2026-01-01T10:00:00Z',
  profileImageUrl: null,
}
const family = {
  id: uuid(7, 1),
  name: 'Berg Family',
  rewardMode: 'celebrate',
  practiceGems: 0,
  timeZone: 'UTC',
  weekStartsOn: 1,
  revision: 3,
}
const membershipOf = (activeMemberId: MemberId | null) =>
  Membership.parse({ id: anna, role: 'parent', activeMemberId, family })
const otherTab = new BroadcastChannel('session')
let client: QueryClient
let stop: () => void

/** Answers reads with this acting member; with undefined the server is out of reach. */
const answer = (acting: MemberId | null | undefined) =>
  vi.stubGlobal('fetch', async (path: string) => {
    if (acting === undefined) throw new TypeError('no network')
    return Response.json(path.endsWith('/user') ? user : [membershipOf(acting)])
  })

beforeEach(async () => {
  vi.stubGlobal('window', { location: { pathname: '/parent' } })
  vi.stubGlobal('document', { location: { pathname: '/' } })
  vi.mocked(endSession).mockReset()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  answer(anna)
  await client.fetchQuery(sessionQuery())
  stop = followSession(client)
})
afterEach(() => {
  stop()
  rememberSession(null)
  vi.unstubAllGlobals()
})
afterAll(() => otherTab.close())

const shown = () => [sessionOf(client)?.actingMember, sessionOf(client)?.shownMember]

test('another tab changes the acting member without a read; this tab shows its member until somebody goes on', async () => {
  answer(undefined)
  otherTab.postMessage({ userId: user.id, actingMember: mia })
  await vi.waitFor(() => expect(shown()).toEqual([mia, anna]))
  goOn(client)
  expect(shown()).toEqual([mia, mia])
})

test('a read tells it as another tab does; where nobody acts, the next member is shown at once', () => {
  followMembership(client)(membershipOf(mia))
  expect(shown()).toEqual([mia, anna])
  followMembership(client)(membershipOf(null))
  followMembership(client)(membershipOf(mia))
  expect(shown()).toEqual([mia, mia])
})

test('a read that began before a switch does not bring the member before back', async () => {
  const follow = followMembership(client)
  changeSession(client, { actingMember: mia })
  expect(follow(membershipOf(anna))).toBe(false)
  expect(shown()).toEqual([mia, mia])
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string) => {
    await held
    return Response.json(path.endsWith('/user') ? user : [membershipOf(mia)])
  })
  const reading = client.fetchQuery(sessionQuery())
  changeSession(client, { actingMember: anna })
  release()
  await reading
  expect(shown()).toEqual([anna, anna])
})

test('what the offline copy says of the session stays while the user is read', async () => {
  const known = sessionOf(client)
  const opened = new QueryClient()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string) => {
    await held
    return Response.json(path.endsWith('/user') ? user : [membershipOf(anna)])
  })
  const reading = opened.fetchQuery(sessionQuery())
  opened.setQueryData(sessionQuery().queryKey, known)
  release()
  expect(await reading).toEqual(known)
})

test.each([
  ['nobody is signed in from now on', null, ['/login', 'signed-out']],
  ['somebody else is signed in from now on', uuid(2, 2), ['/']],
])('when in another tab %s, the page is left without a read', async (_, userId, leaving) => {
  answer(undefined)
  otherTab.postMessage({ userId })
  await vi.waitFor(() => expect(endSession).toHaveBeenCalledExactlyOnceWith(...(leaving as [never])))
})

test('what can be used once is tried in no browser without cookies, and fails in one that drops those of the server', async () => {
  const blocked = /^This browser keeps no cookies/
  const [client, signIn] = [new QueryClient(), vi.fn(async () => user)]
  for (const blocking of [{ get: () => '', set: () => {} }, { get: () => assert.fail('SecurityError') }]) {
    vi.stubGlobal('document', Object.defineProperty({ location: { pathname: '/' } }, 'cookie', blocking))
    await expect(beginSessionOnce(client, signIn)).rejects.toThrow(blocked)
  }
  expect(signIn).not.toHaveBeenCalled()
  const document = { location: { pathname: '/' }, cookie: '' }
  vi.stubGlobal('document', document)
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_signed_in', message: '?' }, { status: 401 }))
  await client.fetchQuery(sessionQuery())
  await expect(beginSessionOnce(client, signIn)).rejects.toThrow(blocked)
  expect(document.cookie).toMatch(/Max-Age=0$/)
  answer(anna)
  expect(await beginSessionOnce(client, signIn)).toBe(user)
})
