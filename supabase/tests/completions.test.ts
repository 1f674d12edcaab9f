import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { Day } from '#domain/contract/days.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import { addGems, addQuest, ask, eventsOf, heardOf, refusedInSilence } from '../../testing/commands.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

async function board(sql: postgres.Sql) {
  const houses = await twoHouses(sql)
  const { familyId, parent, columnIds } = houses.berg
  const [anna, mia] = [parent.memberId, houses.kid.memberId]
  return {
    ...houses,
    familyId,
    anna,
    mia,
    /** A quest of Anna's and Mia's to do, worth 20. */
    plan: (recurring: 'once' | 'daily' | 'weekly', more: Record<string, string | number | string[]> = {}) =>
      addQuest(sql, houses.berg, {
        columnId: String(columnIds[1]),
        assigneeIds: [anna, mia],
        recurring,
        ...more,
      }),
    complete: (questId: string, memberId: string, day = 0) =>
      ask(sql, parent.userId, 'complete_quest', {
        questId,
        completingMemberId: memberId,
        completedDate: dayFromNow(day),
      }),
    move: (questId: string, column: number) =>
      ask(sql, parent.userId, 'move_quest', { questId, columnId: columnIds[column] ?? '' }),
    undo: (questId: string, memberId: string) =>
      ask(sql, parent.userId, 'undo_completion', { questId, memberId, completedDate: dayFromNow() }),
    balance: async (memberId: string) => (await ask(sql, parent.userId, 'gems', { memberId }))['balance'],
  }
}

/** Moves all completions so many days into the past. */
const later = (sql: postgres.Sql, familyId: string, days: number) => sql`
  update public.quest_completions set completed_date = completed_date - ${days}::int, created_at = created_at - make_interval(days => ${days})
  where family_id = ${familyId}`

story('Mia completes the plants on her tablet, and the kitchen receives the events in order', async ({ sql }) => {
  const { familyId, tablet, mia, berg, plan } = await board(sql)
  const questId = await plan('once')
  const done = { questId, completingMemberId: mia, completedDate: dayFromNow() }
  const first = await heardOf(sql, familyId, () =>
    ask(sql, tablet, 'complete_quest', { ...done, columnId: berg.columnIds[1] ?? '' }),
  )
  const { completed, ...reply } = first.reply
  assert.equal(reply['columnId'], berg.columnIds[3], 'the last column, whichever was named')
  const [entry] = Object.values(await ask(sql, tablet, 'list_gem_entries', { memberId: mia }))
  const { amount, reason, title, icon, memberId } = entry as Record<string, unknown>
  assert.deepEqual([amount, reason, title, icon, memberId], [20, 'completion', 'Plants', '🌱', mia])
  const completion = { questId, memberId: mia, completedDate: dayFromNow() }
  assert.deepEqual(first.heard, [
    ['completion.saved', { completion }],
    ['gems.changed', { balance: 20, entry, earned: [{ month: `${dayFromNow().slice(0, 7)}-01`, gems: 20 }] }],
    ['quest.saved', { quest: reply }],
  ])
  const again = await heardOf(sql, familyId, () => ask(sql, tablet, 'complete_quest', done))
  assert.deepEqual(completed, { completion, gems: 20, isNew: true })
  assert.deepEqual(again, { reply: { ...reply, completed: { completion, gems: 20, isNew: false } }, heard: [] })
})

story('The rules decide who may complete which quest, when and into which column', async ({ sql }) => {
  const { familyId, berg, kid, tablet, holm, anna, mia, plan } = await board(sql)
  const questId = await plan('once')
  const annas = await plan('once', { assigneeIds: [anna] })
  const done = { questId, completingMemberId: mia, completedDate: dayFromNow() }
  const parent = berg.parent.userId
  const refusals: [Parameters<typeof ask>[1], Record<string, string>, string][] = [
    [tablet, { ...done, completingMemberId: anna }, 'not_assigned'],
    [tablet, { ...done, questId: annas }, 'not_assigned'],
    [kid.userId, { ...done, questId: annas }, 'not_assigned'],
    [parent, { ...done, questId: holm.questId }, 'not_found'],
    [parent, { ...done, completingMemberId: holm.parent.memberId }, 'completer_not_in_family'],
    [parent, { ...done, columnId: holm.columnId }, 'invalid_column'],
    [parent, { ...done, completedDate: dayFromNow(-3) }, 'other_completion_day'],
    [parent, { ...done, completedDate: dayFromNow(1) }, 'other_completion_day'],
  ]
  for (const [who, args, code] of refusals) await refusedInSilence(sql, familyId, who, 'complete_quest', args, code)
  const others = await ask(sql, parent, 'complete_quest', { ...done, questId: annas })
  assert.equal(others['id'], annas, 'a parent says who did it, assigned or not')
})

