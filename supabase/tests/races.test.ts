import assert from 'node:assert/strict'
import type postgres from 'postgres'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { addGems, ask, heardOf } from '../../testing/commands.ts'
import type { Asking } from '../../testing/commands.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { lockFamily, onOneDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { household, secondParent, twoHouses } from '../../testing/seats.ts'
import { atOnce, times } from './at-once.ts'

const story = onOneDatabase()

const ledgerOf = async (sql: Sql, memberId: string): Promise<number[]> => {
  const lines = await sql<
    { amount: number }[]
  >`select amount from public.gem_entries where member_id = ${memberId} order by entry_number`
  return lines.map(({ amount }) => amount)
}

type Request = [who: Asking, command: string, args: Record<string, postgres.JSONValue>]

/** Sends these at once, in their order when `inOrder`: they begin while somebody else changes the family. */
const race = (database: TestDatabase, familyId: string, requests: Request[], inOrder = false) =>
  atOnce(
    database,
    lockFamily(familyId),
    requests.map((request) => (sql) => ask(sql, ...request)),
    inOrder,
  )

/** The number of different answers. */
const differing = (answers: object[]) => new Set(answers.map((answer) => JSON.stringify(answer))).size

/** Mia has earned that much, and the family sells ice cream for 10. */
async function shop(database: TestDatabase, amount: number, mode: 'spend' | 'ask') {
  const { sql } = database
  const houses = await twoHouses(sql)
  const { familyId, parent, questId } = houses.berg
  const { memberId } = houses.kid
  await sql`update public.families set reward_mode = ${mode} where id = ${familyId}`
  await addGems(sql, familyId, memberId, amount)
  const reward = await ask(sql, parent.userId, 'add_reward', { familyId, title: 'Ice cream', icon: '🍦', gemCost: 10 })
  const wish = () => ({ rewardId: String(reward['id']), memberId, redemptionId: crypto.randomUUID() })
  return {
    ...{ familyId, questId, memberId, tablet: houses.tablet, anna: parent.userId, wish },
    redeemed: async () => {
      const wished = wish()
      await ask(sql, houses.tablet, 'redeem_reward', wished)
      return { redemptionId: wished.redemptionId }
    },
    ledger: () => ledgerOf(sql, memberId),
    race: (requests: Request[], inOrder?: boolean) => race(database, familyId, requests, inOrder),
  }
}

story('Fifty taps on one quest at once pay once, and one of them is told so', async (database) => {
  const { sql } = database
  for (const recurring of ['once', 'daily', 'weekly']) {
    const { familyId, parent, questId } = await household(sql, 'Anna', 'Berg')
    await sql`update public.quests set recurring = ${recurring} where id = ${questId}`
    const complete = { questId, completingMemberId: parent.memberId, completedDate: dayFromNow() }
    const { answers, refusals } = await race(
      database,
      familyId,
      times(50, () => [parent.userId, 'complete_quest', complete]),
    )
    assert.deepEqual(refusals, [])
    const told = answers.map((quest) => JSON.stringify(quest))
    assert.equal(told.filter((text) => text.includes('"isNew":true')).length, 1)
    assert.equal(new Set(told.map((text) => text.replace('"isNew":true', '"isNew":false'))).size, 1)
    assert.deepEqual(await ledgerOf(sql, parent.memberId), [20])
    assert.equal((await sql`select from public.quest_completions where quest_id = ${questId}`).count, 1)
  }
})

story(
  'Two members who finish a once-quest at the same moment are not both paid, and each learns who was first',
  async (database) => {
    const { sql } = database
    const { berg, kid } = await twoHouses(sql)
    const doers = [berg.parent.memberId, kid.memberId]
    const done = { questId: berg.questId, completedDate: dayFromNow() }
    const { answers, refusals } = await race(
      database,
      berg.familyId,
      times(50, (at) => [berg.parent.userId, 'complete_quest', { ...done, completingMemberId: doers[at % 2] ?? '' }]),
    )
    assert.deepEqual(refusals, [])
    const ledgers = await Promise.all(doers.map((doer) => ledgerOf(sql, doer)))
    assert.deepEqual(ledgers.flat(), [20])
    assert.equal(differing(answers.map(({ completed }) => (completed as { completion: object }).completion)), 1)
  },
)

