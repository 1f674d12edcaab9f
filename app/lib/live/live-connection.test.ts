import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemberId } from '#domain/contract/ids.ts'

const memberId = MemberId.parse('00000000-0000-4000-8000-00000000000a')
const familyId = '00000000-0000-4000-8000-00000000000b'
const realStart = Date.parse('2026-11-20T11:00:00Z')
const tokenMs = 900_000

/** What the client library is given; it asks for the token at each heartbeat. */
let client: { accessToken: () => Promise<string | null> } | undefined

vi.mock('./supabase.ts', () => ({
  supabaseAt(_access: unknown, options: { accessToken: () => Promise<string | null> }) {
    client = options
    const channel = { on: () => channel, subscribe: (joined: (status: string) => void) => joined('SUBSCRIBED'), track: () => {}, send: () => {} }
    const realtime = { setAuth: () => Promise.resolve(), disconnect: () => Promise.resolve(), sendHeartbeat: () => Promise.resolve(), isConnected: () => true }
    return { realtime, channel: () => channel }
  },
}))

beforeEach(() => {
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

test.each([
  ['right', 0],
  ['an hour fast', 3_600_000],
  ['180 s slow', -180_000],
  ['a day slow', -86_400_000],
])('a device whose clock is %s asks for a token every 13.5 minutes and never shows one that has ended', async (_, error) => {
  vi.setSystemTime(realStart + error)
  const realNow = () => Date.now() - error
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    const token = String(realNow() + tokenMs)
    const json = {
      url: 'http://localhost/realtime/v1',
      publishableKey: 'key',
      topic: `family:${familyId}`,
      devicesTopic: `family:${familyId}:devices`,
      token,
      expiresAt: new Date(Number(token)).toISOString(),
    }
    return Response.json(json, { headers: { date: new Date(realNow()).toUTCString() } })
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
    expect(Number(await client?.accessToken())).toBeGreaterThan(realNow())
  }
  // 40 minutes: the first, and two more.
  expect(asked).toBe(3)
  live.stop()
})
