import assert from 'node:assert/strict'
import { idempotencyKeyHeader, replayedHeader } from '../../../domain/contract/routes.ts'
import { openBadLine } from '../../../testing/bad-line.ts'
import { postmasterOf, processes } from '../../../testing/child.ts'
import { lockFamily, whileHeld } from '../../../testing/database.ts'
import { assertRefusal } from '../../../testing/device.ts'
import type { ApiResponse, Device } from '../../../testing/device.ts'
import { newFamily } from '../../../testing/family.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { onOwnStack, settingsFor } from '../../../testing/stack.ts'
import type { OwnStack } from '../../../testing/stack.ts'
import { until } from '../../../testing/until.ts'
import { createApi } from '../app.ts'

const story = onOwnStack()

type Timed = ApiResponse & { took: number }

async function timed(asking: Promise<ApiResponse>): Promise<Timed> {
  const begun = performance.now()
  return { ...(await asking), took: performance.now() - begun }
}

function assertGivenUp(answer: Timed): void {
  assert.equal(
    assertRefusal(answer, 'unavailable').message,
    'The server is not ready yet. Please try again in a moment.',
  )
  assert.equal(answer.headers.get('retry-after'), '1')
  assert.ok(answer.took > 3900 && answer.took < 6000, `${answer.took} ms`)
}

const newKeys = (many: number) => Array.from({ length: many }, () => crypto.randomUUID())

const giveGem = (device: Device, memberId: string, key: string) =>
  device.ask(
    'addGemEntry',
    { memberId },
    { body: { amount: 1, reason: 'Patience' }, headers: { [idempotencyKeyHeader]: key } },
  )

const addReward = (device: Device, familyId: string) =>
  device.ask('addReward', { familyId }, { body: { title: 'Cinema', icon: '🍿', gemCost: 5 } })

story(
  'While Postgres hangs each call is answered in 5 s, also when more are sent, and as it goes on each is done once',
  async (stack) => {
    const { parent, familyId, memberId, balanceOf } = await newFamily(stack)
    const postmaster = await postmasterOf(stack.folder)
    const stopped = [postmaster, ...processes().flatMap(({ pid, parent }) => (parent === postmaster ? [pid] : []))]
    // No more than an account may have waiting, with a read.
    const [first, later] = [newKeys(7), newKeys(7)]
    const read = () => timed(parent.ask('familyState', { familyId }))
    const sendAll = (keys: string[]) => Promise.all(keys.map((key) => timed(giveGem(parent, memberId, key))))
    for (const pid of stopped) Deno.kill(pid, 'SIGSTOP')
    try {
      // While the later ones wait, new connections are opened, which hang too.
      const sentLater = new Promise((resolve) => setTimeout(resolve, 2500)).then(() =>
        Promise.all([sendAll(later), read()]),
      )
      for (const answer of (await Promise.all([sendAll(first), read(), sentLater])).flat(2)) assertGivenUp(answer)
    } finally {
      for (const pid of stopped.toReversed()) Deno.kill(pid, 'SIGCONT')
    }
    await until(async () => (await sendAll(first)).every(({ status }) => status === 201))
    // None of the later ones was sent to Postgres; of the first ones, those that were sent ran once.
    assert.equal(await balanceOf(memberId), 7)
    for (const answer of await sendAll(later))
      assert.deepEqual([answer.status, answer.headers.get(replayedHeader)], [201, null])
    assert.equal(await balanceOf(memberId), 14)
  },
)

/** Runs `work` while each command that adds a reward sleeps once its work is done. */
async function withSlowRewards({ sql }: OwnStack, work: () => Promise<void>): Promise<void> {
  await sql`alter function private.add_reward rename to add_reward_at_once`
  await sql.unsafe(`
    create function private.add_reward(args jsonb) returns text language plpgsql as $$
    declare
      reply text := private.add_reward_at_once(args);
    begin
      perform pg_sleep(120);
      return reply;
    end $$;
    grant execute on function private.add_reward to authenticated`)
  try {
    await work()
  } finally {
    await sql`drop function private.add_reward`
    await sql`alter function private.add_reward_at_once rename to add_reward`
  }
}

const sleepersIn = async ({ sql }: OwnStack) =>
  (
    await sql`select from pg_stat_activity where wait_event = 'PgSleep' and query like '%private.request%' and pid <> pg_backend_pid()`
  ).count

