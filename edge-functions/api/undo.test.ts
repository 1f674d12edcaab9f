import assert from 'node:assert/strict'
import { dayFromNow, newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOneStack()

const today = dayFromNow()

async function withMia(stack: TestStack) {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { id: miaId } = await family.addMember('Mia')
  const complete = (questId: string, completedDate = today) => parent.call('moveOrEditQuest', { questId }, { completedDate, completingMemberId: miaId })
  return {
    ...family,
    miaId,
    complete,
    completions: (from = dayFromNow(-30), to = dayFromNow(2)) => parent.call('completions', { familyId, '?startDate': from, '?endDate': to }),
    moveTo: (questId: string, title: string) => parent.call('moveOrEditQuest', { questId }, { columnId: family.column(title).id, day: today }),
    ledger: async () => (await parent.call('gemEntries', { memberId: miaId })).map(({ amount, reason }) => `${reason} ${amount}`),
    /** Mia spends so many gems. */
    async spend(gemCost: number) {
      await parent.call('editFamily', { familyId }, { rewardMode: 'spend' })
      const { id: rewardId } = await parent.call('addReward', { familyId }, { title: 'Ice cream', gemCost })
      await parent.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId: miaId })
    },
    daysAgo: (questId: string, days: number) => stack.sql`
      update public.quest_completions set completed_date = completed_date - ${days}::int, created_at = created_at - make_interval(days => ${days}) where quest_id = ${questId}`,
    /** Dates them back; they were still made today, so that nobody's cleanup finds them old. */
    async datedBack(questId: string, days: number) {
      // By way of another century, because a day that moves must not meet one that has not moved yet.
      for (const step of [days + 36_500, -36_500])
        await stack.sql`update public.quest_completions set completed_date = completed_date - ${step}::int where quest_id = ${questId}`
    },
  }
}

story('A once-quest that slipped into the last column goes back the same day, and its gems with it', async (stack) => {
  const { miaId, complete, completions, moveTo, balanceOf, ledger, addQuest, column } = await withMia(stack)
  const dishes = await addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId] })
  await complete(dishes.id)
  const back = await moveTo(dishes.id, 'To Do')
  assert.equal(back.columnId, column('To Do').id)
  assert.deepEqual(back.takenBack, [{ questId: dishes.id, memberId: miaId, completedDate: today, gems: 30, owed: 0 }])
  assert.deepEqual([await completions(), await balanceOf(miaId), await ledger()], [[], 0, ['undo -30', 'completion 30']])
  // Done again it is paid again, once.
  await complete(dishes.id)
  await complete(dishes.id)
  assert.deepEqual([(await completions()).length, await balanceOf(miaId)], [1, 30])
})

story('Days later a once-quest is only opened again: what was earned stays, and it pays anew', async (stack) => {
  const { miaId, complete, completions, moveTo, balanceOf, daysAgo, addQuest } = await withMia(stack)
  const { id } = await addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId] })
  await complete(id)
  await daysAgo(id, 5)
  await moveTo(id, 'To Do')
  assert.deepEqual([(await completions()).length, await balanceOf(miaId)], [1, 30])
  await complete(id)
  await complete(id)
  assert.deepEqual([(await completions()).length, await balanceOf(miaId)], [2, 60])
})

story('What was spent already is owed: no balance goes below 0', async (stack) => {
  const { miaId, complete, moveTo, balanceOf, ledger, spend, addQuest } = await withMia(stack)
  const { id } = await addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId] })
  await complete(id)
  await spend(20)
  await moveTo(id, 'To Do')
  assert.deepEqual([await balanceOf(miaId), await ledger()], [0, ['undo -10', 'redemption -20', 'completion 30']])
})

story('Gems for an undone quest do not come back through a declined wish', async (stack) => {
  const { miaId, parent, familyId, complete, moveTo, balanceOf, ledger, addQuest } = await withMia(stack)
  const { id } = await addQuest('Dishes', { gemValue: 50, assigneeIds: [miaId] })
  await complete(id)
  await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const { id: rewardId } = await parent.call('addReward', { familyId }, { title: 'Cinema', gemCost: 50 })
  const wished = await parent.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId: miaId })
  const back = await moveTo(id, 'To Do')
  assert.deepEqual(back.takenBack, [{ questId: id, completedDate: today, memberId: miaId, gems: 0, owed: 50 }])
  const { gemDebts } = await parent.call('exportFamily', { familyId })
  assert.deepEqual(gemDebts, [{ memberId: miaId, amount: 50, title: 'Dishes', icon: '🧹' }])

  const declined = await parent.call('decideRedemption', { redemptionId: wished.id }, { status: 'declined' })
  assert.equal(declined.settled, 50)
  assert.deepEqual([await balanceOf(miaId), await ledger()], [0, ['undo -50', 'refund 50', 'redemption -50', 'completion 50']])
  assert.deepEqual((await complete(id)).completed, { completion: { questId: id, completedDate: today, memberId: miaId }, gems: 50, isNew: true })
  assert.equal(await balanceOf(miaId), 50)

  // The next quest settles the debt, and the answer says so.
  await parent.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId: miaId })
  await moveTo(id, 'To Do')
  const { id: plants } = await addQuest('Plants', { gemValue: 60, assigneeIds: [miaId] })
  const { gems, settled } = (await complete(plants)).completed ?? assert.fail()
  assert.deepEqual([gems, settled, await balanceOf(miaId)], [60, 50, 10])
})

