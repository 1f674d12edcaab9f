import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { decodeJwt } from 'jose'
import { idempotencyKeyHeader, replayedHeader, routes, takesKey } from '../../domain/contract/routes.ts'
import type { RouteName } from '../../domain/contract/routes.ts'
import { newsOf, revisionOf } from '../../testing/commands.ts'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { lockFamily, whileHeld } from '../../testing/database.ts'
import { parsed, assertRefusal } from '../../testing/device.ts'
import type { ApiResponse, Device } from '../../testing/device.ts'
import { everythingOf, goodCalls, newScene, senderOf, sendGood } from '../../testing/every-call.ts'
import { kidOf, newFamily } from '../../testing/family.ts'
import type { SignedUpFamily } from '../../testing/family.ts'
import { sessionTokenOf } from '../../testing/tokens.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'
import { until } from '../../testing/until.ts'
import { uploadVariable } from '../../testing/uploaded-function.ts'

const story = onOneStack()

const names = Object.keys(routes) as RouteName[]
const withKey = names.filter(takesKey)

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

/** Returns all effects of a change: rows, revision and events. */
const effectsIn = async (stack: TestStack, { familyId }: SignedUpFamily) => [
  await everythingOf(stack, familyId),
  await revisionOf(stack.sql, familyId),
  await newsOf(stack.sql, familyId, 0),
]

/** How many requests with a key wait for a lock. */
const waitingIn = async ({ sql }: TestStack) =>
  (
    await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from private.request_once(%' and pid <> pg_backend_pid()`
  ).count

story(
  'Every change that takes a key returns the first response to a repeated request, and does nothing',
  async (stack) => {
    assert.equal(withKey.length, 28)
    for (const name of withKey) {
      const scene = await newScene(stack)
      const another = await scene.device()
      const body = goodCalls[name].body?.(scene)
      const key = newKey()
      const send = (device: Device) =>
        sendGood(device, name, scene, { ...(body && { body }), headers: { [idempotencyKeyHeader]: key } })
      const first = await send(scene.parent)
      assert.deepEqual(
        [first.status, isReplayed(first)],
        [goodCalls[name].status ?? 200, false],
        `${name}: ${first.text}`,
      )
      parsed(name, first)
      const effects = await effectsIn(stack, scene)
      for (const device of [scene.parent, another]) assertReplayOf(first, await send(device), name)
      assert.deepEqual(await effectsIn(stack, scene), effects, name)
    }
  },
)

story('A change that takes no key, and a read, keep nothing and replay nothing', async (stack) => {
  const untouched = await newScene(stack)
  for (const name of names.filter((name) => !takesKey(name) && name !== 'adminStats')) {
    const scene = routes[name].method === 'GET' ? untouched : await newScene(stack)
    const body = goodCalls[name].body?.(scene)
    const key = newKey()
    const sender = senderOf(name, scene)
    for (let sent = 0; sent < 2; sent++) {
      const answer = await sendGood(sender, name, scene, {
        ...(body && { body }),
        headers: { [idempotencyKeyHeader]: key },
      })
      assert.equal(answer.headers.get(replayedHeader), null, name)
    }
    assert.deepEqual(await keysOf(stack, key), [], name)
  }
})

story('A try at a PIN counts each time, whatever key it names', async (stack) => {
  const family = await newFamily(stack)
  const { id: memberId } = await family.addMember('Mia', { pin: '2468' })
  const headers = { [idempotencyKeyHeader]: newKey() }
  for (let tries = 0; tries < 3; tries++)
    await family.parent.ask('verifyPin', { memberId }, { body: { pin: '0000' }, headers })
  const [counted] = await stack.sql`select failures from private.member_pins where member_id = ${memberId}`
  assert.deepEqual(counted, { failures: 3 })
})

story(
  'The second of two concurrent requests with one key waits for the first, and gets the same response',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId, memberId } = family
    const key = newKey()
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
  },
)

