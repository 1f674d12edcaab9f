import assert from 'node:assert/strict'
import { withClock } from '../../testing/clock.ts'
import { until } from '../../testing/until.ts'
import { mia, max, openTestRealtime } from '../../testing/realtime/realtime-service.ts'
import type { RawClient } from '../../testing/realtime/raw-client.ts'

const realtime = await openTestRealtime()

const tooMany = { reason: 'ClientJoinRateLimitReached: Too many joins per second' }

Deno.test('a stranger who joins without end takes nothing from those with a session, not even at the same address', async () => {
  const now = Date.now()
  const { openClient, close } = await realtime.open({ uptime: () => now })
  const stranger = await openClient()
  for (let count = 0; count < 1100; count++)
    stranger.send(`realtime:family:${count}`, 'phx_join', { config: { private: count % 2 === 0 } })
  await stranger.closed
  const token = await realtime.tokenOf(mia)
  for (let device = 0; device < 12; device++) {
    const tablet = await openClient()
    assert.equal((await tablet.join('realtime:family:1', {}, token)).status, 'ok')
    await tablet.close()
  }
  await close()
})

Deno.test('a session that joins without end spends its own budget, on all its sockets, and nobody else’s', async () => {
  let now = Date.now()
  const { openClient, close } = await realtime.open({ limits: { joinsOfSession: 3 }, uptime: () => now })
  const [first, second, other] = [
    await openClient({ from: '192.0.2.1' }),
    await openClient({ from: '192.0.2.2' }),
    await openClient({ from: '192.0.2.1' }),
  ]
  const [hers, his] = [await realtime.tokenOf(mia), await realtime.tokenOf(max)]
  for (const device of [first, first, second])
    assert.equal((await device.join('realtime:family:1', {}, hers)).status, 'ok')
  assert.deepEqual((await second.join('realtime:family:1', {}, hers)).response, tooMany)
  await second.closed
  assert.equal((await other.join('realtime:family:2', {}, his)).status, 'ok')
  now += 1000
  assert.equal((await first.join('realtime:family:1', {}, hers)).status, 'ok')
  await close()
})

Deno.test('the addresses of one IPv6 network share their joins, and so do ten times as many of a /48', async () => {
  const now = Date.now()
  const { openClient, close } = await realtime.open({ limits: { joinsOfAddress: 1 }, uptime: () => now })
  const token = await realtime.tokenOf(mia)
  const join = async (from: string) =>
    (await (await openClient({ from })).join('realtime:family:1', {}, token)).response
  assert.notDeepEqual(await join('2001:db8:1:2::1'), tooMany)
  assert.deepEqual(await join('2001:db8:1:2::2'), tooMany)
  for (let house = 3; house <= 11; house++) assert.notDeepEqual(await join(`2001:db8:1:${house}::1`), tooMany)
  assert.deepEqual(await join('2001:db8:1:12::1'), tooMany)
  assert.notDeepEqual(await join('2001:db8:2:2::1'), tooMany)
  await close()
})

Deno.test('the sockets of one address have an end, those of an IPv6 network together, and a closed one counts no more', async () => {
  const { openClient, close } = await realtime.open({ limits: { socketsOfAddress: 2 } })
  const isOpened = (from: string) =>
    openClient({ from }).then(
      () => true,
      () => false,
    )
  const [first] = [await openClient({ from: '2001:db8:1:2::1' }), await openClient({ from: '2001:db8:1:2::2' })]
  assert.equal(await isOpened('2001:db8:1:2::3'), false)
  assert.equal(await isOpened('2001:db8:1:3::1'), true)
  await first.close()
  await until(() => isOpened('2001:db8:1:2::3'))
  await close()
})

Deno.test('after the clock was put back everybody joins a second later, as ever', () =>
  withClock(async (putBack) => {
    const { openClient, close } = await realtime.open({ limits: { joinsOfSession: 3 } })
    const client = await openClient()
    const token = await realtime.tokenOf(mia)
    for (let count = 0; count < 3; count++)
      assert.equal((await client.join('realtime:family:1', {}, token)).status, 'ok')
    putBack(5)
    await until(async () => {
      const device = await openClient()
      const { status } = await device.join('realtime:family:1', {}, token)
      await device.close()
      return status === 'ok'
    })
    await close()
  }))

Deno.test('an address with many sessions leaves the other addresses their joins', async () => {
  const now = Date.now()
  const { openClient, close } = await realtime.open({
    limits: { joinsOfAddress: 1, joinsPerSecond: 2 },
    uptime: () => now,
  })
  const [hers, his] = [await realtime.tokenOf(mia), await realtime.tokenOf(max)]
  const [first, second, elsewhere] = [
    await openClient({ from: '192.0.2.1' }),
    await openClient({ from: '192.0.2.1' }),
    await openClient({ from: '192.0.2.2' }),
  ]
  assert.equal((await first.join('realtime:family:1', {}, hers)).status, 'ok')
  assert.deepEqual((await second.join('realtime:family:2', {}, his)).response, tooMany)
  assert.equal((await elsewhere.join('realtime:family:2', {}, his)).status, 'ok')
  await close()
})

Deno.test('a session joins on so many sockets and no more, a socket that closes makes room, and others have their own', async () => {
  const { openClient, close } = await realtime.open({ limits: { socketsOfSession: 2 } })
  const [hers, his] = [await realtime.tokenOf(mia), await realtime.tokenOf(max)]
  const join = async (client: RawClient, token = hers, topic = 'realtime:family:1') =>
    (await client.join(topic, {}, token)).status
  const [first, second, third] = [await openClient(), await openClient(), await openClient()]
  assert.deepEqual(
    [await join(first), await join(second), await join(first, hers, 'realtime:yard')],
    ['ok', 'ok', 'ok'],
  )
  assert.deepEqual((await third.join('realtime:family:1', {}, hers)).response, {
    reason: 'ConnectionRateLimitReached: Too many connections of this session',
  })
  await third.closed
  assert.equal(await join(await openClient(), his, 'realtime:family:2'), 'ok')
  await second.close()
  const fourth = await openClient()
  assert.equal(await join(fourth), 'ok')
  await close()
})