story('What was paid is taken back, whatever the quest is worth by then', async (stack) => {
  const { miaId, parent, complete, moveTo, balanceOf, addQuest } = await withMia(stack)
  const [other, { id }] = [await addQuest('Plants', { gemValue: 500, assigneeIds: [miaId] }), await addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId] })]
  await complete(other.id)
  await complete(id)
  await parent.call('moveOrEditQuest', { questId: id }, { gemValue: 400 })
  await moveTo(id, 'Ideas')
  assert.equal(await balanceOf(miaId), 500)
})

story('Of a recurring quest a parent undoes single completions, and its card stays where it is', async (stack) => {
  const { miaId, parent, complete, completions, balanceOf, daysAgo, addQuest, column } = await withMia(stack)
  const { id } = await addQuest('Teeth', { gemValue: 10, assigneeIds: [miaId], recurring: 'daily' })
  await complete(id)
  await daysAgo(id, 5)
  await complete(id)
  assert.deepEqual([(await completions()).length, await balanceOf(miaId)], [2, 20])

  const lastWeek = { questId: id, memberId: miaId, completedDate: dayFromNow(-5) }
  assert.deepEqual(await parent.call('undoCompletion', lastWeek), { ...lastWeek, gems: 10, owed: 0 })
  assert.deepEqual(await completions(), [{ questId: id, memberId: miaId, completedDate: today }])
  assert.equal(await balanceOf(miaId), 10)
  // The card stays where it is.
  const [quest] = await parent.call('quests', { familyId: (await parent.call('myFamilies', {}))[0]?.family.id ?? '' })
  assert.equal(quest?.columnId, column('Done').id)
  await parent.refused('undoCompletion', lastWeek, 'not_found')
  assert.equal(await balanceOf(miaId), 10)
})

story('Twenty undos of one completion at the same moment take its gems back once', async (stack) => {
  const { miaId, parent, complete, balanceOf, ledger, addQuest } = await withMia(stack)
  const quests = [
    await addQuest('Teeth', { gemValue: 10, assigneeIds: [miaId], recurring: 'daily' }),
    await addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId] }),
  ]
  for (const { id } of quests) await complete(id)
  const undone = { questId: quests[0]?.id ?? '', memberId: miaId, completedDate: today }
  const answers = await Promise.all(Array.from({ length: 20 }, () => parent.ask('undoCompletion', undone)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array.from({ length: 19 }, () => 404)],
  )
  assert.deepEqual([await balanceOf(miaId), await ledger()], [30, ['undo -10', 'completion 30', 'completion 10']])
})

story('Completing and undoing one quest from many devices at once ends with a balance that adds up', async (stack) => {
  const { miaId, parent, completions, balanceOf, addQuest, column } = await withMia(stack)
  const { id: questId } = await addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId] })
  const bodies = Array.from({ length: 30 }, (_, index) =>
    index % 2 === 0 ? { completedDate: today, completingMemberId: miaId } : { columnId: column('To Do').id },
  )
  for (const answer of await Promise.all(bodies.map((body) => parent.ask('moveOrEditQuest', { questId }, { body }))))
    assert.equal(answer.status, 200, answer.text)
  assert.equal(await balanceOf(miaId), (await completions()).length * 30)
})

story('A kid undoes nothing, a stranger sees nothing to undo', async (stack) => {
  const { miaId, complete, completions, device, addQuest } = await withMia(stack)
  const { id } = await addQuest('Teeth', { assigneeIds: [miaId], recurring: 'daily' })
  await complete(id)
  const params = { questId: id, memberId: miaId, completedDate: today }
  await (await device(miaId)).refused('undoCompletion', params, 'not_allowed')
  await (await newFamily(stack, 'Holm')).parent.refused('undoCompletion', params, 'not_found')
  assert.equal((await completions()).length, 1)
})

story('Completions are asked for by days, of which the first and the last one count, 400 at most', async (stack) => {
  const { miaId, parent, familyId, complete, completions, datedBack, addQuest } = await withMia(stack)
  const { id: questId } = await addQuest('Teeth', { assigneeIds: [miaId], recurring: 'daily' })
  for (const days of [1, 1, 397]) {
    await complete(questId)
    await datedBack(questId, days)
  }
  await complete(questId)
  const days = [-399, -398, -397, 0].map(dayFromNow)
  const seen = async (from: number, to: number) => (await completions(dayFromNow(from), dayFromNow(to))).map(({ completedDate }) => completedDate)
  assert.deepEqual(await seen(-399, 0), days)
  assert.deepEqual(await seen(-398, -397), days.slice(1, 3))
  assert.deepEqual(await seen(-397, -1), days.slice(2, 3))
  assert.deepEqual(await seen(0, 0), days.slice(3))
  assert.deepEqual(await seen(-396, -1), [])
  const range = { familyId, '?startDate': dayFromNow(-400), '?endDate': today }
  assert.equal((await parent.refused('completions', range, 'invalid_input')).message, 'At most 400 days can be asked for at once')
})
