import assert from 'node:assert/strict'
import { lockFamily, whileHeld } from '../../../testing/database.ts'
import { Device, parsed, assertRefusal } from '../../../testing/device.ts'
import type { ApiResponse } from '../../../testing/device.ts'
import { newFamily } from '../../../testing/family.ts'
import { withLog } from '../../../testing/log.ts'
import { onOwnStack, settingsFor } from '../../../testing/stack.ts'
import { until } from '../../../testing/until.ts'
import postgres from 'postgres'
import { createApi } from '../app.ts'
import { createDatabase } from './database.ts'
import { Refusal } from '../refusal.ts'

const story = onOwnStack()

function assertUnavailable(answer: ApiResponse): void {
  assert.equal(
    assertRefusal(answer, 'unavailable').message,
    'The server is not ready yet. Please try again in a moment.',
  )
  assert.equal(answer.headers.get('retry-after'), '1')
}

story('An unexpected error is reported, and the response reveals nothing internal', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const reported: unknown[] = []
  const api = createApi(settingsFor(stack), stack.sql, (bug) => reported.push(bug))
  const columns = () =>
    api.fetch(
      new Request(`${stack.url}/api/families/${familyId}/quest-columns`, {
        headers: { cookie: `bq_access=${parent.cookies.get('bq_access')}` },
      }),
    )
  await stack.sql`alter function private.list_columns rename to list_columns_away`
  try {
    const answer = await columns()
    const { status, headers } = answer
    assert.deepEqual(assertRefusal({ status, headers, text: await answer.text() }, 'unexpected'), {
      code: 'unexpected',
      message: 'Something went wrong on our side. Please try again.',
    })
    assert.equal(reported.length, 1)
    assert.match(String(reported[0]), /^PostgresError 42883 [^]*database\.ts/)
  } finally {
    await stack.sql`alter function private.list_columns_away rename to list_columns`
  }
  assert.equal((await columns()).status, 200)
})

story('A connection that breaks in the middle of a write is a no that may be tried again', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const dishes = await family.addQuest('Dishes')
  await whileHeld(stack, lockFamily(familyId), async () => {
    const moving = parent.ask('moveOrEditQuest', { questId: dishes.id }, { body: { gemValue: 1 } })
    let cut = 0
    await until(async () => {
      const { count } = await stack.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%private.request%'`
      cut = count
      return cut > 0
    })
    assert.equal(cut, 1)
    assertUnavailable(await moving)
  })
  assert.deepEqual(await parent.call('quests', { familyId }), [dishes])
  assert.equal((await parent.call('moveOrEditQuest', { questId: dishes.id }, { gemValue: 1 })).gemValue, 1)
})

story('Without its database it says so, signs nobody out and does not hang', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  await stack.postgres.stop()
  assertUnavailable(await parent.ask('columns', { familyId }))
  assert.ok(parent.isSignedIn)
  const health = await new Device(stack.url).ask('health', {})
  assert.equal(health.status, 503)
  const { status, database } = parsed('health', health)
  assert.deepEqual([status, database], ['down', 'down'])
})

const failingWith = (failure: Error) => {
  const fake = () => ({ raw: () => Promise.reject(failure) })
  return createDatabase(
    Object.assign(fake, { options: { max: 1 }, json: (value: unknown) => value }) as unknown as postgres.Sql,
  ).request({ userId: crypto.randomUUID(), json: '{}' }, 'list_columns', {})
}
const postgresError = (fields: Partial<postgres.PostgresError>) =>
  Object.assign(Object.create(postgres.PostgresError.prototype), fields)

Deno.test('Whatever keeps the database away is a no that may be tried again, and stands in the log', () =>
  withLog(async (lines) => {
    const errors = [
      // Errors of a pooler, which names no routine: without room, without a server, with a code of its own.
      ...['08P01', '58000', 'EDBHANDLEREXITED'].map((code) => postgresError({ code, message: `pooler ${code}` })),
      // A wrong password, no such database, no room, no memory, a Postgres that starts.
      ...['28P01', '3D000', '53300', '53200', '57P03'].map((code) =>
        postgresError({ code, message: `Postgres ${code}`, routine: 'InitPostgres' }),
      ),
      ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'ECONNREFUSED', 'EAI_AGAIN'].map((code) =>
        Object.assign(new Error(`connect ${code}`), { code }),
      ),
    ]
    for (const error of errors) {
      const refused = await failingWith(error)
      assert.ok(refused instanceof Refusal, error.message)
      const { status, headers } = refused.response()
      assert.deepEqual([status, headers.get('retry-after'), lines.pop()], [503, '1', `database: ${error.message}`])
    }
  }))

Deno.test('An internal error of Postgres and a wrong use of postgres.js are bugs', async () => {
  for (const [code, routine] of [
    ['XX000', 'relation_open'],
    ['08P01', 'exec_bind_message'],
    ['58000', 'mdopen'],
    ['42883', 'ParseFuncOrColumn'],
  ] as const) {
    await assert.rejects(failingWith(postgresError({ code, routine })), { code })
  }
  for (const code of ['UNDEFINED_VALUE', 'NOT_TAGGED_CALL', 'ERR_INVALID_ARG_TYPE'])
    await assert.rejects(failingWith(Object.assign(new Error(), { code })), { code })
})
