import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { addQuest, ask, eventsOf, heardOf, refusedInSilence } from '../../testing/commands.ts'
import { dayFromNow } from '../../testing/builders.ts'
import type { Asking } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

/** Anna's and Mia's bed, to be made, in To Do. */
async function bedroom(sql: postgres.Sql, recurring: 'daily' | 'weekly' = 'daily') {
  const houses = await twoHouses(sql)
  const { berg, kid } = houses
  const { familyId, parent } = berg
  const [anna, mia] = [parent.memberId, kid.memberId]
  const [ideas = '', todo = '', , done = ''] = berg.columnIds
  const questId = await addQuest(sql, berg, {
    columnId: todo,
    title: 'Make your bed',
    assigneeIds: [anna, mia],
    recurring,
  })
  const edit = (patch: Record<string, string>) => ask(sql, parent.userId, 'edit_quest', { questId, ...patch })
  return {
    ...houses,
    ...{ familyId, anna, mia, ideas, todo, done, questId, edit },
    by: parent.userId,
    move: (columnId: string) => ask(sql, parent.userId, 'move_quest', { questId, columnId }),
    complete: (memberId: string, days = 0, who: Asking = parent.userId) =>
      ask(sql, who, 'complete_quest', { questId, completingMemberId: memberId, completedDate: dayFromNow(days) }),
    undo: (memberId: string) =>
      ask(sql, parent.userId, 'undo_completion', { questId, memberId, completedDate: dayFromNow() }),
    listed: async (who: Asking = parent.userId) =>
      (Object.values(await ask(sql, who, 'list_quests', { familyId })) as Record<string, unknown>[]).find(
        ({ id }) => id === questId,
      ),
    /** Moves all changes so many days into the past, without an event, as at midnight. */
    later: (days: number) =>
      sql.begin(async (sql) => {
        await sql`update public.quest_completions set completed_date = completed_date - ${days}::int where quest_id = ${questId}`
        await sql`alter table public.quests disable trigger quest_changed`
        await sql`update public.quests set created_at = created_at - make_interval(days => ${days}), finished_at = finished_at - make_interval(days => ${days}) where id = ${questId}`
        await sql`update public.quests q set api_json = private.quest_api_json(q) where id = ${questId}`
        await sql`alter table public.quests enable trigger quest_changed`
      }),
  }
}

const columnIdOf = (quest: Record<string, unknown> | undefined) => quest?.['columnId']

story(
  'A daily quest goes to the last column with the first completion, stays there for the day, and is back next morning for everybody',
  async ({ sql }) => {
    const { anna, mia, todo, done, complete, listed, later, tablet, familyId, by, questId } = await bedroom(sql)
    assert.equal(columnIdOf(await complete(mia, -1)), todo, 'done for yesterday')
    const first = await complete(mia, 0, tablet)
    assert.deepEqual([first['columnId'], first['homeColumnId'], first['finishedBy']], [done, todo, mia])
    const { heard } = await heardOf(sql, familyId, () => complete(anna))
    assert.deepEqual(eventsOf(heard), ['completion.saved', 'gems.changed'], 'the card is where it belongs')
    assert.deepEqual([columnIdOf(await listed()), columnIdOf(await listed(tablet))], [done, done])

    await later(1)
    for (const who of [by, tablet])
      assert.deepEqual([columnIdOf(await listed(who)), (await listed(who))?.['version']], [todo, first['version']])
    const { quests } = (await ask(sql, by, 'export_family', { familyId })) as { quests: Record<string, unknown>[] }
    assert.deepEqual(
      quests.find(({ id }) => id === questId),
      await listed(),
    )
    assert.equal(columnIdOf(await complete(mia)), done)
  },
)

story('A returned quest is moved and changed like any other, without taking back a gem', async ({ sql }) => {
  const { mia, ideas, todo, done, edit, move, complete, listed, later, familyId } = await bedroom(sql)
  for (const [change, columnId] of [
    [() => edit({ title: 'Beds' }), todo],
    [() => move(ideas), ideas],
    [() => move(todo), todo],
    // Moved by hand into the column that it was in the day before.
    [() => move(done), done],
  ] as const) {
    await move(todo)
    await complete(mia)
    await later(1)
    const { reply, heard } = await heardOf(sql, familyId, change)
    assert.deepEqual(heard, [['quest.saved', { quest: reply }]])
    assert.deepEqual([reply['columnId'], reply['takenBack']], [columnId, undefined])
    assert.deepEqual(await listed(), reply)
    await sql`delete from public.quest_completions where member_id = ${mia}`
  }
})

story(
  'Moved to the last column without a completion it keeps its home, and nothing else holds it there',
  async ({ sql }) => {
    const { mia, todo, done, move, complete, undo, listed } = await bedroom(sql)
    const moved = await move(done)
    assert.deepEqual([moved['columnId'], moved['homeColumnId'], moved['finishedBy']], [done, todo, null])
    // A completion says who did it; undone, nothing holds it there.
    await complete(mia)
    await undo(mia)
    assert.equal(columnIdOf(await listed()), todo)
  },
)

