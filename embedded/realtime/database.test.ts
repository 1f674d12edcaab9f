import assert from 'node:assert/strict'
import { grandma, max, mia, openTestRealtime } from '../../testing/realtime/realtime-service.ts'
import type { RawClient } from '../../testing/realtime/raw-client.ts'

const realtime = await openTestRealtime()
const { sql, asPostgres, listenAsPostgres } = realtime
const { openClientOf } = await realtime.open()

const family = 'realtime:family:1'
const listener = async () => {
  const client = await openClientOf(mia)
  assert.equal((await client.join(family)).status, 'ok')
  return client
}
const payloadOf = async (client: RawClient) =>
  (await client.take('broadcast')).payload as { event: string; payload: Record<string, unknown>; meta: { id: string } }

Deno.test('a message sent in SQL arrives after commit, with the id of its row', async () => {
  const client = await listener()
  await asPostgres`select realtime.send('{"quest": "dishes 🧼"}', 'quest.saved', 'family:1')`
  const [row] = await sql<{ id: string }[]>`select id from realtime.messages where event = 'quest.saved'`
  assert.deepEqual((await client.take('broadcast')).payload, {
    type: 'broadcast',
    event: 'quest.saved',
    payload: { id: row?.id, quest: 'dishes 🧼' },
    meta: { id: row?.id },
  })
  await asPostgres`select realtime.send('{"id": "mine"}', 'own.id', 'family:1')`
  assert.equal((await payloadOf(client)).payload['id'], 'mine')
})

Deno.test('a message that is rolled back is never sent', async () => {
  const client = await listener()
  await assert.rejects(
    asPostgres.begin(async (transaction) => {
      await transaction`select realtime.send('{}', 'never', 'family:1')`
      throw new Error('changed our mind')
    }),
  )
  await asPostgres`select realtime.send('{}', 'after', 'family:1')`
  assert.equal((await payloadOf(client)).event, 'after')
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
  const turns: unknown[] = []
  for (let message = 0; message < 240; message += 2) {
    const [early, turn] = [await payloadOf(client), await payloadOf(client)]
    assert.deepEqual([early.event, turn.event], ['early', 'turn'])
    assert.equal(early.payload['index'], turn.payload['index'])
    turns.push(turn.payload['turn'])
  }
  assert.deepEqual(
    turns,
    Array.from({ length: 120 }, (_, index) => index + 1),
  )
})

Deno.test('a public message, one without JSON and one whose name is too long for a frame reach nobody, and the next one does', async () => {
  const client = await listener()
  await asPostgres`select realtime.send('{}', 'for.all', 'family:1', false)`
  await sql`insert into realtime.messages (topic, extension, event, private) values ('family:1', 'broadcast', 'empty', true)`
  await asPostgres`select realtime.send('{}', ${'ü'.repeat(200)}, 'family:1')`
  await asPostgres`select realtime.send('{}', 'next', 'family:1')`
  assert.equal((await payloadOf(client)).event, 'next')
  assert.deepEqual(await client.settle(), [])
})

Deno.test('a user without the right to send makes a warning, and the rest of the transaction stands', async () => {
  const client = await listener()
  const warnings: unknown[] = []
  const ownPool = listenAsPostgres((notice) => warnings.push(notice['message']))
  await ownPool.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: grandma })}, true), set_config('role', 'authenticated', true)`
    await transaction`select realtime.send('{}', 'refused', 'family:1')`
    await transaction`select realtime.send('{}', 'refused', 'family:1')`
    await transaction`select set_config('role', 'postgres', true)`
    await transaction`select realtime.send('{}', 'stands', 'family:1')`
  })
  assert.equal((await payloadOf(client)).event, 'stands')
  await ownPool.end()
  const refusal = 'WarnSendingBroadcastMessage: new row violates row-level security policy for table "messages"'
  assert.deepEqual(warnings, [refusal, refusal])
})

Deno.test('a right asked for leaves nothing behind, neither rows nor settings', async () => {
  const client = await listener()
  const [before] = await sql<{ count: number }[]>`select count(*)::int from realtime.messages`
  await client.join(family)
  await sql.reserve().then(async (connection) => {
    const claims = JSON.stringify({ sub: mia })
    const [bits] =
      await connection`select realtime.read_rights('family:1', 'authenticated', ${claims}::text::jsonb, '{}', true) as read, realtime.write_rights('family:1', 'authenticated', ${claims}::text::jsonb, '{}') as write`
    assert.deepEqual(bits, { read: 3, write: 3 })
    const [left] =
      await connection`select current_user, nullif(current_setting('request.jwt.claims', true), '') as claims, realtime.topic()`
    assert.deepEqual(left, { current_user: 'supabase_admin', claims: null, topic: null })
    connection.release()
  })
  const [after] = await sql<{ count: number }[]>`select count(*)::int from realtime.messages`
  assert.deepEqual(after, before)
})

Deno.test('policies read the topic and the claims of who asks', async () => {
  await asPostgres.unsafe(`
    create policy "Whoever has the right words" on realtime.messages for select to anon using (
      realtime.topic() = 'gate:1' and topic = 'gate:1'
      and current_setting('request.jwt.claims')::jsonb ->> 'word' = 'please'
      and current_setting('request.jwt.claim.sub') = '${max}' and current_setting('request.jwt.claim.role') = 'anon')`)
  const client = await openClientOf(max, { role: 'anon', word: 'please' })
  assert.equal((await client.join('realtime:gate:1')).status, 'ok')
  assert.equal(
    (await client.join('realtime:gate:1', {}, await realtime.tokenOf(max, { role: 'anon' }))).status,
    'error',
  )
})

Deno.test('migrations may write policies on messages and make nothing else in the schema', async () => {
  await assert.rejects(asPostgres`create table realtime.ours (id int)`, /permission denied/)
  await assert.rejects(
    asPostgres`create function realtime.ours() returns int language sql as 'select 1'`,
    /permission denied/,
  )
  await assert.rejects(asPostgres`select realtime.read_rights('x', 'anon', '{}', '{}', true)`, /permission denied/)
})
