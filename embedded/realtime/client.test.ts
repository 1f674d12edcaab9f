import assert from 'node:assert/strict'
import { RealtimeClient } from '@supabase/supabase-js'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { Inbox } from './testing/inbox.ts'
import { max, mia, openStage, publishableKey } from './testing/stage.ts'

const stage = await openStage()
const { address, service, close } = await stage.open()
Deno.test.afterAll(async () => {
  await close()
  await stage.close()
})

const versions = ['2.0.0', '1.0.0']

const connect = async (user: string, vsn: string) => {
  const client = new RealtimeClient(`${address.replace('http', 'ws')}/realtime/v1`, { params: { apikey: publishableKey }, vsn })
  await client.setAuth(await stage.tokenOf(user))
  return client
}

/** Subscribes and puts every status into the answered inbox. */
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

for (const vsn of versions) {
  Deno.test(`the official client, protocol ${vsn}: broadcasts between clients and out of the database`, async () => {
    const [tablet, kitchen] = [await connect(mia, vsn), await connect(mia, '2.0.0')]
    const heard = new Inbox<{ event: string; payload: Record<string, unknown>; meta?: { id: string } }>()
    const listening = kitchen.channel('family:1', { config: { private: true } })
    listening.on('broadcast', { event: '*' }, (message) => heard.put(message as never))
    assert.equal((await subscribe(listening).take()).status, 'SUBSCRIBED')
    const speaking = tablet.channel('family:1', { config: { private: true, broadcast: { ack: true, self: true } } })
    const echo = new Inbox<{ payload: unknown }>()
    speaking.on('broadcast', { event: 'quest.lifted' }, (message) => echo.put(message as never))
    assert.equal((await subscribe(speaking).take()).status, 'SUBSCRIBED')

    assert.equal(await speaking.send({ type: 'broadcast', event: 'quest.lifted', payload: { by: 'Mia 🧼' } }), 'ok')
    assert.deepEqual((await heard.take()).payload, { by: 'Mia 🧼' })
    assert.deepEqual((await echo.take()).payload, { by: 'Mia 🧼' })

    await stage.asPostgres`select realtime.send('{"gems": 5}', 'gems.changed', 'family:1')`
    const fromDatabase = await heard.take()
    assert.deepEqual([fromDatabase.event, fromDatabase.payload['gems']], ['gems.changed', 5])
    assert.equal(fromDatabase.meta?.id, fromDatabase.payload['id'])

    assert.deepEqual(await speaking.httpSend('by.http', { n: 1 }), { success: true })
    assert.deepEqual((await heard.take()).payload, { n: 1 })
    await disconnect(tablet)
    await disconnect(kitchen)
  })

  Deno.test(`the official client, protocol ${vsn}: who is here`, async () => {
    const [tablet, kitchen] = [await connect(mia, vsn), await connect(mia, vsn)]
    const synced = new Inbox<unknown>()
    const watching = kitchen.channel('family:1', { config: { private: true, presence: { key: 'kitchen' } } })
    watching.on('presence', { event: 'sync' }, () => synced.put(watching.presenceState()))
    assert.equal((await subscribe(watching).take()).status, 'SUBSCRIBED')
    assert.deepEqual(await synced.take(), {})
    const coming = tablet.channel('family:1', { config: { private: true, presence: { key: 'mia' } } })
    assert.equal((await subscribe(coming).take()).status, 'SUBSCRIBED')
    const seen = async () => {
      const state = (await synced.take()) as Record<string, Record<string, unknown>[]>
      return Object.entries(state).map(([key, [entry]]) => [key, entry?.['doing']])
    }
    assert.equal(await coming.track({ doing: 'reading' }), 'ok')
    assert.deepEqual(await seen(), [['mia', 'reading']])
    assert.equal(await coming.track({ doing: 'painting' }), 'ok')
    assert.deepEqual(await seen(), [['mia', 'painting']])
    assert.equal(await coming.untrack(), 'ok')
    assert.deepEqual(await seen(), [])
    await disconnect(tablet)
    await disconnect(kitchen)
  })

  Deno.test(`the official client, protocol ${vsn}: what is refused and what is taken away`, async () => {
    const client = await connect(max, vsn)
    const refused = await subscribe(client.channel('family:1', { config: { private: true } })).take()
    assert.equal(refused.status, 'CHANNEL_ERROR')
    assert.match(refused.error ?? '', /You do not have permissions to read from this Channel topic: family:1/)
    await client.removeAllChannels()

    await client.setAuth(await stage.tokenOf(mia))
    const channel = client.channel('family:1', { config: { private: true } })
    const told = new Inbox<{ message: string }>()
    channel.on('system', {}, (message) => told.put(message))
    const statuses = subscribe(channel)
    assert.equal((await statuses.take()).status, 'SUBSCRIBED')
    await client.setAuth(await stage.tokenOf(max))
    assert.match((await told.take()).message, /no longer have permission/)
    assert.equal((await statuses.take()).status, 'CLOSED')
    await disconnect(client)
  })
}

Deno.test('the official client hears that the database broadcasts are connected, and gets old messages', async () => {
  const client = await connect(mia, '2.0.0')
  const since = Date.now()
  await stage.asPostgres`select realtime.send('{}', 'old', 'family:1')`
  const channel = client.channel('family:1', { config: { private: true, broadcast: { replication_ready: true, replay: { since } } } })
  const told = new Inbox<{ status: string; message: string }>()
  channel.on('system', {}, (message) => told.put(message))
  const heard = new Inbox<{ event: string; meta?: { replayed?: boolean } }>()
  channel.on('broadcast', { event: '*' }, (message) => heard.put(message))
  subscribe(channel)
  const { status, message } = await told.take()
  assert.deepEqual([status, message], ['ok', 'Replication connection established'])
  const { event, meta } = await heard.take()
  assert.deepEqual([event, meta?.replayed], ['old', true])
  await disconnect(client)
})
