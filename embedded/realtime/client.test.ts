import assert from 'node:assert/strict'
import { RealtimeClient } from '@supabase/supabase-js'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { Inbox } from '../../testing/realtime/inbox.ts'
import { max, mia, openTestRealtime, publishableKey } from '../../testing/realtime/realtime-service.ts'

const realtime = await openTestRealtime()
const { address, service } = await realtime.open()

const connect = async (user: string) => {
  const client = new RealtimeClient(address.replace('http', 'ws'), { params: { apikey: publishableKey } })
  await client.setAuth(await realtime.tokenOf(user))
  return client
}

/** Subscribes. Returns an inbox of every status. */
const subscribe = (channel: RealtimeChannel) => {
  const statuses = new Inbox<{ status: string; error: string | undefined }>()
  channel.subscribe((status, error) => statuses.put({ status, error: error?.message }))
  return statuses
}

const disconnect = async (client: RealtimeClient) => {
  const before = service.stats().sockets
  await client.removeAllChannels()
  await client.disconnect()
  assert.ok(before > 0)
}

Deno.test('the official client: broadcasts between clients and out of the database', async () => {
  const [tablet, kitchen] = [await connect(mia), await connect(mia)]
  const heard = new Inbox<{ event: string; payload: Record<string, unknown>; meta?: { id: string } }>()
  const listening = kitchen.channel('family:1', { config: { private: true } })
  listening.on('broadcast', { event: '*' }, (message) => heard.put(message as never))
  assert.equal((await subscribe(listening).take()).status, 'SUBSCRIBED')
  const speaking = tablet.channel('family:1', { config: { private: true } })
  assert.equal((await subscribe(speaking).take()).status, 'SUBSCRIBED')

  assert.equal(await speaking.send({ type: 'broadcast', event: 'quest.lifted', payload: { by: 'Mia 🧼' } }), 'ok')
  assert.deepEqual((await heard.take()).payload, { by: 'Mia 🧼' })

  await realtime.asPostgres`select realtime.send('{"gems": 5}', 'gems.changed', 'family:1')`
  const fromDatabase = await heard.take()
  assert.deepEqual([fromDatabase.event, fromDatabase.payload['gems']], ['gems.changed', 5])
  assert.equal(fromDatabase.meta?.id, fromDatabase.payload['id'])

  await assert.rejects(speaking.httpSend('by.http', { n: 1 }), /^Error: not_implemented$/)
  await disconnect(tablet)
  await disconnect(kitchen)
})

Deno.test('the official client: who is here', async () => {
  const [tablet, kitchen] = [await connect(mia), await connect(mia)]
  const synced = new Inbox<unknown>()
  const watching = kitchen.channel('family:1', { config: { private: true } })
  watching.on('presence', { event: 'sync' }, () => synced.put(watching.presenceState()))
  assert.equal((await subscribe(watching).take()).status, 'SUBSCRIBED')
  assert.deepEqual(await synced.take(), {})
  const coming = tablet.channel('family:1', { config: { private: true } })
  coming.on('presence', { event: 'sync' }, () => {})
  assert.equal((await subscribe(coming).take()).status, 'SUBSCRIBED')
  const seen = async () => {
    const state = (await synced.take()) as Record<string, Record<string, unknown>[]>
    return Object.values(state).map(([entry]) => entry?.['doing'])
  }
  assert.equal(await coming.track({ doing: 'reading' }), 'ok')
  assert.deepEqual(await seen(), ['reading'])
  assert.equal(await coming.track({ doing: 'painting' }), 'ok')
  assert.deepEqual(await seen(), ['painting'])
  assert.equal(await coming.untrack(), 'ok')
  assert.deepEqual(await seen(), [])
  await disconnect(tablet)
  await disconnect(kitchen)
})

Deno.test('the official client: what is refused and what is taken away', async () => {
  const client = await connect(max)
  const refused = await subscribe(client.channel('family:1', { config: { private: true } })).take()
  assert.equal(refused.status, 'CHANNEL_ERROR')
  assert.match(refused.error ?? '', /You do not have permissions to read from this Channel topic: family:1/)
  await client.removeAllChannels()

  await client.setAuth(await realtime.tokenOf(mia))
  const channel = client.channel('family:1', { config: { private: true } })
  const errors = new Inbox<{ message: string }>()
  channel.on('system', {}, (message) => errors.put(message))
  const statuses = subscribe(channel)
  assert.equal((await statuses.take()).status, 'SUBSCRIBED')
  await client.setAuth(await realtime.tokenOf(max))
  assert.match((await errors.take()).message, /no longer have permission/)
  assert.equal((await statuses.take()).status, 'CLOSED')
  await disconnect(client)
})
