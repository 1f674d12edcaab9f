import assert from 'node:assert/strict'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { addGems, ask, heardOf } from '../../testing/commands.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { lockFamily, onOneDatabase } from '../../testing/database.ts'
import { household, secondParent, twoHouses } from '../../testing/seats.ts'
import type { Houses } from '../../testing/seats.ts'
import { atOnce, times } from './at-once.ts'

const story = onOneDatabase()

const ledgerOf = async (sql: Sql, memberId: string): Promise<number[]> => {
  const lines = await sql<
    { amount: number }[]
  >`select amount from public.gem_entries where member_id = ${memberId} order by entry_number`
  return lines.map(({ amount }) => amount)
}

story('Fifty taps on one quest at once pay once, and one of them is told so', async (database) => {
  const { sql } = database
  for (const recurring of ['once', 'daily', 'weekly']) {
    const { familyId, parent, questId } = await household(sql, 'Anna', 'Berg')
    await sql`update public.quests set recurring = ${recurring} where id = ${questId}`
    const complete = { questId, completingMemberId: parent.memberId, completedDate: dayFromNow() }
    const { answers, refusals } = await atOnce(
      database,
      lockFamily(familyId),
      times(50, () => (sql) => ask(sql, parent.userId, 'complete_quest', complete)),
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
    const { answers, refusals } = await atOnce(
      database,
      lockFamily(berg.familyId),
      times(50, (at) => (sql) => {
        return ask(sql, berg.parent.userId, 'complete_quest', {
          questId: berg.questId,
          completingMemberId: doers[at % 2] ?? '',
          completedDate: dayFromNow(),
        })
      }),
    )
    assert.deepEqual(refusals, [])
    assert.deepEqual(
      await Promise.all(doers.map((doer) => ledgerOf(sql, doer))).then((ledgers) => ledgers.flat()),
      [20],
    )
    const told = answers.map(({ completed }) => (completed as { completion: object }).completion)
    assert.equal(new Set(told.map((completion) => JSON.stringify(completion))).size, 1)
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
    const { refusals } = await atOnce(database, lockFamily(familyId), [
      (sql) => ask(sql, anna.userId, command, { memberId: olaf.memberId, ...change }),
      (sql) => ask(sql, olaf.userId, command, { memberId: anna.memberId, ...change }),
    ])
    // The second one is no parent of the family any more when it is their turn.
    assert.deepEqual(refusals, ['not_allowed'])
    assert.equal(
      (await sql`select from public.family_members where family_id = ${familyId} and role = 'parent'`).count,
      1,
    )
  }
})

/** Mia has earned that much, and the family sells ice cream for 10. */
async function saved(sql: Sql, houses: Houses, amount: number, mode: 'spend' | 'ask') {
  const { familyId, parent } = houses.berg
  await sql`update public.families set reward_mode = ${mode} where id = ${familyId}`
  await addGems(sql, familyId, houses.kid.memberId, amount)
  const reward = await ask(sql, parent.userId, 'add_reward', { familyId, title: 'Ice cream', icon: '🍦', gemCost: 10 })
  return { rewardId: String(reward['id']), memberId: houses.kid.memberId }
}

story('With gems for one, of many wishes at once one comes true', async (database) => {
  const houses = await twoHouses(database.sql)
  const wish = await saved(database.sql, houses, 15, 'spend')
  const { refusals } = await atOnce(
    database,
    lockFamily(houses.berg.familyId),
    times(24, () => (sql) => ask(sql, houses.tablet, 'redeem_reward', { ...wish, redemptionId: crypto.randomUUID() })),
  )
  assert.deepEqual([refusals.length, ...new Set(refusals)], [23, 'not_enough_gems'])
  assert.deepEqual(await ledgerOf(database.sql, wish.memberId), [15, -10])
})

story('One wish, sent many times at once, is one wish', async (database) => {
  const houses = await twoHouses(database.sql)
  const wish = { ...(await saved(database.sql, houses, 100, 'ask')), redemptionId: crypto.randomUUID() }
  const { answers, refusals } = await atOnce(
    database,
    lockFamily(houses.berg.familyId),
    times(24, () => (sql) => ask(sql, houses.tablet, 'redeem_reward', wish)),
  )
  assert.deepEqual(refusals, [])
  assert.equal(new Set(answers.map((redemption) => JSON.stringify(redemption))).size, 1)
  assert.deepEqual(await ledgerOf(database.sql, wish.memberId), [100, -10])
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
      atOnce(
        database,
        lockFamily(familyId),
        times(24, () => (sql) => ask(sql, parent.userId, command, { familyId, id, ...fields })),
      ),
    )
    assert.deepEqual([reply.refusals, heard.length], [[], 1], command)
    assert.deepEqual(
      [new Set(reply.answers.map((answer) => JSON.stringify(answer))).size, reply.answers[0]?.['id']],
      [1, id],
      command,
    )
  }
})