story('A day is today as long as it is so somewhere on earth', async ({ sql }) => {
  const days = await sql<{ from: string; to: string }[]>`
    select to_char(min(day), 'yyyy-mm-dd') as from, to_char(max(day), 'yyyy-mm-dd') as to
    from generate_series(current_date - 9, current_date + 9, interval '1 day') day where private.is_today_somewhere(day::date)`
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
  assert.deepEqual([days[0]?.from, days[0]?.to], [at(-12), at(14)])
})

story(
  'A once-quest pays the first who did it, a daily one each of them every day, a weekly one each of them once a week',
  async ({ sql }) => {
    const { familyId, anna, mia, complete, balance, plan } = await board(sql)
    const paid = async (questId: string, memberId: string, day = 0) => {
      const before = Number(await balance(memberId))
      await complete(questId, memberId, day)
      return Number(await balance(memberId)) - before
    }
    const [once, daily, weekly] = [await plan('once'), await plan('daily'), await plan('weekly')]
    assert.deepEqual([await paid(once, mia), await paid(once, anna), await paid(once, mia)], [20, 0, 0])
    assert.deepEqual([await paid(daily, mia), await paid(daily, anna), await paid(daily, mia)], [20, 20, 0])
    assert.deepEqual([await paid(weekly, mia), await paid(weekly, anna), await paid(weekly, mia)], [20, 20, 0])
    await later(sql, familyId, 3)
    assert.deepEqual([await paid(once, mia), await paid(daily, mia), await paid(weekly, mia)], [0, 20, 0])
    await sql`delete from public.quest_completions where quest_id = ${daily}`
    await later(sql, familyId, 1)
    assert.deepEqual([await paid(once, mia), await paid(daily, mia), await paid(weekly, mia)], [0, 20, 20])
    const worthNothing = await plan('once', { gemValue: 0 })
    const { heard } = await heardOf(sql, familyId, () => complete(worthNothing, mia))
    assert.deepEqual(eventsOf(heard), ['completion.saved', 'quest.saved'], 'without a line in the ledger')
  },
)

story("For a minute a child takes its own completion back, and nobody else's", async ({ sql }) => {
  const { familyId, tablet, paired, mia, anna, complete, balance, plan } = await board(sql)
  const questId = await plan('daily')
  const undone = (memberId: string) => ({ questId, memberId, completedDate: dayFromNow() })
  const refused = (who: Parameters<typeof ask>[1], memberId: string) =>
    refusedInSilence(sql, familyId, who, 'undo_completion', undone(memberId), 'not_allowed')
  await complete(questId, anna)
  for (const who of [tablet, paired]) {
    await ask(sql, who, 'complete_quest', { questId, completingMemberId: mia, completedDate: dayFromNow() })
    await refused(who, anna)
    await ask(sql, who, 'undo_completion', undone(mia))
    assert.equal(await balance(mia), 0)
  }
  await complete(questId, mia)
  await sql`update public.quest_completions set created_at = now() - interval '80 seconds' where member_id = ${mia}`
  for (const who of [tablet, paired]) await refused(who, mia)
  assert.equal(await balance(mia), 20)
})