/** Commands that wait for a lock, or for those that do. */
async function waitForLock(stack: OwnStack, family: SignedUpFamily): Promise<void> {
  const { parent, memberId } = family
  // More than there are connections.
  const keys = newKeys(10)
  const answers = await whileHeld(stack, lockFamily(family.familyId), async () => {
    const given = await Promise.all(keys.map((key) => timed(giveGem(parent, memberId, key))))
    // Postgres ends the last one a moment after its answer.
    await until(
      async () => (await stack.sql`select from pg_locks where not granted and locktype <> 'relation'`).count === 0,
    )
    return given
  })
  for (const answer of answers) assertGivenUp(answer)
  const again = await timed(giveGem(parent, memberId, keys[0] ?? ''))
  assert.deepEqual([again.status, again.headers.get(replayedHeader), await family.balanceOf(memberId)], [201, null, 1])
  assert.ok(again.took < 2000, `${again.took} ms`)
  for (const key of keys.slice(1))
    assert.equal((await giveGem(parent, memberId, key)).headers.get(replayedHeader), null)
  assert.equal(await family.balanceOf(memberId), 10)
}

/** Statements that take too long: Postgres ends them and, behind a pooler, the function. */
async function takeTooLong(stack: OwnStack, direct: SignedUpFamily, pooled: SignedUpFamily): Promise<void> {
  // These sessions lack `statement_timeout`, which a transaction pooler does not take.
  const sql = stack.postgres.connect('postgres', 2)
  const api = createApi(settingsFor(stack), sql)
  Object.assign(pooled.parent, { dispatch: (request: Request) => api.fetch(request) })
  const families = [direct, pooled]
  await withSlowRewards(stack, async () => {
    const answers = families.map(({ parent, familyId }) => timed(addReward(parent, familyId)))
    for (const answer of await Promise.all(answers)) assertGivenUp(answer)
    await until(async () => (await sleepersIn(stack)) === 0)
  })
  for (const { parent, familyId } of families) {
    assert.deepEqual(await parent.call('rewards', { familyId }), [])
    assert.equal((await addReward(parent, familyId)).status, 201)
  }
  await sql.end()
}

/** A read that waits for Auth and then for the database. */
async function waitForAuth(stack: OwnStack, { parent, familyId }: SignedUpFamily): Promise<void> {
  await using line = await openBadLine({ port: Number(new URL(stack.url).port) })
  const api = createApi({ ...settingsFor(stack), supabaseUrl: `http://127.0.0.1:${line.port}` }, stack.sql)
  const device = Object.assign(parent.copy(), { dispatch: (request: Request) => api.fetch(request) })
  device.cookies.delete('bq_access')
  line.become(({ path }) => (path.startsWith('/auth/v1/token') ? 'stall' : 'pass'))
  // With a limit for each the answer would come after 11 s.
  setTimeout(() => line.become('pass'), 6000)
  await whileHeld(
    stack,
    (sql) => sql`lock table public.quest_columns`,
    async () => {
      const { status, took } = await timed(device.ask('columns', { familyId }))
      assert.deepEqual([status, took > 6500 && took < 9000], [503, true], `${took} ms`)
    },
  )
  assert.equal((await device.ask('columns', { familyId })).status, 200)
}

story(
  'Commands that wait or take too long end in 5 s, none of them done, and a read that waits for Auth too before the app gives up',
  async (stack) => {
    const [first, second, third, fourth] = await Promise.all([
      newFamily(stack),
      newFamily(stack),
      newFamily(stack),
      newFamily(stack),
    ])
    await Promise.all([waitForLock(stack, first), takeTooLong(stack, second, third), waitForAuth(stack, fourth)])
  },
)

story('A command that ends because another one of its session was cancelled too late runs again', async (stack) => {
  const family = await newFamily(stack)
  const given = await whileHeld(stack, lockFamily(family.familyId), async () => {
    const giving = giveGem(family.parent, family.memberId, crypto.randomUUID())
    await until(
      async () =>
        (
          await stack.sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and usename = 'postgres'`
        ).count > 0,
    )
    return { giving }
  })
  assert.equal((await given.giving).status, 201)
  assert.equal(await family.balanceOf(family.memberId), 1)
})

story('The sessions of the function have limits of their own, below those of the function', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  await stack.sql`alter function private.list_columns rename to list_columns_away`
  await stack.sql.unsafe(`
    create function private.list_columns(args jsonb) returns text language sql as
      $$ select json_build_array(current_setting('statement_timeout'), current_setting('lock_timeout'))::text $$;
    grant execute on function private.list_columns to authenticated`)
  try {
    assert.equal((await parent.ask('columns', { familyId })).text, '["5s", "4s"]')
  } finally {
    await stack.sql`drop function private.list_columns`
    await stack.sql`alter function private.list_columns_away rename to list_columns`
  }
})