story('Two devices that decide differently at once: one wins, and the ledger has its outcome', async (database) => {
  const { sql } = database
  const houses = await twoHouses(sql)
  const wish = { ...(await saved(sql, houses, 15, 'ask')), redemptionId: crypto.randomUUID() }
  await ask(sql, houses.tablet, 'redeem_reward', wish)
  const { answers, refusals } = await atOnce(
    database,
    lockFamily(houses.berg.familyId),
    times(24, (at) => (sql) => {
      return ask(sql, houses.berg.parent.userId, 'decide_redemption', {
        redemptionId: wish.redemptionId,
        status: at % 2 === 0 ? 'granted' : 'declined',
      })
    }),
  )
  const [kept] = await sql<{ status: string }[]>`select status from public.redemptions where id = ${wish.redemptionId}`
  assert.deepEqual([answers.length, refusals.length], [12, 12])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([kept?.status]))
  assert.deepEqual(new Set(refusals), new Set(['already_decided']))
  assert.deepEqual(await ledgerOf(sql, wish.memberId), kept?.status === 'granted' ? [15, -10] : [15, -10, 10])
})

story(
  'A parent who decides and a child who puts back at once: the first one wins, and the ledger has its outcome',
  async (database) => {
    const { sql } = database
    for (const status of ['granted', 'declined'] as const) {
      for (const isParentFirst of [true, false]) {
        const houses = await twoHouses(sql)
        const { berg, tablet } = houses
        const wish = { ...(await saved(sql, houses, 15, 'ask')), redemptionId: crypto.randomUUID() }
        await ask(sql, tablet, 'redeem_reward', wish)
        const decide = (sql: Sql) =>
          ask(sql, berg.parent.userId, 'decide_redemption', { redemptionId: wish.redemptionId, status })
        const putBack = (sql: Sql) => ask(sql, tablet, 'put_back_redemption', { redemptionId: wish.redemptionId })
        const { answers, refusals } = await atOnce(
          database,
          lockFamily(berg.familyId),
          isParentFirst ? [decide, putBack] : [putBack, decide],
          true,
        )
        const isGranted = isParentFirst && status === 'granted'
        const refusal = isGranted ? 'granted_by_parent' : isParentFirst ? 'put_back_too_late' : 'already_decided'
        assert.deepEqual(
          [answers.length, refusals, answers[0]?.['status'], answers[0]?.['putBack']],
          [1, [refusal], isGranted ? 'granted' : 'declined', isParentFirst ? undefined : true],
        )
        assert.deepEqual(await ledgerOf(sql, wish.memberId), isGranted ? [15, -10] : [15, -10, 10])
      }
    }
  },
)

story('Parents who give back at once what was granted give its gems back once', async (database) => {
  const { sql } = database
  const houses = await twoHouses(sql)
  const olaf = await secondParent(sql, houses.berg.familyId)
  const wish = { ...(await saved(sql, houses, 15, 'spend')), redemptionId: crypto.randomUUID() }
  await ask(sql, houses.tablet, 'redeem_reward', wish)
  const { answers, refusals } = await atOnce(
    database,
    lockFamily(houses.berg.familyId),
    times(
      24,
      (at) => (sql) =>
        ask(sql, at % 2 === 0 ? olaf.userId : houses.berg.parent.userId, 'put_back_redemption', {
          redemptionId: wish.redemptionId,
        }),
    ),
  )
  assert.deepEqual([refusals, new Set(answers.map((answer) => JSON.stringify(answer))).size], [[], 1])
  assert.deepEqual(await ledgerOf(sql, wish.memberId), [15, -10, 10])
})

story('Two parents who take gems at once cannot take more than there are', async (database) => {
  const { sql } = database
  const { berg, kid } = await twoHouses(sql)
  await addGems(sql, berg.familyId, kid.memberId, 25)
  const { refusals } = await atOnce(
    database,
    lockFamily(berg.familyId),
    times(
      24,
      () => (sql) =>
        ask(sql, berg.parent.userId, 'add_gem_entry', { memberId: kid.memberId, amount: -10, reason: 'Sweets' }),
    ),
  )
  assert.deepEqual([refusals.length, new Set(refusals)], [22, new Set(['not_enough_gems'])])
  assert.deepEqual(await ledgerOf(sql, kid.memberId), [25, -10, -10])
})