story('Twice a week, a child does it on any two days; more is paid if a parent says so', async ({ sql }) => {
  const { berg, tablet, paired, familyId, mia, anna, complete, undo, balance, plan } = await board(sql)
  const parent = berg.parent.userId
  const questId = await plan('weekly', { timesPerWeek: 2, assigneeIds: [mia] })
  const done = (day: number) => ({ questId, completingMemberId: mia, completedDate: dayFromNow(day) })
  const refused = (who: Parameters<typeof ask>[1]) =>
    refusedInSilence(sql, familyId, who, 'complete_quest', done(0), 'done_this_week')
  const columnOf = ({ columnId }: Record<string, unknown>) => berg.columnIds.indexOf(String(columnId))
  // Today and the two days before are one week.
  await ask(sql, parent, 'edit_family', { familyId, weekStartsOn: weekdayOf(Day.parse(dayFromNow())) >= 3 ? 1 : 6 })
  await complete(questId, mia, -2)
  assert.equal(columnOf(await complete(questId, mia, -1)), 3, 'done until the next week')
  for (const who of [tablet, paired]) await refused(who)
  assert.equal(columnOf(await ask(sql, parent, 'edit_quest', { questId, timesPerWeek: 3 })), 1)
  await ask(sql, tablet, 'complete_quest', done(0))
  assert.equal(await balance(mia), 60)
  await ask(sql, tablet, 'complete_quest', done(-1))
  assert.equal(await balance(mia), 60, 'once a day')
  assert.equal(columnOf(await ask(sql, parent, 'edit_quest', { questId, timesPerWeek: 2 })), 3)
  await undo(questId, mia)
  await complete(questId, mia)
  assert.equal(await balance(mia), 60, 'a parent pays more than was asked for')
  assert.equal(columnOf(await ask(sql, parent, 'edit_quest', { questId, assigneeIds: [mia, anna] })), 3, 'today')
  for (const mismatch of [
    { timesPerWeek: 2, weekdays: [1] },
    { timesPerWeek: 2, recurring: 'daily' },
  ])
    await refusedInSilence(sql, familyId, parent, 'edit_quest', { questId, ...mismatch }, 'schedule_mismatch')
  const { timesPerWeek, weekdays } = await ask(sql, parent, 'edit_quest', { questId, weekdays: [4, 1] })
  assert.deepEqual([timesPerWeek, weekdays], [undefined, [1, 4]], 'one takes the place of the other')
})

story('Someday is for parents to plan: a child is refused, also where one plans to do it daily', async ({ sql }) => {
  const { berg, tablet, paired, familyId, mia, complete, balance, plan } = await board(sql)
  const [, toDo, , last] = berg.columnIds
  const [once, daily, before] = [await plan('once'), await plan('daily'), await plan('once')]
  const done = (questId: string) => ({ questId, completingMemberId: mia, completedDate: dayFromNow() })
  await ask(sql, tablet, 'complete_quest', done(before))
  // The last column ignores it.
  await sql`update public.quest_columns set is_someday = true where id in (${String(toDo)}, ${String(last)})`
  for (const who of [tablet, paired]) {
    for (const questId of [once, daily])
      await refusedInSilence(sql, familyId, who, 'complete_quest', done(questId), 'for_someday')
    await ask(sql, who, 'complete_quest', done(before))
  }
  await sql`update public.quests set column_id = ${String(last)} where id = ${daily}`
  await ask(sql, tablet, 'complete_quest', done(daily))
  await complete(once, mia)
  assert.equal(await balance(mia), 60, 'a parent pays for what nobody has planned')
})

story("A completion pays the quest's price at that time, and undoing it takes back the same", async ({ sql }) => {
  const { familyId, berg, mia, complete, undo, balance, plan } = await board(sql)
  const questId = await plan('daily')
  await complete(questId, mia)
  await ask(sql, berg.parent.userId, 'edit_quest', { questId, gemValue: 7 })
  const { reply, heard } = await heardOf(sql, familyId, () => undo(questId, mia))
  const { gems, owed, ...completion } = reply
  assert.deepEqual([completion, gems, owed], [{ questId, memberId: mia, completedDate: dayFromNow() }, 20, 0])
  assert.deepEqual(
    heard.map(([event, payload]) => [event, payload['balance'] ?? payload['completion']]),
    [
      ['completion.deleted', completion],
      ['gems.changed', 0],
      // No completion keeps it in the last column any more.
      ['quest.saved', undefined],
    ],
  )
  const [undone] = Object.values(await ask(sql, berg.parent.userId, 'list_gem_entries', { memberId: mia })) as {
    amount: number
    reason: string
  }[]
  assert.deepEqual([undone?.amount, undone?.reason], [-20, 'undo'])
  await complete(questId, mia)
  assert.equal(await balance(mia), 7)
})

