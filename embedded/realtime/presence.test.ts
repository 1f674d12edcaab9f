import assert from 'node:assert/strict'
import { grandma, mia, openTestRealtime } from '../../testing/realtime/realtime-service.ts'
import type { RawClient } from '../../testing/realtime/raw-client.ts'

const realtime = await openTestRealtime()
const { openClient, openClientOf } = await realtime.open()

const present = { presence: { enabled: true } }
const track = (client: RawClient, topic: string, payload: unknown) =>
  client.reply(client.send(topic, 'presence', { type: 'presence', event: 'track', payload }))

type Entries = Record<string, { metas: Record<string, string>[] }>
const diffOf = async (client: RawClient) =>
  (await client.take('presence_diff')).payload as { joins: Entries; leaves: Entries }
const onlyKey = (entries: Entries) => {
  const [key = '', ...more] = Object.keys(entries)
  assert.deepEqual(more, [])
  return key
}

Deno.test('Mia comes, paints, and goes, and the kitchen screen sees each step', async () => {
  const [kitchen, tablet] = [await openClient(), await openClient()]
  await kitchen.join('realtime:room', present)
  assert.deepEqual((await kitchen.take('presence_state')).payload, {})
  await tablet.join('realtime:room', present)

  assert.deepEqual(await track(tablet, 'realtime:room', { doing: 'reading' }), { status: 'ok', response: {} })
  const came = await diffOf(kitchen)
  const key = onlyKey(came.joins)
  assert.match(key, /^[\da-f-]{36}$/)
  const first = came.joins[key]?.metas[0]?.['phx_ref']
  assert.equal(first?.[0], 'F')
  assert.deepEqual(came, { joins: { [key]: { metas: [{ doing: 'reading', phx_ref: first }] } }, leaves: {} })

  await track(tablet, 'realtime:room', { doing: 'painting' })
  const changed = await diffOf(kitchen)
  const second = changed.joins[key]?.metas[0]?.['phx_ref']
  assert.notEqual(second, first)
  assert.deepEqual(changed, {
    joins: { [key]: { metas: [{ doing: 'painting', phx_ref: second, phx_ref_prev: first }] } },
    leaves: { [key]: { metas: [{ doing: 'reading', phx_ref: first }] } },
  })

  const late = await openClient()
  await late.join('realtime:room', present)
  assert.deepEqual((await late.take('presence_state')).payload, {
    [key]: { metas: [{ doing: 'painting', phx_ref: second, phx_ref_prev: first }] },
  })

  assert.deepEqual(
    await tablet.reply(tablet.send('realtime:room', 'presence', { type: 'presence', event: 'untrack' })),
    { status: 'ok', response: {} },
  )
  assert.equal(onlyKey((await diffOf(kitchen)).leaves), key)
})

Deno.test('a client that closes the app is gone for the others', async () => {
  const [kitchen, tablet] = [await openClient(), await openClient()]
  await kitchen.join('realtime:room', present)
  await tablet.join('realtime:room', present)
  await track(tablet, 'realtime:room', {})
  const key = onlyKey((await diffOf(kitchen)).joins)
  await tablet.close()
  assert.equal(onlyKey((await diffOf(kitchen)).leaves), key)
})

Deno.test('two screens of one person are two entries, each under a key of its own', async () => {
  const [kitchen, tablet, phone] = [await openClient(), await openClient(), await openClient()]
  for (const client of [tablet, phone]) {
    await client.join('realtime:room', present)
    await track(client, 'realtime:room', { member: 'mia' })
  }
  await kitchen.join('realtime:room', present)
  const state = (await kitchen.take('presence_state')).payload as Entries
  assert.deepEqual(
    Object.values(state).map(({ metas }) => metas.map(({ member }) => member)),
    [['mia'], ['mia']],
  )
})

Deno.test('tracking the same again tells nobody', async () => {
  const [kitchen, tablet] = [await openClient(), await openClient()]
  await kitchen.join('realtime:room', present)
  await tablet.join('realtime:room', present)
  for (let time = 0; time < 2; time++)
    assert.equal((await track(tablet, 'realtime:room', { doing: 'reading' })).status, 'ok')
  assert.deepEqual(
    (await kitchen.settle()).map(({ event }) => event),
    ['presence_state', 'presence_diff'],
  )
})

Deno.test('a channel that joined without presence hears none and tracks nothing', async () => {
  const [quiet, tablet] = [await openClient(), await openClient()]
  await quiet.join('realtime:room')
  await tablet.join('realtime:room', present)
  await track(tablet, 'realtime:room', {})
  await tablet.take('presence_diff')
  assert.deepEqual(await track(quiet, 'realtime:room', {}), { status: 'error', response: {} })
  assert.deepEqual(await quiet.settle(), [])
  assert.deepEqual(
    (await tablet.settle()).map(({ event }) => event),
    ['presence_state'],
  )
})

Deno.test('a payload that cannot be tracked is refused', async () => {
  const client = await openClient()
  await client.join('realtime:room', present)
  assert.deepEqual(await track(client, 'realtime:room', 'a word'), {
    status: 'error',
    response: { reason: 'Presence track payload must be a map' },
  })
  for (const message of [{ event: 'dance' }, null])
    assert.deepEqual(await client.reply(client.send('realtime:room', 'presence', message)), {
      status: 'error',
      response: {},
    })
})

Deno.test('the sixth presence call within 30 seconds closes the channel', async () => {
  const client = await openClient()
  await client.join('realtime:room', present)
  for (let call = 0; call < 6; call++) client.send('realtime:room', 'presence', { event: 'track', payload: { call } })
  await client.assertEnded('room', 'Client presence rate limit exceeded')
  assert.equal((await client.settle()).filter(({ event }) => event === 'phx_reply').length, 5)
})

Deno.test('on a private topic the policies decide who is seen and who sees', async () => {
  const [child, grandmother] = [await openClientOf(mia), await openClientOf(grandma)]
  await grandmother.join('realtime:family:1', present)
  await child.join('realtime:family:1', present)
  assert.deepEqual(await track(grandmother, 'realtime:family:1', {}), { status: 'error', response: {} })
  await track(child, 'realtime:family:1', { doing: 'nothing' })
  assert.deepEqual(
    Object.values((await diffOf(grandmother)).joins).map(({ metas }) => metas[0]?.['doing']),
    ['nothing'],
  )

  await realtime.asPostgres`create policy "Nobody sees who is here" on realtime.messages as restrictive for select to authenticated using (extension = 'broadcast')`
  const late = await openClientOf(grandma)
  await late.join('realtime:family:1', present)
  await track(child, 'realtime:family:1', { doing: 'reading' })
  await diffOf(grandmother)
  assert.deepEqual(await late.settle(), [])
  await realtime.asPostgres`drop policy "Nobody sees who is here" on realtime.messages`
})