story('Fifty wrong PINs at once count fifty, and at most five of them are looked at', async (database) => {
  const { sql } = database
  const { berg, kid } = await twoHouses(sql)
  await ask(sql, berg.parent.userId, 'set_pin', {
    memberId: berg.parent.memberId,
    salt: '00'.repeat(16),
    hash: '11'.repeat(32),
  })
  // With a PIN, and without one and without a row that counts.
  for (const memberId of [berg.parent.memberId, kid.memberId]) {
    const { answers, refusals } = await atOnce(
      database,
      (sql) => sql`lock table private.member_pins in access exclusive mode`,
      times(50, () => (sql) => ask(sql, berg.parent.userId, 'begin_pin_try', { memberId })),
    )
    assert.deepEqual(refusals, [])
    const salts = answers.filter((answer) => 'salt' in answer)
    assert.equal(salts.length, 5)
    assert.equal(new Set(salts.map(({ salt }) => salt)).size, 1)
    const [counted] =
      await sql`select failures, failures_today, needs_password from private.member_pins where member_id = ${memberId}`
    assert.deepEqual(counted, { failures: 50, failures_today: 50, needs_password: true })
  }
})

story('Two parents who remove each other, or make each other kids, at once leave a parent', async (database) => {
  const { sql } = database
  for (const [command, change] of [
    ['remove_member', {}],
    ['edit_member', { role: 'kid' }],
  ] as const) {
    const { familyId, parent: anna } = await household(sql, 'Anna', 'Berg')
    const olaf = await secondParent(sql, familyId)
    const { refusals } = await race(database, familyId, [
      [anna.userId, command, { memberId: olaf.memberId, ...change }],
      [olaf.userId, command, { memberId: anna.memberId, ...change }],
    ])
    // The second one is no parent of the family any more when it is their turn.
    assert.deepEqual(refusals, ['not_allowed'])
    assert.equal(
      (await sql`select from public.family_members where family_id = ${familyId} and role = 'parent'`).count,
      1,
    )
  }
})

story(
  'With gems for one, of many wishes at once one comes true; with gems for two, two are taken',
  async (database) => {
    const one = await shop(database, 15, 'spend')
    const wishes = await one.race(times(24, () => [one.tablet, 'redeem_reward', one.wish()]))
    assert.deepEqual([wishes.refusals.length, ...new Set(wishes.refusals)], [23, 'not_enough_gems'])
    assert.deepEqual(await one.ledger(), [15, -10])
    const two = await shop(database, 25, 'spend')
    const sweets = { memberId: two.memberId, amount: -10, reason: 'Sweets' }
    const taken = await two.race(times(24, () => [two.anna, 'add_gem_entry', sweets]))
    assert.deepEqual([taken.refusals.length, ...new Set(taken.refusals)], [22, 'not_enough_gems'])
    assert.deepEqual(await two.ledger(), [25, -10, -10])
  },
)

story('One wish, sent or given back many times at once, is one wish and given back once', async (database) => {
  const { anna, tablet, familyId, wish, race, ledger } = await shop(database, 15, 'spend')
  const olaf = await secondParent(database.sql, familyId)
  const wished = wish()
  const { redemptionId } = wished
  const sent = await race(times(24, () => [tablet, 'redeem_reward', wished]))
  assert.deepEqual([sent.refusals, differing(sent.answers), await ledger()], [[], 1, [15, -10]])
  const back = await race(
    times(24, (at) => [at % 2 === 0 ? olaf.userId : anna, 'put_back_redemption', { redemptionId }]),
  )
  assert.deepEqual([back.refusals, differing(back.answers), await ledger()], [[], 1, [15, -10, 10]])
})

