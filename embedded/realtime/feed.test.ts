import assert from 'node:assert/strict'
import { until } from '../../testing/until.ts'
import { Partitions } from './partitions.ts'
import { mia, openStage } from './testing/stage.ts'
import type { Opened } from './testing/stage.ts'

const stage = await openStage()
const { sql, asPostgres } = stage
const { wire, close } = await stage.open({ limits: { joinWaitMs: 300 } })
Deno.test.afterAll(async () => {
  await close()
  await stage.close()
})

const family = 'realtime:family:1'
const send = (event: string) => asPostgres`select realtime.send('{}', ${event}, 'family:1')`
const endListener = () => sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen realtime_messages'`
const clientOf = async (open: Opened['wire'] = wire) => open({ token: await stage.tokenOf(mia) })

Deno.test('when the database connection is lost, every channel hears of it and can join again', async () => {
  const client = await clientOf()
  await client.join(family)
  await endListener()
  assert.deepEqual((await client.take('system')).payload, {
    extension: 'system',
    status: 'error',
    message: 'The connection to the database was lost',
    channel: 'family:1',
  })
  await client.take('phx_close')
  assert.equal((await client.join(family)).status, 'ok')
  await send('after')
  assert.equal((await client.take('broadcast')).payload['event'], 'after')
  await client.close()
})

Deno.test('nobody is told that they have joined while messages go by unheard', async () => {
  const client = await clientOf()
  assert.equal((await client.join(family)).status, 'ok')
  await sql`alter role supabase_admin nologin`
  await endListener()
  await client.take('phx_close')
  assert.deepEqual((await client.join(family)).response, { reason: 'RealtimeRestarting: Realtime is restarting, please standby' })
  await sql`alter role supabase_admin login`
  await until(async () => (await client.join(family)).status === 'ok')
  await send('heard')
  assert.equal((await client.take('broadcast')).payload['event'], 'heard')
  await client.close()
})

Deno.test('a message of any length arrives as it was sent, between those sent before and after it', async () => {
  const client = await clientOf()
  assert.equal((await client.join(family)).status, 'ok')
  const lengths = [1, 7000, 8000, 10, 100_000, 20]
  await asPostgres`select realtime.send(jsonb_build_object('text', repeat(e'ü\n', length)), 'long', 'family:1') from unnest(${lengths}::int[]) length`
  for (const length of lengths) {
    const { payload } = (await client.take('broadcast')).payload as { payload: { text: string } }
    assert.ok(payload.text === 'ü\n'.repeat(length), `${payload.text.length} of ${length * 2}`)
  }
  await client.close()
})

const partitions = async () => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'realtime'::regnamespace and relkind = 'r' order by relname`
  return rows.map(({ name }) => name)
}

const today = () => new Date().toISOString().slice(0, 10)

const expected = () =>
  [-1, 0, 1, 2, 3].map((days) => {
    const day = new Date(Date.parse(today()) + days * 86_400_000)
    return `messages_${day.toISOString().slice(0, 10).replaceAll('-', '_')}`
  })

const dropPartitions = () =>
  sql.unsafe(`
  do $$ declare name text; begin
    for name in select relname from pg_class where relname ~ '^messages_\\d{4}' and relkind = 'r' loop execute 'drop table realtime.' || name; end loop;
  end $$`)

Deno.test('the days from yesterday on have a partition each, open only by policy; older ones go', async () => {
  assert.deepEqual(await partitions(), [...expected(), 'messages_default'])
  const open = await sql`select relname from pg_class where relnamespace = 'realtime'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
  assert.equal(open.length, 0)
  await sql.unsafe(`
    create table realtime.messages_2020_01_01 partition of realtime.messages for values from ('2020-01-01') to ('2020-01-02');
    insert into realtime.messages (topic, extension, inserted_at) values ('old', 'broadcast', '2020-01-01'), ('old', 'broadcast', '2020-01-05');`)
  await new Partitions(sql, Date.now).keep()
  assert.deepEqual(await partitions(), [...expected(), 'messages_default'])
  assert.equal((await sql`select from realtime.messages where topic = 'old'`).length, 0)
})

Deno.test('after a week of sleep a client joins, speaks and hears at once, without a partition', async () => {
  await dropPartitions()
  const [speaker, client] = [await clientOf(), await clientOf()]
  assert.equal((await client.join(family)).status, 'ok')
  await send('awake')
  assert.equal((await client.take('broadcast')).payload['event'], 'awake')
  await speaker.join(family)
  speaker.say(family, 'me too')
  assert.equal((await client.take('broadcast')).payload['event'], 'me too')
  // Today's messages lie in the default partition and are not moved, or they would be sent again.
  await new Partitions(sql, Date.now).keep()
  assert.deepEqual(await partitions(), [...expected().filter((name) => name !== expected()[1]), 'messages_default'])
  assert.deepEqual(
    (await client.settle()).map(({ event }) => event),
    [],
  )
  await sql`truncate realtime.messages_default`
  await speaker.close()
  await client.close()
})

Deno.test('a new day is noticed by the first join', async () => {
  let now = Date.now()
  const opened = await stage.open({ limits: { joinsOfStrangersAddress: Infinity, joinsOfStrangers: Infinity }, now: () => now })
  await dropPartitions()
  now += 86_400_000
  const client = await opened.wire()
  await until(async () => {
    await client.join('realtime:x')
    return (await partitions()).length >= 6
  })
  await client.close()
  await opened.close()
})
