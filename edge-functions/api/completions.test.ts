import assert from 'node:assert/strict'
import type { Device } from '../../testing/device.ts'
import { dayFromNow, kidOf, newFamily } from '../../testing/family.ts'
import type { Family } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { Completed } from '../../domain/contract/quest-completions.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOneStack()

const today = dayFromNow()

type Home = Family & {
  miaId: string
  tablet: Device
  /** Mia's completion of a quest, as her tablet sends it. */
  complete(questId: string, day?: string): Promise<{ completed?: Completed | undefined }>
  completions(): Promise<unknown[]>
}

async function withMia(stack: TestStack): Promise<Home> {
  const family = await newFamily(stack)
  const { id: miaId } = await family.addMember('Mia')
  const tablet = await family.device(miaId)
  return {
    ...family,
    miaId,
    tablet,
    complete: (questId, completedDate = today) => tablet.call('moveOrEditQuest', { questId }, { completedDate, completingMemberId: miaId }),
    completions: () => tablet.call('completions', { familyId: family.familyId, '?startDate': dayFromNow(-30), '?endDate': dayFromNow(2) }),
  }
}

/** As if what is done had been done so many days ago. */
async function daysAgo(stack: TestStack, questId: string, days: number): Promise<void> {
  await stack.sql`
    update public.quest_completions set completed_date = completed_date - ${days}::int, created_at = created_at - make_interval(days => ${days}) where quest_id = ${questId}`
}

story('Mia completes the dishes on her tablet: they are done, written down and paid', async (stack) => {
  const { miaId, tablet, completions, balanceOf, ...family } = await withMia(stack)
  const dishes = await family.addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId] })
  const { completed, ...done } = await tablet.call(
    'moveOrEditQuest',
    { questId: dishes.id },
    { completedDate: today, completingMemberId: miaId, columnId: family.column('Done').id },
  )
  // The completion, its gems and the move, each with a revision of its own.
  const { finishedAt } = done
  assert.ok(finishedAt !== null && finishedAt > dishes.createdAt)
  assert.deepEqual(done, { ...dishes, columnId: family.column('Done').id, finishedAt, finishedBy: miaId, version: dishes.version + 3 })
  const completion = { questId: dishes.id, completedDate: today, memberId: miaId }
  assert.deepEqual(completed, { completion, gems: 30, isNew: true })
  assert.deepEqual(await completions(), [completion])
  assert.equal(await balanceOf(miaId), 30)
  assert.deepEqual(await family.parent.call('quests', { familyId: family.familyId }), [done])
})

story('It goes into the last column, whichever one was named', async (stack) => {
  const { miaId, tablet, ...family } = await withMia(stack)
  const last = await family.parent.call('addColumn', { familyId: family.familyId }, { title: 'Archive', emoji: '📦' })
  for (const columnId of [family.column('Done').id, family.column('Ideas').id, last.id, undefined]) {
    const quest = await family.addQuest('Dishes', { assigneeIds: [miaId] })
    const body = { completedDate: today, completingMemberId: miaId, ...(columnId === undefined ? {} : { columnId }) }
    assert.equal((await tablet.call('moveOrEditQuest', { questId: quest.id }, body)).columnId, last.id)
  }
})

story('A column that is gone, or of another family, completes nothing', async (stack) => {
  const { miaId, tablet, completions, balanceOf, ...family } = await withMia(stack)
  const dishes = await family.addQuest('Dishes', { assigneeIds: [miaId] })
  const gone = family.column('Ideas').id
  await family.parent.call('deleteColumn', { columnId: gone })
  const foreign = (await newFamily(stack, 'Holm')).column('Done').id
  for (const columnId of [gone, foreign, crypto.randomUUID()]) {
    const body = { columnId, completedDate: today, completingMemberId: miaId }
    const { message } = await tablet.refused('moveOrEditQuest', { questId: dishes.id }, 'invalid_column', body)
    assert.equal(message, 'Cannot move quest to an invalid column. Please refresh the page.')
  }
  assert.deepEqual([await completions(), await balanceOf(miaId)], [[], 0])
  assert.deepEqual(await tablet.call('quests', { familyId: family.familyId }), [dishes])
})

story('The same completion sent again says that it is not new, and pays nothing more', async (stack) => {
  for (const recurring of ['once', 'daily', 'weekly']) {
    const { miaId, complete, completions, balanceOf, addQuest } = await withMia(stack)
    const { id } = await addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId], recurring })
    const first = await complete(id)
    for (let again = 0; again < 3; again++) assert.deepEqual(await complete(id), { ...first, completed: { ...first.completed, isNew: false } })
    assert.equal(first.completed?.isNew, true)
    assert.deepEqual([(await completions()).length, await balanceOf(miaId)], [1, 30])
  }
})