story('One entity, added many times at once under one id, is one entity and one event', async (database) => {
  const { sql } = database
  const { familyId, parent, columnId } = await household(sql, 'Anna', 'Berg')
  const quest = {
    columnId,
    title: 'Plants',
    description: '',
    icon: '🌱',
    gemValue: 5,
    assigneeIds: [parent.memberId],
    recurring: 'once',
  }
  for (const [command, fields] of Object.entries({
    add_member: { displayName: 'Leo', role: 'kid', avatarSeed: 'leo' },
    add_column: { title: 'Garden', emoji: '🌱' },
    add_quest: quest,
    add_reward: { title: 'Pizza', icon: '🍕', gemCost: 5 },
  })) {
    const id = crypto.randomUUID()
    const { reply, heard } = await heardOf(sql, familyId, () =>
      race(
        database,
        familyId,
        times(24, () => [parent.userId, command, { familyId, id, ...fields }]),
      ),
    )
    const { refusals, answers } = reply
    assert.deepEqual([refusals, heard.length, differing(answers), answers[0]?.['id']], [[], 1, 1, id], command)
  }
})

story('Two devices that decide differently at once: one wins, and the ledger has its outcome', async (database) => {
  const { anna, redeemed, race, ledger } = await shop(database, 15, 'ask')
  const { redemptionId } = await redeemed()
  const decisions = ['granted', 'declined']
  const { answers, refusals } = await race(
    times(24, (at) => [anna, 'decide_redemption', { redemptionId, status: decisions[at % 2] ?? '' }]),
  )
  const [kept] = await database.sql<
    { status: string }[]
  >`select status from public.redemptions where id = ${redemptionId}`
  assert.deepEqual([answers.length, refusals.length], [12, 12])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([kept?.status]))
  assert.deepEqual(new Set(refusals), new Set(['already_decided']))
  assert.deepEqual(await ledger(), kept?.status === 'granted' ? [15, -10] : [15, -10, 10])
})

story(
  'A parent who decides and a child who puts back at once: the first one wins, and the ledger has its outcome',
  async (database) => {
    for (const [first, status, refusal, putBack] of [
      ['parent', 'granted', 'granted_by_parent', undefined],
      ['parent', 'declined', 'put_back_too_late', undefined],
      ['child', 'granted', 'already_decided', true],
      ['child', 'declined', 'already_decided', true],
    ] as const) {
      const { anna, tablet, redeemed, race, ledger } = await shop(database, 15, 'ask')
      const { redemptionId } = await redeemed()
      const requests: Request[] = [
        [anna, 'decide_redemption', { redemptionId, status }],
        [tablet, 'put_back_redemption', { redemptionId }],
      ]
      const { answers, refusals } = await race(first === 'parent' ? requests : requests.toReversed(), true)
      const outcome = putBack ? 'declined' : status
      assert.deepEqual(
        [answers.length, refusals, answers[0]?.['status'], answers[0]?.['putBack']],
        [1, [refusal], outcome, putBack],
      )
      assert.deepEqual(await ledger(), outcome === 'granted' ? [15, -10] : [15, -10, 10])
    }
  },
)

story('Gems that are spent and taken back at once are not both', async (database) => {
  const { anna, tablet, questId, memberId, wish, race, ledger } = await shop(database, 1, 'spend')
  const done = { questId, completedDate: dayFromNow() }
  await ask(database.sql, anna, 'complete_quest', { ...done, completingMemberId: memberId })
  const { refusals } = await race(
    times(4, (at) =>
      at % 2 === 0 ? [tablet, 'redeem_reward', wish()] : [anna, 'undo_completion', { ...done, memberId }],
    ),
  )
  const lines = await ledger()
  const balances = lines.map((_, at) => lines.slice(0, at + 1).reduce((sum, amount) => sum + amount, 0))
  assert.ok(Math.min(...balances) >= 0, JSON.stringify(lines))
  assert.deepEqual(new Set(refusals).difference(new Set(['not_enough_gems', 'not_found'])), new Set())
  assert.equal(
    (await database.sql`select from public.gem_entries where member_id = ${memberId} and reason = 'undo'`).count,
    1,
  )
})

