import assert from 'node:assert/strict'
import { grandma, mia, openStage } from './testing/stage.ts'
import type { Wire } from './testing/wire.ts'

const stage = await openStage()
const { wire, close } = await stage.open()
Deno.test.afterAll(async () => {
  await close()
  await stage.close()
})

const present = (key: string) => ({ presence: { key, enabled: true } })
const track = (client: Wire, topic: string, payload: unknown) => client.reply(client.send(topic, 'presence', { type: 'presence', event: 'track', payload }))

type Entries = Record<string, { metas: Record<string, string>[] }>
const diffOf = async (client: Wire) => (await client.take('presence_diff')).payload as { joins: Entries; leaves: Entries }

Deno.test('Mia comes, paints, and goes, and the kitchen screen sees each step', async () => {
  const [kitchen, tablet] = [await wire(), await wire()]
  await kitchen.join('realtime:room', present('kitchen'))
  assert.deepEqual((await kitchen.take('presence_state')).payload, {})
  await tablet.join('realtime:room', present('mia'))

  assert.deepEqual(await track(tablet, 'realtime:room', { doing: 'reading' }), { status: 'ok', response: {} })
  const came = await diffOf(kitchen)
  const first = came.joins['mia']?.metas[0]?.['phx_ref']
  assert.equal(first?.[0], 'F')
  assert.deepEqual(came, { joins: { mia: { metas: [{ doing: 'reading', phx_ref: first }] } }, leaves: {} })

  await track(tablet, 'realtime:room', { doing: 'painting' })
  const changed = await diffOf(kitchen)
  const second = changed.joins['mia']?.metas[0]?.['phx_ref']
  assert.notEqual(second, first)
  assert.deepEqual(changed, {
    joins: { mia: { metas: [{ doing: 'painting', phx_ref: second, phx_ref_prev: first }] } },
    leaves: { mia: { metas: [{ doing: 'reading', phx_ref: first }] } },
  })

  const late = await wire()
  await late.join('realtime:room', present(''))
  assert.deepEqual((await late.take('presence_state')).payload, { mia: { metas: [{ doing: 'painting', phx_ref: second, phx_ref_prev: first }] } })

  assert.deepEqual(await tablet.reply(tablet.send('realtime:room', 'presence', { type: 'presence', event: 'untrack' })), { status: 'ok', response: {} })
  assert.deepEqual(Object.keys((await diffOf(kitchen)).leaves), ['mia'])
  for (const client of [kitchen, tablet, late]) await client.close()
})

Deno.test('who closes the app is gone for the others', async () => {
  const [kitchen, tablet] = [await wire(), await wire()]
  await kitchen.join('realtime:room', present('kitchen'))
  await tablet.join('realtime:room', present('mia'))
  await track(tablet, 'realtime:room', {})
  await diffOf(kitchen)
  await tablet.close()
  assert.deepEqual(Object.keys((await diffOf(kitchen)).leaves), ['mia'])
  await kitchen.close()
})

Deno.test('two screens of one person are two entries under one key, even under an odd one', async () => {
  const [kitchen, tablet, phone] = [await wire(), await wire(), await wire()]
  await tablet.join('realtime:room', present('__proto__'))
  await phone.join('realtime:room', present('__proto__'))
  await track(tablet, 'realtime:room', { on: 'tablet' })
  await track(phone, 'realtime:room', { on: 'phone' })
  await kitchen.join('realtime:room', present('kitchen'))
  const state = (await kitchen.take('presence_state')).payload as Entries
  assert.deepEqual(
    Object.entries(state).map(([key, { metas }]) => [key, metas.map(({ on }) => on)]),
    [['__proto__', ['tablet', 'phone']]],
  )
  for (const client of [kitchen, tablet, phone]) await client.close()
})

Deno.test('tracking the same again tells nobody', async () => {
  const [kitchen, tablet] = [await wire(), await wire()]
  await kitchen.join('realtime:room', present('kitchen'))
  await tablet.join('realtime:room', present('mia'))
  for (let time = 0; time < 2; time++) assert.equal((await track(tablet, 'realtime:room', { doing: 'reading' })).status, 'ok')
  assert.deepEqual(
    (await kitchen.settle()).map(({ event }) => event),
    ['presence_state', 'presence_diff'],
  )
  await kitchen.close()
  await tablet.close()
})

Deno.test('who joined without presence hears none, until they track', async () => {
  const [quiet, tablet] = [await wire(), await wire()]
  await quiet.join('realtime:room')
  await tablet.join('realtime:room', present('mia'))
  await track(tablet, 'realtime:room', {})
  assert.deepEqual(await quiet.settle(), [])
  await track(quiet, 'realtime:room', {})
  assert.deepEqual(Object.keys((await quiet.take('presence_state')).payload).includes('mia'), true)
  await quiet.close()
  await tablet.close()
})

Deno.test('what cannot be tracked is refused', async () => {
  const client = await wire()
  await client.join('realtime:room', present('mia'))
  assert.deepEqual(await track(client, 'realtime:room', 'a word'), { status: 'error', response: { reason: 'Presence track payload must be a map' } })
  assert.deepEqual(await client.reply(client.send('realtime:room', 'presence', { event: 'dance' })), { status: 'error', response: {} })
  assert.deepEqual(await client.reply(client.send('realtime:room', 'presence', null)), { status: 'ok', response: {} })
  await client.close()
})

Deno.test('the sixth presence call within 30 seconds closes the channel', async () => {
  const client = await wire()
  await client.join('realtime:room', present('mia'))
  for (let call = 0; call < 6; call++) client.send('realtime:room', 'presence', { event: 'track', payload: { call } })
  assert.deepEqual((await client.take('system')).payload, {
    extension: 'system',
    status: 'error',
    message: 'Client presence rate limit exceeded',
    channel: 'room',
  })
  await client.take('phx_close')
  assert.equal((await client.settle()).filter(({ event }) => event === 'phx_reply').length, 5)
  await client.close()
})

Deno.test('on a private topic the policies decide who is seen and who sees', async () => {
  const [child, grandmother] = [await wire({ token: await stage.tokenOf(mia) }), await wire({ token: await stage.tokenOf(grandma) })]
  const privately = (key: string) => ({ private: true, ...present(key) })
  await grandmother.join('realtime:family:1', privately('grandma'))
  await child.join('realtime:family:1', privately('mia'))
  assert.deepEqual(await track(grandmother, 'realtime:family:1', {}), { status: 'error', response: {} })
  await track(child, 'realtime:family:1', {})
  assert.deepEqual(Object.keys((await diffOf(grandmother)).joins), ['mia'])

  await stage.asPostgres`create policy "Nobody sees who is here" on realtime.messages as restrictive for select to authenticated using (extension = 'broadcast')`
  const late = await wire({ token: await stage.tokenOf(grandma) })
  await late.join('realtime:family:1', privately('grandma'))
  await track(child, 'realtime:family:1', { doing: 'reading' })
  await diffOf(grandmother)
  assert.deepEqual(await late.settle(), [])
  await stage.asPostgres`drop policy "Nobody sees who is here" on realtime.messages`
  for (const client of [child, grandmother, late]) await client.close()
})
