import assert from 'node:assert/strict'
import { withClock } from '../../testing/clock.ts'
import { until } from '../../testing/until.ts'
import { mia, max, openTestRealtime } from '../../testing/realtime/realtime-service.ts'

const realtime = await openTestRealtime()

const privately = { private: true }
const tooMany = { reason: 'ClientJoinRateLimitReached: Too many joins per second' }

Deno.test('a stranger who joins without end takes nothing from those with a session, not even at the same address', async () => {
  const now = Date.now()
  const { openClient, close } = await realtime.open({ uptime: () => now })
  const stranger = await openClient()
  for (let count = 0; count < 1100; count++)
    stranger.send(`realtime:family:${count}`, 'phx_join', { config: count % 2 === 0 ? privately : {} })
  await stranger.closed
  const token = await realtime.tokenOf(mia)
  for (let device = 0; device < 12; device++) {
    const tablet = await openClient()
    assert.equal((await tablet.join('realtime:family:1', privately, token)).status, 'ok')
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
    assert.equal((await device.join('realtime:family:1', privately, hers)).status, 'ok')
  assert.deepEqual((await second.join('realtime:family:1', privately, hers)).response, tooMany)
  await second.closed
  assert.equal((await other.join('realtime:family:2', privately, his)).status, 'ok')
  now += 1000
  assert.equal((await first.join('realtime:family:1', privately, hers)).status, 'ok')
  await close()
})

Deno.test('after the clock was put back everybody joins a second later, as ever', () =>
  withClock(async (putBack) => {
    const { openClient, close } = await realtime.open({ limits: { joinsOfSession: 3 } })
    const client = await openClient()
    const token = await realtime.tokenOf(mia)
    for (let count = 0; count < 3; count++)
      assert.equal((await client.join('realtime:family:1', privately, token)).status, 'ok')
    putBack(5)
    await until(async () => {
      const device = await openClient()
      const { status } = await device.join('realtime:family:1', privately, token)
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
  assert.equal((await first.join('realtime:family:1', privately, hers)).status, 'ok')
  assert.deepEqual((await second.join('realtime:family:2', privately, his)).response, tooMany)
  assert.equal((await elsewhere.join('realtime:family:2', privately, his)).status, 'ok')
  await close()
})
