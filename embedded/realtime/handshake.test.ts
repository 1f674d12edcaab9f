import assert from 'node:assert/strict'
import { mia, openTestRealtime, publishableKey } from '../../testing/realtime/realtime-service.ts'
import { openUnread } from '../../testing/realtime/unread-socket.ts'

const realtime = await openTestRealtime()
const { address, service } = await realtime.open()

const refusalTo = async (query: string, base = address) => {
  const response = await fetch(`${base}/websocket?${query}`)
  return [response.status, await response.json()]
}

Deno.test('a handshake says what is wrong with its key', async () => {
  const [head, body] = (await realtime.tokenOf(mia)).split('.')
  const malformed = 'The token provided is not a valid JWT'
  for (const [query, error] of [
    ['', 'API key is missing'],
    ['apikey=nonsense', malformed],
    ['apikey=sb_publishable_unknown', malformed],
    [`apikey=${head}.${body}.AAAA`, 'Failed to validate JWT signature'],
    [`apikey=${await realtime.tokenOf(mia, { exp: 1 })}`, 'Token has expired'],
    [`apikey=${await realtime.tokens.sign({ role: 'anon' })}`, 'Fields `role` and `exp` are required in JWT'],
  ] as const)
    assert.deepEqual(await refusalTo(query), [401, { error }], query)
})

Deno.test('without an upgrade there is no connection; another protocol or call is answered 501 with a sentence', async () => {
  const upgradeAlone = [426, { error: 'This address takes websockets only' }]
  assert.deepEqual(await refusalTo(`apikey=${publishableKey}&vsn=2.0.0`), upgradeAlone)
  assert.deepEqual(service.stats(), { sockets: 0, channels: 0 })
  const socket = `/websocket?apikey=${publishableKey}`
  for (const [method, path] of [
    ...['', '&vsn=1.0.0', '&vsn=2.0.0x'].map((vsn) => ['GET', socket + vsn] as const),
    ['POST', '/api/broadcast'],
    ['POST', '/api/broadcast/family%3A1/events/hello?private=true'],
    ['GET', '/'],
  ] as const) {
    const response = await fetch(`${address}${path}`, { method })
    assert.deepEqual([response.status, (await response.json()).code], [501, 'not_implemented'], `${method} ${path}`)
  }
  const ping = await fetch(`${address}/api/ping`)
  assert.deepEqual([ping.status, await ping.json()], [200, { message: 'Success' }])
})

Deno.test('more connections, channels or joins than allowed are turned away', async () => {
  const now = Date.now()
  const small = await realtime.open({
    limits: { sockets: 2, anonymousJoinsOfAddress: 3, channelsPerSocket: 1 },
    uptime: () => now,
  })
  const first = await small.openClient()
  assert.equal((await first.join('realtime:a')).status, 'ok')
  assert.deepEqual((await first.join('realtime:b')).response, { reason: 'ChannelRateLimitReached: Too many channels' })
  assert.deepEqual(small.service.stats(), { sockets: 1, channels: 1 })
  const second = await small.openClient()
  assert.deepEqual(await refusalTo(`apikey=${publishableKey}`, small.address), [
    429,
    { error: 'Too many connected users' },
  ])
  assert.equal((await second.join('realtime:a')).status, 'ok')
  assert.deepEqual((await second.join('realtime:a')).response, {
    reason: 'ClientJoinRateLimitReached: Too many joins per second',
  })
  await second.closed
})

Deno.test('a channel that says too much is closed, and a frame too large ends the connection', async () => {
  const now = Date.now()
  const small = await realtime.open({
    limits: { eventsPerSecond: 3, frameBytes: 2000, broadcastBytes: 1000 },
    uptime: () => now,
  })
  const [client, other] = [await small.openClient(), await small.openClient()]
  await other.join('realtime:a')
  await client.join('realtime:a')
  const say = (text: string) => client.say('realtime:a', 'say', { text })
  for (const text of ['🧼'.repeat(260), 'short']) say(text)
  assert.deepEqual((await other.take('broadcast')).payload['payload'], { text: 'short' })
  for (const text of ['x'.repeat(1200), 'once more']) say(text)
  await client.assertEnded('a', 'Too many messages per second')
  assert.deepEqual(await other.settle(), [])
  say('x'.repeat(2000))
  assert.deepEqual(await client.closed, { code: 1009, reason: 'Frame too large' })
})

Deno.test('a client that is silent, or let into no channel whatever it says, for too long is closed', async () => {
  let now = Date.now()
  const opened = await realtime.open({
    limits: { idleMs: 60_000, channellessMs: 30_000, sweepMs: 20 },
    uptime: () => now,
  })
  const [member, stranger] = [await opened.openClientOf(mia), await opened.openClient()]
  assert.equal((await member.join('realtime:family:1')).status, 'ok')
  now += 20_000
  assert.equal((await stranger.join('realtime:family:1')).status, 'error')
  for (const client of [stranger, member]) await client.settle()
  now += 20_000
  assert.deepEqual(await stranger.closed, { code: 1000, reason: 'No channel' })
  assert.deepEqual(opened.service.stats(), { sockets: 1, channels: 1 })
  now += 41_000
  assert.deepEqual(await member.closed, { code: 1001, reason: 'No heartbeat' })
})

Deno.test('closing tells every channel, then closes every connection, soon', async () => {
  const opened = await realtime.open()
  const client = await opened.openClient()
  await client.join('realtime:a')
  // A client that never responds must not delay the others.
  const asleep = await openUnread(opened.address, publishableKey)
  const started = performance.now()
  await opened.service.close()
  assert.ok(performance.now() - started < 1000)
  asleep.close()
  await client.assertEnded('a', 'Server requested disconnect')
  assert.equal((await client.closed).code, 1012)
  assert.deepEqual(opened.service.stats(), { sockets: 0, channels: 0 })
})