story('Columns that arrive and leave at once leave no gap', async (database) => {
  const { sql } = database
  const { familyId, parent, columnIds } = await household(sql, 'Anna', 'Berg')
  const garden = { familyId, title: 'Garden', emoji: '🌱' }
  const { refusals } = await race(database, familyId, [
    ...times(20, (at): Request => [parent.userId, 'add_column', { ...garden, position: at % 5 }]),
    ...columnIds.slice(1).map((columnId): Request => [parent.userId, 'delete_column', { columnId }]),
  ])
  assert.deepEqual(refusals, [])
  const kept = await sql<
    { position: number }[]
  >`select position from public.quest_columns where family_id = ${familyId} order by position`
  for (const [at, { position }] of kept.entries()) assert.equal(position, at)
})

story(
  'A quest that moves to a column, or is completed into it, while the column is deleted stands in one that exists',
  async (database) => {
    const { sql } = database
    for (const how of ['move', 'complete'] as const) {
      const { familyId, parent, questId, columnIds } = await household(sql, 'Anna', 'Berg')
      const columnId = columnIds.at(-1) ?? ''
      const change =
        how === 'move'
          ? { questId, columnId }
          : { questId, completingMemberId: parent.memberId, completedDate: dayFromNow() }
      const { refusals } = await race(database, familyId, [
        [parent.userId, 'edit_quest', change],
        [parent.userId, 'delete_column', { columnId }],
      ])
      assert.deepEqual(
        new Set(refusals).difference(
          new Set(['quests_column_fkey', 'quests_done_column_fkey', 'column_not_empty', '40P01']),
        ),
        new Set(),
        how,
      )
      const [quest] = await sql`
      select c.id from public.quests q join public.quest_columns c on c.id = q.column_id and c.family_id = q.family_id where q.id = ${questId}`
      assert.ok(quest, how)
    }
  },
)

story('No command that changes quests waits for another one that waits for it', async (database) => {
  const { sql } = database
  for (const command of ['add_absence', 'remove_member']) {
    const { berg, kid } = await twoHouses(sql)
    const { familyId, parent, questId, columnIds } = berg
    await ask(sql, parent.userId, 'edit_quest', { questId, assigneeIds: [parent.memberId, kid.memberId] })
    await ask(sql, parent.userId, 'move_quest', { questId, columnId: columnIds.at(-1) ?? '' })
    const args = { familyId, questId, memberId: kid.memberId, startsOn: dayFromNow(), endsOn: dayFromNow() }
    const done = { questId, completingMemberId: parent.memberId, completedDate: dayFromNow() }
    const requests = times(6, () => [
      [parent.userId, 'complete_quest', done],
      [parent.userId, command, args],
    ]).flat() as Request[]
    const { refusals } = await race(database, familyId, requests)
    // A member is removed once.
    assert.deepEqual(new Set(refusals).difference(new Set(['not_found'])), new Set(), command)
    assert.deepEqual(await ledgerOf(sql, parent.memberId), [20], command)
  }
})

story(
  'What a member or a reward is asked for while it is removed is refused, and nothing is paid',
  async (database) => {
    for (const [command, args, code] of [
      ['complete_quest', { completedDate: dayFromNow() }, 'completer_not_in_family'],
      ['edit_quest', {}, 'assignee_not_in_family'],
      ['add_gem_entry', { amount: 5, reason: 'A gift' }, 'not_found'],
      ['redeem_reward', {}, 'redeemer_not_in_family'],
    ] as const) {
      const { anna, questId, memberId, wish, race } = await shop(database, 15, 'spend')
      const target = { questId, completingMemberId: memberId, assigneeIds: [memberId], ...wish(), ...args }
      const { refusals } = await race(
        [
          [anna, 'remove_member', { memberId }],
          [anna, command, target],
        ],
        true,
      )
      assert.deepEqual(refusals, [code], command)
    }
    const { anna, tablet, wish, race, ledger } = await shop(database, 15, 'spend')
    const wished = wish()
    const { refusals } = await race(
      [
        [anna, 'delete_reward', { rewardId: wished.rewardId }],
        [tablet, 'redeem_reward', wished],
      ],
      true,
    )
    assert.deepEqual([refusals, await ledger()], [['not_found'], [15]])
  },
)