story('When the first of two at once is refused, the second runs', async (stack) => {
  const family = await newFamily(stack)
  const { parent, memberId } = family
  const key = newKey()
  // As a first request whose command has not ended.
  const begun = (sql: Sql) => sql`
    insert into private.idempotency_keys (account_id, key, fingerprint)
    select user_id, ${key}, 'of the first' from public.family_members where id = ${memberId}`
  await whileHeld(stack, begun, async (holder) => {
    const second = giveGems(parent, memberId, key)
    await until(async () => (await waitingIn(stack)) === 1)
    await holder`rollback`
    assertDone(await second)
  })
  assert.equal(await family.balanceOf(memberId), 15)
})

story('A key that was sent with another request is refused, and the first answer stays', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const { id: miaId } = await family.addMember('Mia')
  const key = newKey()
  const headers = { [idempotencyKeyHeader]: key }
  const first = await giveGems(parent, memberId, key)
  assertDone(first)
  const effects = await effectsIn(stack, family)
  const others = [
    () => giveGems(parent, memberId, key, { ...gift, amount: 16 }),
    // Another path, another call, another method.
    () => giveGems(parent, miaId, key),
    () => parent.ask('addColumn', { familyId }, { body: { title: 'Garden', emoji: '🌱' }, headers }),
    () => parent.ask('removeMember', { memberId: miaId }, { headers }),
    () => parent.ask('editMember', { memberId: miaId }, { body: { displayName: 'Mimi' }, headers }),
  ]
  for (const other of others) {
    const answer = await other()
    assert.equal(
      assertRefusal(answer, 'idempotency_key_reused').message,
      'This Idempotency-Key was sent with another request.',
    )
    assert.deepEqual([answer.status, answer.headers.get(replayedHeader)], [422, null])
  }
  assert.deepEqual(await effectsIn(stack, family), effects)
  assertReplayOf(first, await giveGems(parent, memberId, key))
})

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
  assertReplayOf(first, await giveGems(family.parent, family.memberId, key))
})

story('A kept answer is for no session that has ended', async (stack) => {
  const family = await newFamily(stack)
  const device = await family.device()
  const copy = device.copy()
  copy.cookies.delete('bq_refresh')
  const key = newKey()
  const first = await giveGems(device, family.memberId, key)
  assertDone(first)
  await device.call('logout', {})
  assertRefusal(await giveGems(copy, family.memberId, key), 'not_signed_in')
  assertRefusal(await giveGems(copy, family.memberId, newKey()), 'not_signed_in')
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
  // A deleted account gets the same response with a key and without.
  const claims = JSON.stringify(decodeJwt(await sessionTokenOf(stack, parent)))
  await assert.rejects(stack.sql`select private.request_once(${claims}, 'current_user_reply', '{}', ${key}, '')`, {
    message: 'not_signed_in',
  })
  const [plain, keyed] = await Promise.all([
    parent.ask('addGemEntry', { memberId }, { body: gift }),
    giveGems(parent, memberId, key),
  ])
  assert.deepEqual([keyed.status, keyed.text], [plain.status, plain.text])
  assert.deepEqual(await keysOf(stack, key), [])
})

