import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest'
import { MemberId } from '#domain/contract/ids.ts'

const memberId = MemberId.parse('00000000-0000-4000-8000-00000000000a')
const familyId = '00000000-0000-4000-8000-00000000000b'
const realStart = Date.parse('2026-11-20T11:00:00Z')
const tokenMs = 300_000

type HeartbeatStatus = 'sent' | 'ok' | 'timeout'

/** A fake client: the options it got, with the token that is read at each heartbeat, and mocks of its methods. */
type Client = {
  accessToken: () => Promise<string | null>
  beat: (status: HeartbeatStatus) => void
  sendHeartbeat: Mock
  disconnect: Mock
}

let clients: Client[] = []
let [socketsOpen, isAnswering] = [true, true]

function sendTo(beat: Client['beat']): void {
  beat('sent')
  if (isAnswering) beat('ok')
}

vi.mock('./supabase.ts', () => ({
  supabaseAt(
    _access: unknown,
    options: {
      accessToken: () => Promise<string | null>
      realtime: { heartbeatCallback: (status: HeartbeatStatus) => void }
    },
  ) {
    const beat = options.realtime.heartbeatCallback
    const client: Client = {
      ...options,
      beat,
      sendHeartbeat: vi.fn(() => sendTo(beat)),
      disconnect: vi.fn(() => Promise.resolve()),
    }
    clients.push(client)
    const subscribe = (told: (status: string) => void) =>
      socketsOpen ? told('SUBSCRIBED') : queueMicrotask(() => told('CHANNEL_ERROR'))
    const channel = {
      on: () => channel,
      subscribe,
      track: () => {},
      send: () => {},
      presenceState: () => ({ tablet: [{ memberId }] }),
    }
    return {
      realtime: { ...client, setAuth: () => Promise.resolve(), isConnected: () => socketsOpen },
      channel: () => channel,
    }
  },
}))

beforeEach(() => {
  clients = []
  socketsOpen = isAnswering = true
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('http://localhost') }))
})

afterEach(() => {
  vi.resetModules()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function accessUntil(ends: number, now = Date.now()): Response {
  const json = {
    url: 'http://localhost/realtime/v1',
    publishableKey: 'key',
    topic: `family:${familyId}`,
    devicesTopic: `family:${familyId}:devices`,
    token: String(ends),
    expiresAt: new Date(ends).toISOString(),
  }
  return Response.json(json, { headers: { date: new Date(now).toUTCString() } })
}

/** Connects, and records the calls of the handlers. */
async function connect() {
  const { connectLive } = await import('./live-connection.ts')
  const nothing = () => {}
  const told: string[] = []
  const onPoll = vi.fn(() => Promise.resolve())
  const live = connectLive(memberId, {
    onStatus: ({ state }) => void (state !== told.at(-1) && told.push(state)),
    onEvent: nothing,
    onLift: nothing,
    onPresent: (members) => void told.push(`${members.size} here`),
    onRefused: (reason) => void told.push(reason),
    onJoined: () => void told.push('joined'),
    onPoll,
  })
  await vi.advanceTimersByTimeAsync(0)
  return { live, told, onPoll }
}

const wake = () => document.dispatchEvent(new Event('visibilitychange'))

test.each([
  ['stays open while it is slow', 6000, ['live', 'joined', 'lost', 'live', '1 here'], 0],
  ['is given up after ten seconds', undefined, ['live', 'joined', 'lost'], 1],
])('a connection that a waking page asks %s', async (_, answerMs, expected, ended) => {
  vi.stubGlobal('fetch', async () =>
    clients.length === 0 ? accessUntil(Date.now() + tokenMs) : new Promise<never>(() => {}),
  )
  const { live, told } = await connect()
  const [first] = clients
  isAnswering = false
  await vi.advanceTimersByTimeAsync(1000)
  wake()
  await vi.advanceTimersByTimeAsync(1500)
  expect(told).toEqual(['live', 'joined'])
  if (answerMs !== undefined) setTimeout(() => first?.beat('ok'), answerMs)
  await vi.advanceTimersByTimeAsync(9500)
  expect(told).toEqual(expected)
  expect(first?.disconnect).toHaveBeenCalledTimes(ended)
  // The library disconnects at a second unanswered one.
  expect(first?.sendHeartbeat.mock.calls.length).toBeLessThanOrEqual(answerMs === undefined ? 1 : 2)
  live.stop()
})

test('a page that nobody sees gets no new token, and is live again when it is looked at', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async () => (asked++, accessUntil(Date.now() + tokenMs)))
  const { live, told } = await connect()
  Object.assign(document, { visibilityState: 'hidden' })
  // The library asks for the token at each heartbeat.
  for (let heartbeat = 0; heartbeat < 120; heartbeat++) {
    await vi.advanceTimersByTimeAsync(5000)
    await clients[0]?.accessToken()
  }
  expect(told).toEqual(['live', 'joined', 'lost'])
  expect([asked, clients.length]).toEqual([1, 1])
  expect(clients[0]?.disconnect).toHaveBeenCalledTimes(1)
  Object.assign(document, { visibilityState: 'visible' })
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(told.slice(-2)).toEqual(['live', 'joined'])
  expect([asked, clients.length]).toEqual([2, 2])
  live.stop()
})

