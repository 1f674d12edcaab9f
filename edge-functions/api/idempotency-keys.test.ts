import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { idempotencyKeyHeader, replayedHeader } from '../../domain/contract/routes.ts'
import { newsOf, revisionOf } from '../../testing/commands.ts'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { lockFamily, whileHeld } from '../../testing/database.ts'
import { assertRefusal } from '../../testing/device.ts'
import type { ApiResponse, Device } from '../../testing/device.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { kidOf, newFamily, pairedDevice } from '../../testing/family.ts'
import { sessionTokenOf } from '../../testing/tokens.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'
import { until } from '../../testing/until.ts'
import { uploadVariable } from '../../testing/uploaded-function.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'
import { Refusal } from './refusal.ts'

const story = onOneStack()

const newKey = () => crypto.randomUUID()
const isReplayed = ({ headers }: ApiResponse) => headers.get(replayedHeader) === 'true'
const keysOf = async ({ sql }: TestStack, key: string) =>
  (await sql<{ row: string }[]>`select k::text as row from private.idempotency_keys k where key = ${key}`).map(
    ({ row }) => row,
  )
const passDays = ({ sql }: TestStack, key: string, days: number) =>
  sql`update private.idempotency_keys set created_at = created_at - make_interval(days => ${days}) where key = ${key}`

const gift = { amount: 15, reason: 'Great report card' }

/** Gives gems, a change that has another result when it runs twice. */
const giveGems = (device: Device, memberId: string, key: string, body: Record<string, unknown> = gift) =>
  device.ask('addGemEntry', { memberId }, { body, headers: { [idempotencyKeyHeader]: key } })

function assertDone(answer: ApiResponse): void {
  assert.deepEqual([answer.status, isReplayed(answer)], [201, false], answer.text)
}

function assertReplayOf(first: ApiResponse, again: ApiResponse, what?: string): void {
  assert.deepEqual([again.status, again.text, isReplayed(again)], [first.status, first.text, true], what)
}

/** How many requests with a key wait for a lock. */
const waitingIn = async ({ sql }: TestStack) =>
  (
    await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from private.request_once(%' and pid <> pg_backend_pid()`
  ).count

story('A try at a PIN counts each time, whatever key it names', async (stack) => {
  const family = await newFamily(stack)
  const { id: memberId } = await family.addMember('Mia', { pin: '2468' })
  const headers = { [idempotencyKeyHeader]: newKey() }
  for (let tries = 0; tries < 3; tries++)
    await family.parent.ask('verifyPin', { memberId }, { body: { pin: '0000' }, headers })
  const [counted] = await stack.sql`select failures from private.member_pins where member_id = ${memberId}`
  assert.deepEqual(counted, { failures: 3 })
})

story('The second of two requests with one key waits for the first, and runs if that one failed', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const [key, another] = [newKey(), newKey()]
  const seen = await revisionOf(stack.sql, familyId)
  await whileHeld(stack, lockFamily(familyId), async (holder) => {
    const first = giveGems(parent, memberId, key)
    await until(async () => (await waitingIn(stack)) === 1)
    const second = giveGems(parent, memberId, key)
    // An uploaded function gives an account one connection: there the second waits for that.
    const waiting = Deno.env.has(uploadVariable) ? 1 : 2
    await until(async () => (await waitingIn(stack)) === waiting)
    await holder`commit`
    const answers = [await first, await second] as const
    assertDone(answers[0])
    assertReplayOf(...answers)
  })
  assert.equal(await family.balanceOf(memberId), 15)
  assert.equal((await newsOf(stack.sql, familyId, seen)).length, 1)
  // As a first request whose command has not ended.
  const begun = (sql: Sql) => sql`
    insert into private.idempotency_keys (account_id, key, fingerprint)
    select user_id, ${another}, 'of the first' from public.family_members where id = ${memberId}`
  await whileHeld(stack, begun, async (holder) => {
    const second = giveGems(parent, memberId, another)
    await until(async () => (await waitingIn(stack)) === 1)
    await holder`rollback`
    assertDone(await second)
  })
  assert.equal(await family.balanceOf(memberId), 30)
})