story('Gems that are spent and taken back at once are not both', async (database) => {
  const { sql } = database
  const houses = await twoHouses(sql)
  const { berg, kid } = houses
  const wish = await saved(sql, houses, 1, 'spend')
  const done = { questId: berg.questId, memberId: kid.memberId, completedDate: dayFromNow() }
  await ask(sql, berg.parent.userId, 'complete_quest', {
    questId: berg.questId,
    completingMemberId: kid.memberId,
    completedDate: done.completedDate,
  })
  const { refusals } = await atOnce(database, lockFamily(berg.familyId), [
    (sql) => ask(sql, houses.tablet, 'redeem_reward', { ...wish, redemptionId: crypto.randomUUID() }),
    (sql) => ask(sql, berg.parent.userId, 'undo_completion', done),
    (sql) => ask(sql, houses.tablet, 'redeem_reward', { ...wish, redemptionId: crypto.randomUUID() }),
    (sql) => ask(sql, berg.parent.userId, 'undo_completion', done),
  ])
  const ledger = await ledgerOf(sql, kid.memberId)
  const balances = ledger.map((_, at) => ledger.slice(0, at + 1).reduce((sum, amount) => sum + amount, 0))
  assert.ok(Math.min(...balances) >= 0, JSON.stringify(ledger))
  assert.deepEqual(new Set(refusals).difference(new Set(['not_enough_gems', 'not_found'])), new Set())
  assert.equal(
    (await sql`select from public.gem_entries where member_id = ${kid.memberId} and reason = 'undo'`).count,
    1,
  )
})

story('Columns that arrive and leave at once leave no gap', async (database) => {
  const { sql } = database
  const { familyId, parent, columnIds } = await household(sql, 'Anna', 'Berg')
  const { refusals } = await atOnce(database, lockFamily(familyId), [
    ...times(
      20,
      (at) => (sql: Sql) =>
        ask(sql, parent.userId, 'add_column', { familyId, title: `${at}`, emoji: '🌱', position: at % 5 }),
    ),
    ...columnIds.slice(1).map((columnId) => (sql: Sql) => ask(sql, parent.userId, 'delete_column', { columnId })),
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
      const { refusals } = await atOnce(database, lockFamily(familyId), [
        (sql) => ask(sql, parent.userId, 'edit_quest', change),
        (sql) => ask(sql, parent.userId, 'delete_column', { columnId }),
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

story('A member who is removed meanwhile is neither paid, nor assigned, nor served', async (database) => {
  const { sql } = database
  const late: Record<
    string,
    (houses: Houses, rewardId: string) => [string, Record<string, string | number | string[]>]
  > = {
    completer: ({ berg, kid }) => [
      'complete_quest',
      { questId: berg.questId, completingMemberId: kid.memberId, completedDate: dayFromNow() },
    ],
    assignee: ({ berg, kid }) => ['edit_quest', { questId: berg.questId, assigneeIds: [kid.memberId] }],
    give: ({ kid }) => ['add_gem_entry', { memberId: kid.memberId, amount: 5, reason: 'A gift' }],
    redeemer: ({ kid }, rewardId) => [
      'redeem_reward',
      { rewardId, memberId: kid.memberId, redemptionId: crypto.randomUUID() },
    ],
  }
  for (const [what, of] of Object.entries(late)) {
    const houses = await twoHouses(sql)
    const { rewardId } = await saved(sql, houses, 15, 'spend')
    const { familyId, parent } = houses.berg
    const [command, args] = of(houses, rewardId)
    const { refusals } = await atOnce(
      database,
      lockFamily(familyId),
      [
        (sql) => ask(sql, parent.userId, 'remove_member', { memberId: houses.kid.memberId }),
        (sql) => ask(sql, parent.userId, command, args),
      ],
      true,
    )
    assert.deepEqual(refusals, [what === 'give' ? 'not_found' : `${what}_not_in_family`])
  }
})

story('A reward that is taken away meanwhile is redeemed for good or not at all', async (database) => {
  const { sql } = database
  const houses = await twoHouses(sql)
  const wish = { ...(await saved(sql, houses, 15, 'spend')), redemptionId: crypto.randomUUID() }
  const { refusals } = await atOnce(
    database,
    lockFamily(houses.berg.familyId),
    [
      (sql) => ask(sql, houses.berg.parent.userId, 'delete_reward', { rewardId: wish.rewardId }),
      (sql) => ask(sql, houses.tablet, 'redeem_reward', wish),
    ],
    true,
  )
  assert.deepEqual(refusals, ['not_found'])
  assert.deepEqual(await ledgerOf(sql, wish.memberId), [15])
})