story(
  'Gems that were spent before an undo are owed, and taken from what comes next, the oldest first',
  async ({ sql }) => {
    const { berg, familyId, mia, complete, undo, balance, plan } = await board(sql)
    const lines = async (newest: number) => {
      const entries = Object.values(
        await ask(sql, berg.parent.userId, 'list_gem_entries', { memberId: mia }),
      ) as Record<string, unknown>[]
      return entries.slice(0, newest).map(({ amount, reason, title }) => [amount, reason, title])
    }
    const [first, second, third] = [
      await plan('once', { title: 'Dishes' }),
      await plan('once'),
      await plan('once', { title: 'Windows' }),
    ]
    await complete(first, mia)
    await addGems(sql, familyId, mia, -15)
    assert.deepEqual(await undo(first, mia), {
      questId: first,
      memberId: mia,
      completedDate: dayFromNow(),
      gems: 5,
      owed: 15,
    })
    assert.equal(await balance(mia), 0)

    await complete(second, mia)
    assert.deepEqual(await lines(2), [
      [-15, 'undo', 'Dishes'],
      [20, 'completion', 'Plants'],
    ])
    assert.equal(await balance(mia), 5)
    await addGems(sql, familyId, mia, -5)
    const { reply, heard } = await heardOf(sql, familyId, () => undo(second, mia))
    assert.deepEqual([reply['gems'], reply['owed'], eventsOf(heard)], [0, 20, ['completion.deleted', 'quest.saved']])

    // Two debts: a little from practice settles a part of the older one.
    await sql`insert into public.gem_debts (family_id, member_id, amount, title, icon) values (${familyId}, ${mia}, 7, 'Windows', '🪟')`
    await sql`
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, practice_day) values (${familyId}, ${mia}, 8, 'practice', 'Practice', '⭐', ${dayFromNow()})`
    assert.deepEqual(await lines(1), [[-8, 'undo', 'Plants']])
    await complete(third, mia)
    assert.deepEqual(await lines(3), [
      [-7, 'undo', 'Windows'],
      [-12, 'undo', 'Plants'],
      [20, 'completion', 'Windows'],
    ])
    assert.equal(await balance(mia), 1)
    assert.equal((await sql`select from public.gem_debts where member_id = ${mia}`).count, 0)
  },
)

story(
  'A once-quest that leaves the last column on the same day was a slip, on a later day it keeps what was paid and pays again',
  async ({ sql }) => {
    const { familyId, anna, mia, complete, move, balance, plan } = await board(sql)
    const questId = await plan('once')
    await complete(questId, mia)
    const { reply, heard } = await heardOf(sql, familyId, () => move(questId, 1))
    assert.deepEqual(eventsOf(heard), ['completion.deleted', 'gems.changed', 'quest.saved'])
    const { takenBack, ...quest } = reply
    assert.deepEqual(heard.at(-1)?.[1], { quest })
    assert.deepEqual(takenBack, [{ questId, memberId: mia, completedDate: dayFromNow(), gems: 20, owed: 0 }])
    assert.equal(await balance(mia), 0)
    await complete(questId, mia)
    await later(sql, familyId, 5)
    const moved = await heardOf(sql, familyId, () => move(questId, 1))
    assert.deepEqual(moved.heard, [['quest.saved', { quest: moved.reply }]])
    await complete(questId, mia)
    await complete(questId, anna)
    assert.deepEqual([await balance(mia), await balance(anna)], [40, 0])
    assert.equal((await sql`select from public.quest_completions where quest_id = ${questId}`).count, 2)
  },
)

story(
  'A daily or weekly quest that leaves the last column takes back what counts for the day, whoever did it',
  async ({ sql }) => {
    const { familyId, anna, mia, complete, move, balance, plan } = await board(sql)
    for (const [recurring, older, counted] of [
      ['daily', -1, 0],
      ['weekly', -4, -3],
    ] as const) {
      const questId = await plan(recurring)
      const todaysWere = (days: number) =>
        sql`update public.quest_completions set completed_date = ${dayFromNow(days)} where quest_id = ${questId} and completed_date = ${dayFromNow()}`
      await complete(questId, mia)
      await todaysWere(older)
      await complete(questId, mia)
      await complete(questId, anna)
      await todaysWere(counted)
      const same = await heardOf(sql, familyId, () => move(questId, 3))
      assert.deepEqual([same.heard.length, same.reply['takenBack']], [1, undefined], 'into the column it is in')
      const { reply, heard } = await heardOf(sql, familyId, () => move(questId, 0))
      const gone = { questId, completedDate: dayFromNow(counted), gems: 20, owed: 0 }
      assert.deepEqual(reply['takenBack'], [
        { ...gone, memberId: mia },
        { ...gone, memberId: anna },
      ])
      assert.deepEqual(eventsOf(heard), [
        'completion.deleted',
        'gems.changed',
        'completion.deleted',
        'gems.changed',
        'quest.saved',
      ])
      const left =
        await sql`select to_char(completed_date, 'yyyy-mm-dd') as day from public.quest_completions where quest_id = ${questId}`
      assert.deepEqual([...left], [{ day: dayFromNow(older) }])
      assert.equal(await balance(anna), 0)
    }
    assert.equal(await balance(mia), 40, 'what was done before')
  },
)

