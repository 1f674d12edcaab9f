import assert from 'node:assert/strict'
import { mia, max, openStage } from './testing/stage.ts'

const stage = await openStage()

const privately = { private: true }
const tooMany = { reason: 'ClientJoinRateLimitReached: Too many joins per second' }

Deno.test('a stranger who joins without end takes nothing from those with a session, not even at the same address', async () => {
  const now = Date.now()
  const { wire, close } = await stage.open({ now: () => now })
  const stranger = await wire()
  for (let count = 0; count < 1100; count++) stranger.send(`realtime:family:${count}`, 'phx_join', { config: count % 2 === 0 ? privately : {} })
  await stranger.closed
  const token = await stage.tokenOf(mia)
  for (let device = 0; device < 12; device++) {
    const tablet = await wire()
    assert.equal((await tablet.join('realtime:family:1', privately, token)).status, 'ok')
    await tablet.close()
  }
  await close()
})

Deno.test('a session that joins without end spends its own budget, on all its sockets, and nobody else’s', async () => {
  let now = Date.now()
  const { wire, close } = await stage.open({ limits: { joinsOfSession: 3 }, now: () => now })
  const [first, second, other] = [await wire({ from: '192.0.2.1' }), await wire({ from: '192.0.2.2' }), await wire({ from: '192.0.2.1' })]
  const [hers, his] = [await stage.tokenOf(mia), await stage.tokenOf(max)]
  for (const device of [first, first, second]) assert.equal((await device.join('realtime:family:1', privately, hers)).status, 'ok')
  assert.deepEqual((await second.join('realtime:family:1', privately, hers)).response, tooMany)
  await second.closed
  assert.equal((await other.join('realtime:family:2', privately, his)).status, 'ok')
  now += 1000
  assert.equal((await first.join('realtime:family:1', privately, hers)).status, 'ok')
  await close()
})

Deno.test('an address with many sessions leaves the other addresses their joins', async () => {
  const now = Date.now()
  const { wire, close } = await stage.open({ limits: { joinsOfAddress: 1, joinsPerSecond: 2 }, now: () => now })
  const [hers, his] = [await stage.tokenOf(mia), await stage.tokenOf(max)]
  const [first, second, elsewhere] = [await wire({ from: '192.0.2.1' }), await wire({ from: '192.0.2.1' }), await wire({ from: '192.0.2.2' })]
  assert.equal((await first.join('realtime:family:1', privately, hers)).status, 'ok')
  assert.deepEqual((await second.join('realtime:family:2', privately, his)).response, tooMany)
  assert.equal((await elsewhere.join('realtime:family:2', privately, his)).status, 'ok')
  await close()
})
