import assert from 'node:assert/strict'
import { grandma, max, mia, openTestRealtime } from '../../testing/realtime/realtime-service.ts'
import type { RawClient } from '../../testing/realtime/raw-client.ts'
import { until } from '../../testing/until.ts'

const realtime = await openTestRealtime()
const { sql, asPostgres, listenAsPostgres } = realtime
const { service, openClientOf } = await realtime.open({ limits: { joinWaitMs: 300 } })

const family = 'realtime:family:1'
const listener = async () => {
  const client = await openClientOf(mia)
  assert.equal((await client.join(family)).status, 'ok')
  return client
}
const send = (event: string) => asPostgres`select realtime.send('{}', ${event}, 'family:1')`
const payloadOf = async (client: RawClient) =>
  (await client.take('broadcast')).payload as { event: string; payload: Record<string, unknown>; meta: { id: string } }

Deno.test('what is sent in SQL arrives after commit, with the id of its row and at any length; what is rolled back never does', async () => {
  const client = await listener()
  await assert.rejects(
    asPostgres.begin(async (transaction) => {
      await transaction`select realtime.send('{}', 'never', 'family:1')`
      throw new Error('changed our mind')
    }),
  )
  await asPostgres`select realtime.send('{"quest": "dishes 🧼"}', 'quest.saved', 'family:1')`
  const [row] = await sql<{ id: string }[]>`select id from realtime.messages where event = 'quest.saved'`
  assert.deepEqual((await client.take('broadcast')).payload, {
    type: 'broadcast',
    event: 'quest.saved',
    payload: { id: row?.id, quest: 'dishes 🧼' },
    meta: { id: row?.id },
  })
  const lengths = [1, 7000, 8000, 10, 100_000, 20]
  await asPostgres`select realtime.send(jsonb_build_object('text', repeat(e'ü\n', length)), 'long', 'family:1') from unnest(${lengths}::int[]) length`
  for (const length of lengths) {
    const text = String((await payloadOf(client)).payload['text'])
    assert.ok(text === 'ü\n'.repeat(length), `${text.length} of ${length * 2}`)
  }
})

Deno.test('messages of many transactions at once arrive in the order of their commits', async () => {
  const client = await listener()
  // Only the transaction that locks the row can commit next, so the count is the order of commits.
  await sql`create table public.turns (turn int not null)`
  await sql`insert into public.turns values (0)`
  await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      sql.begin(async (transaction) => {
        await transaction`select realtime.send(${sql.json({ index, turn: null })}, 'early', 'family:1')`
        await transaction`with next as (update public.turns set turn = turn + 1 returning turn)
        select realtime.send(jsonb_build_object('turn', turn, 'index', ${index}::int), 'turn', 'family:1') from next`
      }),
    ),
  )
  for (let count = 1; count <= 120; count++) {
    const [early, turn] = [await payloadOf(client), await payloadOf(client)]
    assert.deepEqual([early.event, turn.event], ['early', 'turn'])
    assert.deepEqual([turn.payload['turn'], turn.payload['index']], [count, early.payload['index']])
  }
})

Deno.test('a public message, one without JSON, one with too long a name and one without the right to send reach nobody', async () => {
  const client = await listener()
  await asPostgres`select realtime.send('{}', 'for.all', 'family:1', false)`
  await sql`insert into realtime.messages (topic, extension, event, private) values ('family:1', 'broadcast', 'empty', true)`
  await send('ü'.repeat(200))
  const warnings: unknown[] = []
  const ownPool = listenAsPostgres((notice) => warnings.push(notice['message']))
  await ownPool.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: grandma })}, true), set_config('role', 'authenticated', true)`
    await transaction`select realtime.send('{}', 'refused', 'family:1')`
    await transaction`select set_config('role', 'postgres', true)`
    await transaction`select realtime.send('{}', 'stands', 'family:1')`
  })
  assert.equal((await payloadOf(client)).event, 'stands', 'the rest of the transaction')
  assert.deepEqual(await client.settle(), [])
  await ownPool.end()
  assert.deepEqual(warnings, [
    'WarnSendingBroadcastMessage: new row violates row-level security policy for table "messages"',
  ])
})

Deno.test('policies read the topic and the claims of who asks, and a right asked for leaves nothing behind', async () => {
  await asPostgres.unsafe(`
    create policy "Whoever has the right words" on realtime.messages for select to anon using (
      realtime.topic() = 'gate:1' and topic = 'gate:1'
      and current_setting('request.jwt.claims')::jsonb ->> 'word' = 'please'
      and current_setting('request.jwt.claim.sub') = '${max}' and current_setting('request.jwt.claim.role') = 'anon')`)
  const count = async () => [...(await sql`select count(*) from realtime.messages`)]
  const before = await count()
  const client = await openClientOf(max, { role: 'anon', word: 'please' })
  assert.equal((await client.join('realtime:gate:1')).status, 'ok')
  assert.equal(
    (await client.join('realtime:gate:1', {}, await realtime.tokenOf(max, { role: 'anon' }))).status,
    'error',
  )
  const connection = await sql.reserve()
  await connection`select realtime.read_rights('family:1', 'authenticated', ${JSON.stringify({ sub: mia })}::text::jsonb, '{}', true)`
  const [left] =
    await connection`select current_user, nullif(current_setting('request.jwt.claims', true), '') as claims, realtime.topic()`
  connection.release()
  assert.deepEqual(left, { current_user: 'supabase_admin', claims: null, topic: null })
  assert.deepEqual(await count(), before)
})

Deno.test('migrations may write policies on messages and make nothing else in the schema', async () => {
  for (const statement of [
    'create table realtime.ours (id int)',
    `create function realtime.ours() returns int language sql as 'select 1'`,
    `select realtime.read_rights('x', 'anon', '{}', '{}', true)`,
  ])
    await assert.rejects(asPostgres.unsafe(statement), /permission denied/)
})

Deno.test('when the connection to the database is lost every channel hears of it, and joins again once none is missed', async () => {
  const client = await listener()
  await sql`alter role supabase_admin nologin`
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen realtime_messages%'`
  await client.assertEnded('family:1', 'The connection to the database was lost')
  assert.deepEqual((await client.join(family)).response, {
    reason: 'RealtimeRestarting: Realtime is restarting, please standby',
  })
  await sql`alter role supabase_admin login`
  await until(async () => (await client.join(family)).status === 'ok')
  await send('heard')
  assert.equal((await payloadOf(client)).event, 'heard')
})

Deno.test('messages are kept for three days', async () => {
  await sql`insert into realtime.messages (topic, extension, inserted_at) select 'old', 'broadcast', now() - interval '1 hour' * hours from unnest(array[71, 73]) hours`
  await service.deleteExpired()
  const kept =
    await sql`select inserted_at > now() - interval '72 hours' as recent from realtime.messages where topic = 'old'`
  assert.deepEqual([...kept], [{ recent: true }])
})
