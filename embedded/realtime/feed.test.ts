import assert from 'node:assert/strict'
import { until } from '../../testing/until.ts'
import { mia, openTestRealtime } from '../../testing/realtime/realtime-service.ts'

const realtime = await openTestRealtime()
const { sql, asPostgres } = realtime
const { service, openClientOf } = await realtime.open({ limits: { joinWaitMs: 300 } })

const family = 'realtime:family:1'
const send = (event: string) => asPostgres`select realtime.send('{}', ${event}, 'family:1')`
const endListener = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen realtime_messages%'`

Deno.test('when the database connection is lost, every channel hears of it and can join again', async () => {
  const client = await openClientOf(mia)
  await client.join(family)
  await endListener()
  await client.assertEnded('family:1', 'The connection to the database was lost')
  assert.equal((await client.join(family)).status, 'ok')
  await send('after')
  assert.equal((await client.take('broadcast')).payload['event'], 'after')
})

Deno.test('no join succeeds while messages would be missed', async () => {
  const client = await openClientOf(mia)
  assert.equal((await client.join(family)).status, 'ok')
  await sql`alter role supabase_admin nologin`
  await endListener()
  await client.take('phx_close')
  assert.deepEqual((await client.join(family)).response, {
    reason: 'RealtimeRestarting: Realtime is restarting, please standby',
  })
  await sql`alter role supabase_admin login`
  await until(async () => (await client.join(family)).status === 'ok')
  await send('heard')
  assert.equal((await client.take('broadcast')).payload['event'], 'heard')
})

Deno.test('a message of any length arrives as it was sent, between those sent before and after it', async () => {
  const client = await openClientOf(mia)
  assert.equal((await client.join(family)).status, 'ok')
  const lengths = [1, 7000, 8000, 10, 100_000, 20]
  await asPostgres`select realtime.send(jsonb_build_object('text', repeat(e'ü\n', length)), 'long', 'family:1') from unnest(${lengths}::int[]) length`
  for (const length of lengths) {
    const { payload } = (await client.take('broadcast')).payload as { payload: { text: string } }
    assert.ok(payload.text === 'ü\n'.repeat(length), `${payload.text.length} of ${length * 2}`)
  }
})

Deno.test('messages are kept for three days', async () => {
  await sql`insert into realtime.messages (topic, extension, inserted_at) select 'old', 'broadcast', now() - interval '1 hour' * hours from unnest(array[71, 73]) hours`
  await service.deleteExpired()
  const kept =
    await sql`select from realtime.messages where topic = 'old' and inserted_at > now() - interval '72 hours'`
  assert.deepEqual([kept.length, (await sql`select from realtime.messages where topic = 'old'`).length], [1, 1])
})
