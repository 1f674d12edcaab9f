import assert from 'node:assert/strict'
import { RealtimeClient } from '@supabase/supabase-js'
import { grandma, mia, openTestRealtime, publishableKey } from '../../testing/realtime/realtime-service.ts'
import { Inbox } from '../../testing/realtime/inbox.ts'
import type { RawClient } from '../../testing/realtime/raw-client.ts'

const realtime = await openTestRealtime()
const { address, openClient, openClientOf } = await realtime.open()

const present = { presence: { enabled: true } }
const ok = { status: 'ok', response: {} }
const refused = { status: 'error', response: {} }
const presence = (client: RawClient, topic: string, message: unknown) =>
  client.reply(client.send(topic, 'presence', message))
const track = (client: RawClient, topic: string, payload: unknown) =>
  presence(client, topic, { type: 'presence', event: 'track', payload })

/** A screen of Mia's with the official client; `seen` has what the others do, each time that it changes. */
async function openScreen() {
  const client = new RealtimeClient(address.replace('http', 'ws'), { params: { apikey: publishableKey } })
  await client.setAuth(await realtime.tokenOf(mia))
  const channel = client.channel('family:1', { config: { private: true } })
  const seen = new Inbox<unknown[]>()
  channel.on('presence', { event: 'sync' }, () => {
    const entries = Object.values(channel.presenceState<{ doing: string }>())
    seen.put(entries.map((metas) => metas.map(({ doing }) => doing).join()).toSorted())
  })
  await new Promise((resolve) => channel.subscribe(resolve))
  return { channel, seen: () => seen.take(), close: () => client.disconnect() }
}

Deno.test('the official client: Mia comes on two tablets, paints, and goes, and the kitchen screen sees each step', async () => {
  const [kitchen, tablet, phone] = [await openScreen(), await openScreen(), await openScreen()]
  assert.deepEqual(await kitchen.seen(), [])
  for (const [change, doing] of [
    [() => tablet.channel.track({ doing: 'reading' }), ['reading']],
    [() => phone.channel.track({ doing: 'reading' }), ['reading', 'reading']],
    [() => tablet.channel.track({ doing: 'painting' }), ['painting', 'reading']],
    [() => phone.channel.untrack(), ['painting']],
  ] as const) {
    assert.equal(await change(), 'ok')
    assert.deepEqual(await kitchen.seen(), doing)
  }
  const late = await openScreen()
  assert.deepEqual(await late.seen(), ['painting'])
  await tablet.close()
  assert.deepEqual(await kitchen.seen(), [], 'who closes the app is gone')
  await Promise.all([kitchen, phone, late].map((screen) => screen.close()))
})

Deno.test('a channel that joined without presence hears none and tracks nothing, and the same again tells nobody', async () => {
  const [quiet, tablet, kitchen] = [await openClient(), await openClient(), await openClient()]
  await quiet.join('realtime:room')
  for (const client of [tablet, kitchen]) await client.join('realtime:room', present)
  for (let time = 0; time < 2; time++) assert.deepEqual(await track(tablet, 'realtime:room', { doing: 'reading' }), ok)
  assert.deepEqual(await track(quiet, 'realtime:room', {}), refused)
  assert.deepEqual(await quiet.settle(), [])
  assert.deepEqual(
    (await kitchen.settle()).map(({ event }) => event),
    ['presence_state', 'presence_diff'],
  )
})

Deno.test('what cannot be tracked is refused, and the sixth presence call within 30 seconds closes the channel', async () => {
  const client = await openClient()
  await client.join('realtime:room', present)
  assert.deepEqual(await track(client, 'realtime:room', 'a word'), {
    status: 'error',
    response: { reason: 'Presence track payload must be a map' },
  })
  for (const message of [{ event: 'dance' }, null])
    assert.deepEqual(await presence(client, 'realtime:room', message), refused)
  for (const call of [4, 5]) assert.deepEqual(await track(client, 'realtime:room', { call }), ok)
  client.send('realtime:room', 'presence', { event: 'track', payload: { call: 6 } })
  await client.assertEnded('room', 'Client presence rate limit exceeded')
})

Deno.test('on a private topic the policies decide who is seen and who sees', async () => {
  const [child, grandmother] = [await openClientOf(mia), await openClientOf(grandma)]
  const seenBy = async (client: RawClient) =>
    Object.values((await client.take('presence_diff')).payload['joins'] as Record<string, { metas: object[] }>)
  for (const client of [grandmother, child]) await client.join('realtime:family:1', present)
  assert.deepEqual(await track(grandmother, 'realtime:family:1', {}), refused)
  await track(child, 'realtime:family:1', { doing: 'nothing' })
  assert.partialDeepStrictEqual(await seenBy(grandmother), [{ metas: [{ doing: 'nothing' }] }])

  await realtime.asPostgres`create policy "Nobody sees who is here" on realtime.messages as restrictive for select to authenticated using (extension = 'broadcast')`
  const late = await openClientOf(grandma)
  await late.join('realtime:family:1', present)
  await track(child, 'realtime:family:1', { doing: 'reading' })
  await seenBy(grandmother)
  assert.deepEqual(await late.settle(), [])
  await realtime.asPostgres`drop policy "Nobody sees who is here" on realtime.messages`
})