story(
  'On the day itself a title changes nothing of it, a move takes it out, and once it comes no more it stays finished',
  async ({ sql }) => {
    const { mia, ideas, done, edit, move, complete, listed, later } = await bedroom(sql)
    await complete(mia)
    assert.equal(columnIdOf(await edit({ title: 'Beds', columnId: done })), done)
    const moved = await move(ideas)
    assert.deepEqual([moved['columnId'], (moved['takenBack'] as unknown[]).length], [ideas, 1])
    await complete(mia)
    const once = await edit({ recurring: 'once' })
    assert.deepEqual([once['columnId'], once['finishedBy']], [done, mia])
    await later(1)
    assert.equal(columnIdOf(await listed()), done)
    // Daily again, it is to be done today; made a once-quest then it is open, and pays who does it.
    for (const recurring of ['daily', 'once']) assert.equal(columnIdOf(await edit({ recurring })), ideas)
    const { columnId, completed } = await complete(mia)
    assert.deepEqual([columnId, (completed as { isNew: boolean }).isNew], [done, true])
  },
)

story('An undone completion brings it back at once when it was the last one of the day', async ({ sql }) => {
  const { anna, mia, todo, done, complete, undo, listed, familyId, later } = await bedroom(sql)
  await complete(mia)
  await later(1)
  await complete(mia)
  await complete(anna)
  await undo(mia)
  assert.equal(columnIdOf(await listed()), done)
  const { heard } = await heardOf(sql, familyId, () => undo(anna))
  assert.deepEqual(eventsOf(heard), ['completion.deleted', 'gems.changed', 'quest.saved'])
  assert.equal(columnIdOf(await listed()), todo)
})

story(
  'A once-quest whose completion is undone leaves the last column, and one whose doer has left stays done and pays nobody',
  async ({ sql }) => {
    const { anna, mia, todo, done, edit, complete, undo, listed, by } = await bedroom(sql)
    await edit({ recurring: 'once' })
    await complete(mia)
    await undo(mia)
    assert.deepEqual([columnIdOf(await listed()), (await listed())?.['finishedAt']], [todo, null])
    await complete(mia)
    await ask(sql, by, 'remove_member', { memberId: mia })
    const { columnId, completed } = await complete(anna)
    assert.deepEqual(
      [columnId, completed, (await ask(sql, by, 'gems', { memberId: anna }))['balance']],
      [done, undefined, 0],
    )
  },
)

story(
  'A finished quest stays finished in its column when a column is added behind it, and a daily quest is in the new last one',
  async ({ sql }) => {
    const { berg, mia, done, todo, complete, listed, familyId, by, move } = await bedroom(sql)
    const once = await addQuest(sql, berg, { columnId: todo, assigneeIds: [mia] })
    const finished = async () =>
      Object.values(await ask(sql, by, 'list_quests', { familyId })).find(
        (quest) => (quest as { id: string }).id === once,
      )
    await ask(sql, by, 'complete_quest', { questId: once, completingMemberId: mia, completedDate: dayFromNow() })
    await complete(mia)
    const before = await finished()
    const { id: garden } = await ask(sql, by, 'add_column', { familyId, title: 'Garden', emoji: '🌱' })
    assert.deepEqual([await finished(), columnIdOf(await listed())], [before, garden])
    const again = await ask(sql, by, 'complete_quest', {
      questId: once,
      completingMemberId: mia,
      completedDate: dayFromNow(),
    })
    assert.deepEqual([again['columnId'], (again['completed'] as { isNew: boolean }).isNew], [done, false])
    // From one last column to the next nothing is taken back; elsewhere it is open again.
    const moved = await ask(sql, by, 'move_quest', { questId: once, columnId: String(garden) })
    assert.deepEqual([moved['columnId'], moved['finishedBy'], moved['takenBack']], [garden, mia, undefined])
    assert.equal(
      ((await ask(sql, by, 'move_quest', { questId: once, columnId: done }))['takenBack'] as unknown[]).length,
      1,
    )
    assert.equal(columnIdOf(await move(done)), done, 'no longer the last one')
  },
)

story(
  'A column holds what stands in it; what stands in the last one for now gets a home that is not for someday',
  async ({ sql }) => {
    const home = await bedroom(sql)
    const { mia, todo, ideas, done, complete, listed, later, familyId, by } = home
    const [, , inProgress] = home.berg.columnIds
    await complete(mia)
    await later(1)
    assert.equal(
      await refusedInSilence(sql, familyId, by, 'delete_column', { columnId: todo }, 'column_not_empty'),
      '{"quests": 1}',
    )
    // The last column shows no quest.
    await ask(sql, by, 'delete_column', { columnId: done })
    assert.equal(columnIdOf(await listed()), todo)

    // The column in progress is the last one now, and the one for ideas is for someday.
    await complete(mia)
    assert.equal(columnIdOf(await listed()), inProgress)
    await ask(sql, by, 'delete_column', { columnId: todo })
    await later(1)
    assert.equal(columnIdOf(await listed()), ideas, 'there is no other')
    const { id: garden } = await ask(sql, by, 'add_column', { familyId, title: 'Garden', emoji: '🌱', position: 1 })
    await complete(mia)
    await ask(sql, by, 'delete_quest', { questId: home.berg.questId })
    await ask(sql, by, 'delete_column', { columnId: ideas })
    await later(1)
    assert.equal(columnIdOf(await listed()), garden)
  },
)