story(
  'A refusal is not kept; a key that was sent with another request is refused, and its answer stays',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId, memberId } = family
    const { id: miaId } = await family.addMember('Mia')
    const key = newKey()
    assertRefusal(await giveGems(await family.device(miaId), memberId, key), 'not_allowed')
    assertRefusal(await giveGems(parent, memberId, key, { ...gift, amount: -5 }), 'not_enough_gems')
    assertRefusal(await giveGems(parent, crypto.randomUUID(), key), 'not_found')
    assert.deepEqual(await keysOf(stack, key), [])
    const first = await giveGems(parent, memberId, key)
    assertDone(first)
    const revision = await revisionOf(stack.sql, familyId)
    for (const other of [
      giveGems(parent, memberId, key, { ...gift, amount: 16 }),
      // Another path, another call.
      giveGems(parent, miaId, key),
      parent.ask('removeMember', { memberId: miaId }, { headers: { [idempotencyKeyHeader]: key } }),
    ]) {
      const answer = await other
      assert.equal(
        assertRefusal(answer, 'idempotency_key_reused').message,
        'This Idempotency-Key was sent with another request.',
      )
      assert.equal(answer.headers.get(replayedHeader), null)
    }
    assertReplayOf(first, await giveGems(parent, memberId, key))
    assert.deepEqual([await family.balanceOf(memberId), await revisionOf(stack.sql, familyId)], [15, revision])
  },
)

story('The key of another account is another key', async (stack) => {
  const family = await newFamily(stack)
  const { kid: father, memberId: fatherId } = await kidOf(stack, family)
  await family.parent.call('editMember', { memberId: fatherId }, { role: 'parent' })
  const holm = await newFamily(stack, 'Holm')
  const key = newKey()
  const first = await giveGems(family.parent, family.memberId, key)
  assertDone(first)
  assertDone(await giveGems(father, family.memberId, key))
  assert.equal(await family.balanceOf(family.memberId), 30)
  // A stranger gets nothing by the key and the whole request.
  assertRefusal(await giveGems(holm.parent, family.memberId, key), 'not_found')
  assertDone(await giveGems(holm.parent, holm.memberId, key))
  // A paired tablet has no account, and keys of its own.
  const { tablet } = await pairedDevice(family)
  await tablet.call('setDeviceUse', {}, { use: 'wall' })
  const { id: miaId } = await family.addMember('Mia')
  const { id: questId } = await family.addQuest('Plants', { assigneeIds: [miaId] })
  const body = { completedDate: dayFromNow(), completingMemberId: miaId }
  const complete = () => tablet.ask('moveOrEditQuest', { questId }, { body, headers: { [idempotencyKeyHeader]: key } })
  assertReplayOf(await complete(), await complete())
  // A session of the account that has ended gets nothing.
  const device = await family.device()
  const copy = device.copy()
  copy.cookies.delete('bq_refresh')
  assertReplayOf(first, await giveGems(copy, family.memberId, key))
  await device.call('logout', {})
  for (const sent of [key, newKey()]) assertRefusal(await giveGems(copy, family.memberId, sent), 'not_signed_in')
  assertReplayOf(first, await giveGems(family.parent, family.memberId, key))
})

story(
  'A request with a key leaves nothing in its database session, which a pooler gives to somebody else',
  async (stack) => {
    const { parent } = await newFamily(stack)
    const claims = JSON.stringify(decodeJwt(await sessionTokenOf(stack, parent)))
    const key = newKey()
    const session = await stack.sql.reserve()
    try {
      const settings = async () => [
        ...(await session`select current_user::text, current_setting('role') as role, coalesce(current_setting('request.jwt.claims', true), '') as claims`),
      ]
      const before = await settings()
      for (const isReplay of [false, true]) {
        const [row] =
          await session`select is_replayed from private.request_once(${claims}, 'edit_profile', '{"firstName": "Annette"}', ${key}, 'fingerprint')`
        assert.deepEqual([row, await settings()], [{ is_replayed: isReplay }, before])
      }
    } finally {
      session.release()
    }
  },
)

