import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { addQuest, ask, eventsOf, heardOf, refusedInSilence, refusedToOthers, today } from '../../testing/commands.ts'
import type { Asking } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

/** Anna's and Mia's bed, to be made, in To Do. */
async function bedroom(sql: postgres.Sql, recurring: 'daily' | 'weekly' = 'daily') {
  const houses = await twoHouses(sql)
  const { berg, kid, tablet } = houses
  const { familyId, parent } = berg
  const [anna, mia] = [parent.memberId, kid.memberId]
  const [ideas = '', todo = '', , done = ''] = berg.columnIds
  const questId = await addQuest(sql, berg, { columnId: todo, title: 'Make your bed', assigneeIds: [anna, mia], recurring })
  const edit = (patch: Record<string, string>, who: Asking = parent.userId) => ask(sql, who, 'edit_quest', { questId, ...patch })
  return {
    ...houses,
    ...{ familyId, anna, mia, ideas, todo, done, questId, edit },
    by: parent.userId,
    complete: (memberId: string, days = 0, who: Asking = tablet) => edit({ completingMemberId: memberId, completedDate: today(days) }, who),
    undo: (memberId: string) => ask(sql, parent.userId, 'undo_completion', { questId, memberId, completedDate: today() }),
    listed: async (who: Asking = parent.userId) =>
      (Object.values(await ask(sql, who, 'list_quests', { familyId })) as Record<string, unknown>[]).find(({ id }) => id === questId),
    /** As if everything had been done so many days ago. Nothing is heard of it, as at a midnight. */
    later: (days: number) =>
      sql.begin(async (sql) => {
        await sql`update public.quest_completions set completed_date = completed_date - ${days}::int where quest_id = ${questId}`
        await sql`alter table public.quests disable trigger quest_changed`
        await sql`update public.quests set returns_on = returns_on - ${days}::int where id = ${questId}`
        await sql`update public.quests q set api_json = private.quest_api_json(q) where id = ${questId}`
        await sql`alter table public.quests enable trigger quest_changed`
      }),
  }
}

story('A daily quest goes to the last column with the first completion, stays there for the day, and is back next morning for everybody', async ({ sql }) => {
  const { anna, mia, todo, done, complete, listed, later, tablet, familyId, by, questId } = await bedroom(sql)
  const returns = { columnId: todo, day: today(1) }
  const first = await complete(mia)
  assert.deepEqual([first['columnId'], first['returns']], [done, returns])
  const { heard } = await heardOf(sql, familyId, () => complete(anna, 0, by))
  assert.deepEqual(eventsOf(heard), ['completion.saved', 'gems.changed'], 'the card is where it belongs')
  assert.deepEqual([(await listed())?.['columnId'], (await listed(tablet))?.['returns']], [done, returns])

  await later(1)
  for (const who of [by, tablet]) {
    const back = await listed(who)
    assert.deepEqual([back?.['columnId'], back?.['returns'], back?.['version']], [todo, undefined, first['version']])
  }
  const { quests } = (await ask(sql, by, 'export_family', { familyId })) as { quests: Record<string, unknown>[] }
  const exported = quests.find(({ id }) => id === questId)
  assert.deepEqual(exported, await listed())
  const again = await complete(mia)
  assert.deepEqual([again['columnId'], again['returns']], [done, returns])
})

story('A weekly quest is back on its next due day, on whichever day of its week it was done', async ({ sql }) => {
  for (const days of [-3, 0, 3]) {
    const { questId, mia, todo, complete } = await bedroom(sql, 'weekly')
    await sql`update public.quests set created_at = created_at - make_interval(days => ${days + 7}) where id = ${questId}`
    assert.deepEqual((await complete(mia))['returns'], { columnId: todo, day: today(7 - days) })
  }
})

