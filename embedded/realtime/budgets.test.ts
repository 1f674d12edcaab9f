import assert from 'node:assert/strict'
import { withClock } from '../../testing/clock.ts'
import { until } from '../../testing/until.ts'
import { mia, max, openTestRealtime } from '../../testing/realtime/realtime-service.ts'
import type { RawClient } from '../../testing/realtime/raw-client.ts'
import { Budgets } from './budgets.ts'
import { defaultLimits } from './limits.ts'

const realtime = await openTestRealtime()
const [hers, his] = [await realtime.tokenOf(mia), await realtime.tokenOf(max)]
const join = (client: RawClient, token = hers, topic = 'realtime:family:1') => client.join(topic, {}, token)

Deno.test('a stranger who joins without end takes nothing from those with a session, not even at the same address', async () => {
  const now = Date.now()
  const { openClient, close } = await realtime.open({ uptime: () => now })
  const stranger = await openClient()
  for (let count = 0; count < 1100; count++)
    stranger.send(`realtime:family:${count}`, 'phx_join', { config: { private: count % 2 === 0 } })
  await stranger.closed
  for (let device = 0; device < 12; device++) {
    const tablet = await openClient()
    assert.equal((await join(tablet)).status, 'ok')
    await tablet.close()
  }
  assert.equal((await (await openClient({ from: '192.0.2.2' })).join('realtime:yard')).status, 'ok')
  await close()
})

Deno.test('a session that joins without end spends its own budget, on all its sockets, until a second later by any clock', () =>
  withClock(async (putBack) => {
    const { openClient, close } = await realtime.open({ limits: { joinsOfSession: 3 } })
    const [first, second, other] = [await openClient(), await openClient(), await openClient()]
    for (const device of [first, first, second]) assert.equal((await join(device)).status, 'ok')
    let refused = await join(second)
    while (refused.status === 'ok') refused = await join(second)
    assert.deepEqual(refused.response, { reason: 'ClientJoinRateLimitReached: Too many joins per second' })
    await second.closed
    assert.equal((await join(other, his, 'realtime:family:2')).status, 'ok')
    putBack(5)
    await until(async () => {
      const device = await openClient()
      const { status } = await join(device)
      await device.close()
      return status === 'ok'
    })
    await close()
  }))

Deno.test('the addresses of one IPv6 network share their joins, and so do ten times as many of a /48', () => {
  const budgets = new Budgets({ ...defaultLimits, joinsOfAddress: 1, joinsPerSecond: 13 }, () => 0)
  const joins = (address: string) => budgets.join(address, crypto.randomUUID())
  assert.deepEqual(['2001:db8:1:2::1', '2001:db8:1:2::2'].map(joins), [true, false])
  for (let house = 3; house <= 11; house++) assert.ok(joins(`2001:db8:1:${house}::1`))
  assert.ok(!joins('2001:db8:1:12::1'))
  // A join refused for its address takes nothing from the others: these are the eleventh and twelfth of thirteen.
  for (const elsewhere of ['2001:db8:2:2::1', '192.0.2.2']) assert.ok(joins(elsewhere))
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

Deno.test('a session joins on so many sockets and no more, a socket that closes makes room, and others have their own', async () => {
  const { openClient, close } = await realtime.open({ limits: { socketsOfSession: 2 } })
  const [first, second, third] = [await openClient(), await openClient(), await openClient()]
  for (const [client, topic] of [
    [first, 'realtime:family:1'],
    [second, 'realtime:family:1'],
    [first, 'realtime:yard'],
  ] as const)
    assert.equal((await join(client, hers, topic)).status, 'ok')
  assert.deepEqual((await join(third)).response, {
    reason: 'ConnectionRateLimitReached: Too many connections of this session',
  })
  await third.closed
  assert.equal((await join(await openClient(), his, 'realtime:family:2')).status, 'ok')
  await second.close()
  assert.equal((await join(await openClient())).status, 'ok')
  await close()
})