story('The deletion of a family does not wait for a command with a key that waits for the family', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const key = newKey()
  await whileHeld(stack, lockFamily(familyId), async (holder) => {
    const waiting = giveGems(parent, memberId, key)
    await until(async () => (await waitingIn(stack)) === 1)
    await holder`delete from public.families where id = ${familyId}`
    await holder`set local lock_timeout = '500ms'`
    await holder`delete from auth.users where email = ${family.email}`
    await holder`commit`
    // As without a key: the family existed when the manager's right was checked.
    assertRefusal(await waiting, 'not_allowed')
  })
  // As without a key, a deleted account is nobody's.
  const claims = JSON.stringify(decodeJwt(await sessionTokenOf(stack, parent)))
  await assert.rejects(stack.sql`select private.request_once(${claims}, 'current_user_reply', '{}', ${key}, '')`, {
    message: 'not_signed_in',
  })
  assert.deepEqual(await keysOf(stack, key), [])
})

story('After seven days a key is new, and the clean-up deletes it', async (stack) => {
  const family = await newFamily(stack)
  const { parent, memberId } = family
  const key = newKey()
  const first = await giveGems(parent, memberId, key)
  await passDays(stack, key, 6)
  assertReplayOf(first, await giveGems(parent, memberId, key))
  const [kept] = await keysOf(stack, key)
  await stack.sql`select private.delete_expired(10000)`
  assert.deepEqual(await keysOf(stack, key), [kept])

  await passDays(stack, key, 2)
  // Another request by now.
  const second = await giveGems(parent, memberId, key, { ...gift, amount: 20 })
  assertDone(second)
  assert.equal(await family.balanceOf(memberId), 35)
  assertReplayOf(second, await giveGems(parent, memberId, key, { ...gift, amount: 20 }))

  await passDays(stack, key, 8)
  await stack.sql`select private.delete_expired(10000)`
  assert.deepEqual(await keysOf(stack, key), [])
})

Deno.test('A key is 1 to 255 visible ASCII characters', async () => {
  const { read } = createIdempotencyKeys(async () => 'digest')
  const readKey = (key: string) =>
    read(new Request('http://quests.example/api', { headers: { [idempotencyKeyHeader]: key } }), new Uint8Array())
  for (const key of ['', 'x'.repeat(256), 'one two', 'one\ttwo', 'schl\u00fcssel'])
    assert.ok((await readKey(key)) instanceof Refusal, key)
  for (const key of ['1', `${newKey()}~`.padEnd(255, '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}')])
    assert.deepEqual(await readKey(key), { key, fingerprint: 'digest' })
})

story(
  'The stored record of a request holds no PIN and no digest that could be guessed, and is deleted with its account',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    const { id: memberId } = await family.addMember('Mia')
    const keys = [newKey(), newKey()] as const
    const body = JSON.stringify({ pin: '7391' })
    const path = `/api/family-members/${memberId}/pin`
    await parent.ask('setPin', { memberId }, { body, headers: { [idempotencyKeyHeader]: keys[0] } })
    await parent.ask(
      'addMember',
      { familyId },
      { body: { displayName: 'Emil', pin: '7391' }, headers: { [idempotencyKeyHeader]: keys[1] } },
    )
    const rows = [...(await keysOf(stack, keys[0])), ...(await keysOf(stack, keys[1]))]
    assert.equal(rows.length, 2)
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    for (const row of rows) {
      assert.doesNotMatch(
        row.replaceAll(/[0-9a-f]{64}|[0-9a-f-]{36}|\d{4}-\d\d-\d\d[T ][\d:.+]+/g, ''),
        /7391|"pin"|salt|hash/,
      )
      for (const guess of [body, `PUT ${path}\n${body}`]) assert.ok(!row.includes(sha256(guess)))
    }
    await stack.sql`delete from auth.users where email = ${family.email}`
    assert.deepEqual([...(await keysOf(stack, keys[0])), ...(await keysOf(stack, keys[1]))], [])
  },
)