story('A device on another day than the family brings it to the last column all the same', async ({ sql }) => {
  const { mia, done, complete } = await bedroom(sql)
  const [elsewhere = 0] = [1, -1].filter((days) => [14, -12].some((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().startsWith(today(days))))
  const { columnId, returns } = await complete(mia, elsewhere)
  assert.deepEqual([columnId, (returns as { day: string }).day], [done, today(elsewhere === 1 ? 2 : 1)])
})

story('What has come back is moved like any other, without a gem taken back, and is written where it stands with any other change', async ({ sql }) => {
  const { mia, ideas, todo, done, edit, complete, listed, later, familyId } = await bedroom(sql)
  for (const [patch, columnId] of [
    [{ title: 'Beds' }, todo],
    [{ columnId: ideas, day: today() }, ideas],
    [{ columnId: todo }, todo],
    // Put by hand into the very column it was kept in.
    [{ columnId: done, day: today() }, done],
  ] as const) {
    await edit({ columnId: todo })
    await complete(mia)
    await later(1)
    const { reply, heard } = await heardOf(sql, familyId, () => edit(patch))
    assert.deepEqual(heard, [['quest.saved', { quest: reply }]], JSON.stringify(patch))
    assert.deepEqual([reply['columnId'], reply['returns'], reply['takenBack']], [columnId, undefined, undefined])
    assert.deepEqual(await listed(), reply)
    await sql`delete from public.quest_completions where member_id = ${mia}`
  }
  // It stays where it was put, day after day.
  await later(3)
  assert.equal((await listed())?.['columnId'], done)
  assert.equal((await complete(mia))['returns'], undefined)
})

story('On the day itself a title changes nothing of it, a move takes it out for good, and once it comes no more it stays', async ({ sql }) => {
  const { mia, todo, ideas, done, edit, complete, listed, later } = await bedroom(sql)
  await complete(mia)
  const renamed = await edit({ title: 'Beds', columnId: done })
  assert.deepEqual([renamed['columnId'], renamed['returns']], [done, { columnId: todo, day: today(1) }])
  const moved = await edit({ columnId: ideas })
  assert.deepEqual([moved['columnId'], moved['returns'], (moved['takenBack'] as unknown[]).length], [ideas, undefined, 1])
  await complete(mia)
  await edit({ recurring: 'once' })
  await later(1)
  assert.deepEqual([(await listed())?.['columnId'], (await listed())?.['returns']], [done, undefined])
})

story('An undone completion brings it back at once when it was the last one of the day', async ({ sql }) => {
  const { anna, mia, todo, done, complete, undo, listed, familyId, by, later } = await bedroom(sql)
  await complete(mia)
  await later(1)
  await complete(mia)
  await complete(anna, 0, by)
  await undo(mia)
  assert.equal((await listed())?.['columnId'], done)
  const { heard } = await heardOf(sql, familyId, () => undo(anna))
  assert.deepEqual(eventsOf(heard), ['completion.deleted', 'gems.changed', 'quest.saved'])
  assert.deepEqual([(await listed())?.['columnId'], (await listed())?.['returns']], [todo, undefined])
})

story('A column holds what has come back to it; where it went before that, the quest returns to the first one', async ({ sql }) => {
  const home = await bedroom(sql)
  const { mia, todo, ideas, done, complete, listed, later, familyId, by } = home
  await complete(mia)
  await later(1)
  await refusedToOthers(sql, home, 'delete_column', { columnId: todo })
  const sentence = await refusedInSilence(sql, familyId, by, 'delete_column', { columnId: todo }, 'column_not_empty')
  assert.equal(sentence, 'This column contains 1 quest(s). Please move or delete them first.')
  // The last column is empty for who looks at it.
  await ask(sql, by, 'delete_column', { columnId: done })
  assert.equal((await listed())?.['columnId'], todo)

  await complete(mia)
  await ask(sql, by, 'delete_column', { columnId: todo })
  await later(1)
  assert.equal((await listed())?.['columnId'], ideas)
})
