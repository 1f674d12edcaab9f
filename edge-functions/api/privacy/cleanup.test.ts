import assert from 'node:assert/strict'
import { newFamily, sendPicture } from '../../../testing/family.ts'
import { onOwnStack, settingsFor } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'
import { createApi } from '../app.ts'

const story = onOwnStack()

/** Starts one more instance of the function. */
function startInstance(stack: TestStack, environment: Record<string, string> = {}) {
  const sql = stack.postgres.connect('postgres', 2)
  const bugs: string[] = []
  const api = createApi(settingsFor(stack, environment), sql, (bug) => bugs.push(bug))
  return { call: () => api.fetch(new Request(`${stack.url}/api/auth/access`)), bugs, close: () => sql.end() }
}

/** Collects the work that instances pass to `waitUntil` after their responses, as Supabase's runtime does. */
async function withRuntime(tell: (work: Promise<void>[]) => Promise<void>): Promise<void> {
  const work: Promise<void>[] = []
  Object.assign(globalThis, { EdgeRuntime: { waitUntil: (promise: Promise<void>) => work.push(promise) } })
  try {
    await tell(work)
  } finally {
    Reflect.deleteProperty(globalThis, 'EdgeRuntime')
    await Promise.all(work)
  }
}

/** Uploads pictures that are unused and due for removal. */
async function leavePictures(stack: TestStack, count: number): Promise<void> {
  const { parent } = await newFamily(stack)
  for (let sent = 0; sent < count; sent++) await sendPicture(parent)
  await stack.sql`update private.pictures set due_at = now() - interval '1 minute'`
}

const picturesLeft = async ({ sql }: TestStack) =>
  (await sql`select from storage.objects where bucket_id = 'avatars'`).count
const passTime = ({ sql }: TestStack, hours: number) =>
  sql`update private.cleanup set due_at = due_at - make_interval(hours => ${hours})`
const dueIn = async ({ sql }: TestStack) => {
  const [row] = await sql<
    { minutes: number }[]
  >`select extract(epoch from due_at - now())::float / 60 as minutes from private.cleanup`
  return Math.round(row?.minutes ?? NaN)
}

story(
  'One of many concurrent instances deletes expired data, an hour later one does so again, and no response waits for it',
  (stack) =>
    withRuntime(async (work) => {
      const instances = Array.from({ length: 6 }, () => startInstance(stack))
      await leavePictures(stack, 2)
      await passTime(stack, 2)
      // The first instance that deletes waits for this row.
      const held = Promise.withResolvers<void>()
      const holding = Promise.withResolvers<void>()
      const transaction = stack.sql.begin(async (sql) => {
        await sql`select from private.cleanup for update`
        holding.resolve()
        await held.promise
      })
      await holding.promise
      const answers = await Promise.all(instances.map(({ call }) => call()))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.equal(work.length, instances.length)
      assert.equal(await picturesLeft(stack), 2)
      held.resolve()
      await transaction
      await Promise.all(work)
      assert.equal(await picturesLeft(stack), 0)
      assert.equal(await dueIn(stack), 60)

      // Within the hour no instance asks a second time, and a new one is refused the claim.
      await leavePictures(stack, 1)
      const another = startInstance(stack)
      for (const { call } of [...instances, another]) await call()
      assert.equal(work.length, instances.length + 1)
      await Promise.all(work)
      assert.equal(await picturesLeft(stack), 1)

      await passTime(stack, 1)
      const later = [startInstance(stack), startInstance(stack)]
      await Promise.all(later.map(({ call }) => call()))
      await Promise.all(work)
      assert.equal(await picturesLeft(stack), 0)
      assert.deepEqual(
        [...instances, another, ...later].flatMap(({ bugs }) => bugs),
        [],
      )
      await Promise.all([...instances, another, ...later].map(({ close }) => close()))
    }),
)

story('Pictures that could not be removed go an hour later', (stack) =>
  withRuntime(async (work) => {
    await leavePictures(stack, 1)
    await passTime(stack, 2)
    const withoutStorage = startInstance(stack, { SUPABASE_URL: 'http://127.0.0.1:1' })
    await withoutStorage.call()
    await Promise.all(work)
    assert.deepEqual([await picturesLeft(stack), await dueIn(stack), withoutStorage.bugs], [1, 60, []])
    await passTime(stack, 1)
    await stack.sql`update private.pictures set due_at = due_at - interval '1 hour'`
    const next = startInstance(stack)
    await next.call()
    await Promise.all(work)
    assert.equal(await picturesLeft(stack), 0)
    await Promise.all([withoutStorage.close(), next.close()])
  }),
)

story('A clock that was days ahead and is put right keeps nobody from deleting what has expired', async (stack) => {
  await passTime(stack, -72)
  const [first] = await stack.sql<{ claimed: boolean }[]>`select private.claim_cleanup() as claimed`
  const [second] = await stack.sql<{ claimed: boolean }[]>`select private.claim_cleanup() as claimed`
  assert.deepEqual([first?.claimed, second?.claimed], [true, false])
})