story('A refusal is not kept: the same key runs as soon as the request is right', async (stack) => {
  const family = await newFamily(stack)
  const { parent, memberId } = family
  const tablet = await family.device((await family.addMember('Mia')).id)
  const key = newKey()
  assertRefusal(await giveGems(tablet, memberId, key), 'not_allowed')
  assertRefusal(await giveGems(parent, memberId, key, { ...gift, amount: 0 }), 400)
  assertRefusal(await giveGems(parent, memberId, key, { ...gift, amount: -5 }), 'not_enough_gems')
  assertRefusal(await giveGems(parent, crypto.randomUUID(), key), 'not_found')
  assert.deepEqual(await keysOf(stack, key), [])
  const right = await giveGems(parent, memberId, key)
  assertDone(right)
  assertReplayOf(right, await giveGems(parent, memberId, key))
  assert.equal(await family.balanceOf(memberId), 15)
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

story('A key is 1 to 255 visible ASCII characters', async (stack) => {
  const family = await newFamily(stack)
  const { parent, memberId } = family
  for (const key of ['x'.repeat(256), 'one two', 'one\ttwo', 'schlüssel', '\u00a0']) {
    const { message } = assertRefusal(await giveGems(parent, memberId, key), 'malformed_idempotency_key')
    assert.equal(message, 'An Idempotency-Key has 1 to 255 visible ASCII characters.')
  }
  assert.equal(await family.balanceOf(memberId), 0)
  for (const key of ['1', `${newKey()}~`.padEnd(255, '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}')]) {
    const first = await giveGems(parent, memberId, key)
    assertDone(first)
    assertReplayOf(first, await giveGems(parent, memberId, key))
  }
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

type Drawn = {
  name: 'addGemEntry' | 'addColumn' | 'addReward' | 'addMember'
  times: number
  order: readonly number[]
  isAtOnce: boolean
}

const drawn = fc.record({
  name: fc.constantFrom<Drawn['name'][]>('addGemEntry', 'addColumn', 'addReward', 'addMember'),
  times: fc.integer({ min: 1, max: 4 }),
  order: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
  isAtOnce: fc.boolean(),
})

story('Whatever is sent several times with its key, at once or later, takes effect once', (stack) =>
  fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 8 }), async (commands) => {
      const family = await newFamily(stack)
      const { parent, familyId, memberId } = family
      const seen = await revisionOf(stack.sql, familyId)
      const bodies = {
        addGemEntry: (name: string) => ({ amount: 5, reason: name }),
        addColumn: (name: string) => ({ title: name, emoji: '🌱', position: 0 }),
        addReward: (name: string) => ({ title: name, icon: '🍕', gemCost: 3 }),
        addMember: (name: string) => ({ displayName: name }),
      }
      const answers = commands.map((): ApiResponse[] => [])
      const sends = commands
        .flatMap(({ times, order }, index) =>
          Array.from({ length: times }, (_, time) => ({ index, at: order[time] ?? 0 })),
        )
        .toSorted((a, b) => a.at - b.at)
      const keys = commands.map(newKey)
      let atOnce: Promise<unknown>[] = []
      for (const { index } of sends) {
        const { name, isAtOnce } = commands[index] ?? assert.fail()
        const sent = { body: bodies[name](`Number ${index}`), headers: { [idempotencyKeyHeader]: keys[index] ?? '' } }
        const answered = parent
          .ask<RouteName>(name, { familyId, memberId } as never, sent)
          .then((answer) => answers[index]?.push(answer))
        atOnce.push(answered)
        if (isAtOnce) continue
        await Promise.all(atOnce)
        atOnce = []
      }
      await Promise.all(atOnce)

      for (const [index, alike] of answers.entries()) {
        assert.equal(new Set(alike.map(({ status, text }) => `${status} ${text}`)).size, 1)
        assert.equal(alike[0]?.status, 201, alike[0]?.text)
        assert.equal(alike.filter(isReplayed).length, (commands[index]?.times ?? 0) - 1)
      }
      const titlesOf = (name: Drawn['name']) =>
        commands.flatMap((command, index) => (command.name === name ? [`Number ${index}`] : [])).toSorted()
      const added = (titles: readonly string[]) => titles.filter((title) => title.startsWith('Number')).toSorted()
      assert.deepEqual(
        added((await parent.call('gemEntries', { memberId })).map(({ title }) => title)),
        titlesOf('addGemEntry'),
      )
      assert.deepEqual(
        added((await parent.call('columns', { familyId })).map(({ title }) => title)),
        titlesOf('addColumn'),
      )
      assert.deepEqual(
        added((await parent.call('rewards', { familyId })).map(({ title }) => title)),
        titlesOf('addReward'),
      )
      assert.deepEqual(
        added((await parent.call('members', { familyId })).map(({ displayName }) => displayName)),
        titlesOf('addMember'),
      )
      // The events of an answer are those that were announced, and no other was.
      const told = answers.flatMap(([answer]) =>
        (JSON.parse(answer?.text ?? '{}') as { events: { revision: number }[] }).events.map(({ revision }) => revision),
      )
      const announced = (await newsOf(stack.sql, familyId, seen)).map(({ payload }) => payload['revision'] as number)
      assert.deepEqual(
        told.toSorted((a, b) => a - b),
        announced,
      )
    }),
    { numRuns: 25, seed: 20_261_126 },
  ),
)