story('On every side of the earth yesterday’s gems stay and today’s go', async ({ sql }) => {
  const { berg, familyId, mia, complete, move, balance, plan } = await board(sql)
  const [, todo = ''] = berg.columnIds
  const dayBefore = (day: string, ago: number) =>
    new Date(Date.parse(day) - ago * 86_400_000).toISOString().slice(0, 10)
  const questId = await plan('once')
  for (const zone of ['Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles']) {
    await ask(sql, berg.parent.userId, 'edit_family', { familyId, timeZone: zone })
    const local = new Date().toLocaleDateString('sv', { timeZone: zone })
    for (const [ago, left] of [
      [1, 20],
      [0, 0],
    ] as const) {
      await ask(sql, berg.parent.userId, 'complete_quest', {
        questId,
        completingMemberId: mia,
        completedDate: dayBefore(local, ago),
      })
      const reply = await ask(sql, berg.parent.userId, 'move_quest', { questId, columnId: todo })
      assert.deepEqual([await balance(mia), 'takenBack' in reply], [left, left === 0], `${zone}, done ${ago} days ago`)
      await sql`delete from public.quest_completions where quest_id = ${questId}`
      if (left > 0) await addGems(sql, familyId, mia, -left)
    }
  }
  // For the same day it is not paid once more, for the next one it is.
  await ask(sql, berg.parent.userId, 'edit_family', { familyId, timeZone: 'UTC' })
  const done = async (day: number) => ((await complete(questId, mia, day))['completed'] as { isNew: boolean }).isNew
  assert.equal(await done(-1), true)
  await move(questId, 1)
  assert.equal(await done(-1), false)
  await move(questId, 1)
  assert.equal(await done(0), true)
  assert.equal(await balance(mia), 40)
})

story(
  'A daily quest that two had done, made a once-quest and taken out again, is done and paid like any',
  async ({ sql }) => {
    const { berg, familyId, anna, mia, complete, move, balance, plan } = await board(sql)
    const questId = await plan('daily')
    await complete(questId, mia)
    await complete(questId, anna)
    // Anna's was written down last, for a day that is over by now.
    await sql`update public.quest_completions set completed_date = completed_date - 5 where member_id = ${anna}`
    await ask(sql, berg.parent.userId, 'edit_quest', { questId, recurring: 'once' })
    const { heard } = await heardOf(sql, familyId, () => move(questId, 0))
    assert.deepEqual(eventsOf(heard), ['completion.deleted', 'gems.changed', 'quest.saved'])
    await complete(questId, mia)
    assert.deepEqual([await balance(mia), await balance(anna)], [20, 20])
  },
)

story('Completions are listed between two days, both included, with what they paid', async ({ sql }) => {
  const { berg, familyId, mia, plan, complete, kid } = await board(sql)
  const questId = await plan('daily')
  await complete(questId, mia)
  for (const days of [10, 20, 40]) {
    await sql`insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems) values (${questId}, ${mia}, ${dayFromNow(-days)}, ${familyId}, ${days})`
  }
  const listed = async (startDate: string, endDate: string, who: string = berg.parent.userId) =>
    Object.values(await ask(sql, who, 'list_completions', { familyId, startDate, endDate }))
  const day = (days: number) => ({ questId, memberId: mia, completedDate: dayFromNow(days), gems: -days || 20 })
  assert.deepEqual(await listed(dayFromNow(-20), dayFromNow(-10)), [day(-20), day(-10)])
  assert.deepEqual(await listed(dayFromNow(-19), dayFromNow(-11)), [])
  assert.deepEqual(await listed(dayFromNow(-400), dayFromNow(), kid.userId), [day(-40), day(-20), day(-10), day(0)])
})