story('Fifty completions of one quest at the same moment, from two devices, pay once', async (stack) => {
  for (const recurring of ['once', 'daily', 'weekly']) {
    const { miaId, tablet, parent, completions, balanceOf, addQuest } = await withMia(stack)
    const { id: questId } = await addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId], recurring })
    const body = { completedDate: today, completingMemberId: miaId }
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? tablet : parent).call('moveOrEditQuest', { questId }, body)))
    assert.equal(answers.filter(({ completed }) => completed?.isNew === true).length, 1)
    assert.equal(new Set(answers.map(({ completed, ...quest }) => JSON.stringify([quest, completed?.completion, completed?.gems]))).size, 1)
    assert.deepEqual([(await completions()).length, await balanceOf(miaId)], [1, 30])
    assert.equal((await parent.call('gemEntries', { memberId: miaId })).length, 1)
  }
})

story('A once-quest of two is paid to whoever was first', async (stack) => {
  const { miaId, parent, completions, balanceOf, ...family } = await withMia(stack)
  const { id: emil } = await family.addMember('Emil')
  const { id: questId } = await family.addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId, emil] })
  const both = [miaId, emil].map((completingMemberId) => parent.call('moveOrEditQuest', { questId }, { completedDate: today, completingMemberId }))
  const answers = await Promise.all(both)
  // The slower one hears who was faster.
  const [only] = await completions()
  assert.deepEqual(
    answers.map(({ completed }) => completed?.completion),
    [only, only],
  )
  assert.deepEqual(answers.map(({ completed }) => completed?.isNew).toSorted(), [false, true])
  assert.equal((await completions()).length, 1)
  assert.equal((await balanceOf(miaId)) + (await balanceOf(emil)), 30)
})

story('A daily quest pays once a day and member, a weekly one once around a week', async (stack) => {
  const { miaId, parent, completions, balanceOf, ...family } = await withMia(stack)
  const { id: emil } = await family.addMember('Emil')
  const [daily, weekly] = [
    await family.addQuest('Teeth', { gemValue: 10, assigneeIds: [miaId, emil], recurring: 'daily' }),
    await family.addQuest('Plants', { gemValue: 100, assigneeIds: [miaId, emil], recurring: 'weekly' }),
  ]
  const both = async (completingMemberId: string) => {
    for (const { id } of [daily, weekly]) await parent.call('moveOrEditQuest', { questId: id }, { completedDate: today, completingMemberId })
  }
  await both(miaId)
  await both(emil)
  assert.deepEqual([await balanceOf(miaId), await balanceOf(emil), (await completions()).length], [110, 110, 4])

  // Three days later the weekly one is still of this week; four days later it is a new one.
  for (const id of [daily.id, weekly.id]) await daysAgo(stack, id, 3)
  await both(miaId)
  assert.equal(await balanceOf(miaId), 120)
  for (const id of [daily.id, weekly.id]) await daysAgo(stack, id, 1)
  await both(miaId)
  assert.equal(await balanceOf(miaId), 120 + 110)
})

story('A quest can be completed on a day that is today somewhere on earth, and on no other', async (stack) => {
  const { miaId, tablet, completions, ...family } = await withMia(stack)
  const { id: questId } = await family.addQuest('Teeth', { assigneeIds: [miaId], recurring: 'daily' })
  const hour = 3_600_000
  const dayAt = (offset: number) => new Date(Date.now() + offset * hour).toISOString().slice(0, 10)
  const somewhere = new Set([dayAt(-12), dayAt(0), dayAt(14)])
  for (const completedDate of somewhere) await tablet.call('moveOrEditQuest', { questId }, { completedDate, completingMemberId: miaId })
  for (const completedDate of [dayFromNow(-2), dayFromNow(2), '1970-01-01', '9999-12-31']) {
    const { message } = await tablet.refused('moveOrEditQuest', { questId }, 'invalid_input', { completedDate, completingMemberId: miaId })
    assert.equal(message, 'A quest can only be completed today.')
  }
  assert.equal((await completions()).length, somewhere.size)
})

story('A kid completes its own quests for itself, a parent any quest for anybody of the family', async (stack) => {
  const home = await withMia(stack)
  const { miaId, tablet, parent, balanceOf, memberId } = home
  const { kid: emils, memberId: emil } = await kidOf(stack, home)
  const dishes = await home.addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId] })
  const body = (completingMemberId: string) => ({ completedDate: today, completingMemberId })
  await emils.refused('moveOrEditQuest', { questId: dishes.id }, 'not_allowed', body(emil))
  await emils.refused('moveOrEditQuest', { questId: dishes.id }, 'not_allowed', body(miaId))
  await tablet.refused('moveOrEditQuest', { questId: dishes.id }, 'not_allowed', body(emil))
  const stranger = await newFamily(stack, 'Holm')
  await stranger.parent.refused('moveOrEditQuest', { questId: dishes.id }, 'not_found', body(stranger.memberId))
  const { message } = await parent.refused('moveOrEditQuest', { questId: dishes.id }, 'invalid_input', body(stranger.memberId))
  assert.equal(message, 'Only a member of the family can complete a quest.')
  // Emil helped out, although it was Mia's.
  await parent.call('moveOrEditQuest', { questId: dishes.id }, body(emil))
  assert.deepEqual([await balanceOf(emil), await balanceOf(miaId), await balanceOf(memberId)], [30, 0, 0])
})