test('other attempts start while the call for a token hangs, and the first one that joins stays', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async () => (++asked < 3 ? new Promise<never>(() => {}) : accessUntil(Date.now() + tokenMs)))
  const { live, told } = await connect()
  await vi.advanceTimersByTimeAsync(5500)
  expect(told).toEqual(['lost', 'live', 'joined'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked, clients.length]).toEqual([3, 1])
  live.stop()
})

test('a device with blocked sockets polls every 20 seconds with one token, and is live once they open', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async () => (asked++, accessUntil(Date.now() + tokenMs)))
  socketsOpen = false
  const { live, told, onPoll } = await connect()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['lost', 'polling'])
  expect(onPoll.mock.calls.length).toBeGreaterThanOrEqual(3)
  expect(onPoll.mock.calls.length).toBeLessThanOrEqual(4)
  expect(asked).toBe(1)
  onPoll.mockRejectedValue(new Error('lost'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(told.at(-1)).toBe('lost')
  socketsOpen = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(told.slice(-2)).toEqual(['live', 'joined'])
  const polls = onPoll.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onPoll).toHaveBeenCalledTimes(polls)
  live.stop()
})

test.each([
  ['a session that has ended', { code: 'not_signed_in', message: 'x' }, 401, ['signed-out']],
  ['an account that was locked', { code: 'user_banned', message: 'x' }, 401, ['user-banned']],
  ['a family that was deleted', { code: 'not_found', message: 'x' }, 404, ['family-deleted']],
  ['a page of something between', '<h1>Not found</h1>', 404, ['lost']],
])('%s ends it only where the server says so', async (_, body, status, expected) => {
  vi.stubGlobal('fetch', async () =>
    typeof body === 'string'
      ? new Response(body, { status, headers: { 'content-type': 'text/html' } })
      : Response.json(body, { status }),
  )
  const { live, told } = await connect()
  expect(told).toEqual(expected)
  live.stop()
})

test.each([
  ['right', 0],
  ['an hour fast', 3_600_000],
  ['180 s slow', -180_000],
  ['a day slow', -86_400_000],
])(
  'a device whose clock is %s asks for a token every 3.5 minutes and never shows one that has ended',
  async (_, error) => {
    vi.setSystemTime(realStart + error)
    const realNow = () => Date.now() - error
    let asked = 0
    vi.stubGlobal('fetch', async () => {
      asked++
      return accessUntil(realNow() + tokenMs, realNow())
    })
    const { connectLive } = await import('./live-connection.ts')
    const nothing = () => {}
    const live = connectLive(memberId, {
      onStatus: nothing,
      onEvent: nothing,
      onLift: nothing,
      onPresent: nothing,
      onRefused: nothing,
      onJoined: nothing,
      onPoll: () => Promise.resolve(),
    })
    await vi.advanceTimersByTimeAsync(0)
    for (let heartbeat = 0; heartbeat < 480; heartbeat++) {
      await vi.advanceTimersByTimeAsync(5000)
      expect(Number(await clients[0]?.accessToken())).toBeGreaterThan(realNow())
    }
    // 40 minutes: the first, and eleven more.
    expect(asked).toBe(12)
    live.stop()
  },
)
