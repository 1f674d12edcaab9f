import assert from 'node:assert/strict'
import type { PracticeAnswer } from '../../domain/contract/practice.ts'
import { dayFromNow, kidOf, newFamily } from '../../embedded/testing/family.ts'
import type { Family } from '../../embedded/testing/family.ts'
import { onOneStack } from '../../embedded/testing/stack.ts'

const story = onOneStack()

const today = dayFromNow()
const cat = { game: 'word-pop', item: 'cat', day: today } as const

async function miaOf(family: Family) {
  const { id: memberId } = await family.addMember('Mia')
  const practise = (item: string, answer: PracticeAnswer) => family.parent.call('practise', { memberId }, { ...cat, item, answer })
  return { memberId, practise }
}

story('Right and quick is the next box, slow stays, wrong begins anew', async (stack) => {
  const { memberId, practise } = await miaOf(await newFamily(stack))
  assert.deepEqual(await practise('cat', 'right'), { game: 'word-pop', item: 'cat', box: 2, dueOn: dayFromNow(3), lately: ['right'] })
  assert.deepEqual(await practise('dog', 'slow'), { game: 'word-pop', item: 'dog', box: 1, dueOn: dayFromNow(2), lately: ['slow'] })
  assert.deepEqual(await practise('sun', 'wrong'), { game: 'word-pop', item: 'sun', box: 1, dueOn: dayFromNow(1), lately: ['wrong'] })
  const due = () => stack.sql`update public.practice_items set due_on = ${today} where member_id = ${memberId}`
  for (const [box, days] of [
    [3, 7],
    [4, 14],
    [5, 30],
    [5, 30],
  ] as const) {
    await due()
    assert.deepEqual(await practise('cat', 'right').then((item) => [item.box, item.dueOn]), [box, dayFromNow(days)])
  }
  await due()
  assert.deepEqual(await practise('cat', 'slow').then((item) => [item.box, item.dueOn]), [5, dayFromNow(2)])
  assert.deepEqual(await practise('cat', 'wrong'), { game: 'word-pop', item: 'cat', box: 1, dueOn: dayFromNow(1), lately: ['right', 'slow', 'wrong'] })
})

story('What is right before it is due moves no box, what is wrong then does', async (stack) => {
  const { practise } = await miaOf(await newFamily(stack))
  const first = await practise('cat', 'right')
  for (let again = 0; again < 5; again++) assert.deepEqual(await practise('cat', 'right').then(({ box, dueOn }) => [box, dueOn]), [2, first.dueOn])
  assert.equal((await practise('cat', 'wrong')).box, 1)
})

story('Each child has a practice of its own, a parent forgets it, and it goes with the child', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const [mia, leo] = [await miaOf(family), await miaOf(family)]
  await mia.practise('cat', 'right')
  await leo.practise('cat', 'wrong')
  await leo.practise('dog', 'wrong')
  const boxes = async (memberId: string) => (await parent.call('practice', { memberId })).map(({ item, box }) => [item, box])
  assert.deepEqual(await boxes(mia.memberId), [['cat', 2]])
  assert.deepEqual(await parent.call('forgetPractice', { memberId: leo.memberId }), [])
  assert.deepEqual([await boxes(mia.memberId), await boxes(leo.memberId)], [[['cat', 2]], []])
  await parent.call('removeMember', { memberId: mia.memberId })
  assert.equal((await stack.sql`select from public.practice_items where member_id = ${mia.memberId}`).count, 0)
})

story('A kid practises for itself alone and forgets nothing, another family sees none of it', async (stack) => {
  const family = await newFamily(stack)
  const mia = await miaOf(family)
  const { kid, memberId } = await kidOf(stack, family)
  const tablet = await family.device(mia.memberId)
  const answer = { ...cat, answer: 'right' }
  await tablet.call('practise', { memberId: mia.memberId }, answer)
  await kid.call('practise', { memberId }, answer)
  assert.equal((await tablet.call('practice', { memberId: mia.memberId })).length, 1)
  for (const [device, other] of [
    [tablet, memberId],
    [kid, mia.memberId],
  ] as const) {
    await device.refused('practise', { memberId: other }, 'not_allowed', answer)
    await device.refused('finishPractice', { memberId: other }, 'not_allowed', { day: today })
    for (const whose of [memberId, mia.memberId]) await device.refused('forgetPractice', { memberId: whose }, 'not_allowed')
  }
  const { parent: holm } = await newFamily(stack, 'Holm')
  await holm.refused('practice', { memberId }, 'not_found')
  await holm.refused('practise', { memberId }, 'not_found', answer)
  await holm.refused('forgetPractice', { memberId }, 'not_found')
  await holm.refused('finishPractice', { memberId }, 'not_found', { day: today })
})

story('Only today, only games there are, and no more things than anybody can learn', async (stack) => {
  const family = await newFamily(stack)
  const { memberId } = await miaOf(family)
  const refused = (body: object) => family.parent.refused('practise', { memberId }, 'invalid_input', { ...cat, answer: 'right', ...body })
  for (const day of [dayFromNow(-3), dayFromNow(3), 'today']) await refused({ day })
  for (const wrong of [{ game: 'chess' }, { item: '' }, { item: 'a'.repeat(41) }, { answer: 'perfect' }, { box: 5 }]) await refused(wrong)
  await stack.sql`
    insert into public.practice_items (member_id, game, item, family_id, box, due_on, lately)
    select ${memberId}, 'word-pop', 'word ' || n, ${family.familyId}, 1, current_date, '{right}' from generate_series(1, 2000) n`
  await refused({ item: 'one more' })
  assert.equal((await family.parent.call('practise', { memberId }, { ...cat, item: 'word 7', answer: 'right' })).box, 2)
})

story('Practice earns nothing until a parent says so, then once a day, and nothing for nothing', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, balanceOf } = family
  const { memberId, practise } = await miaOf(family)
  const finish = (day = today) => parent.call('finishPractice', { memberId }, { day }).then(({ gems }) => gems)
  for (const item of ['cat', 'dog', 'sun', 'bus']) await practise(item, 'right')
  assert.equal(await finish(), 0)
  for (const practiceGems of [-1, 51, 2.5]) await parent.refused('editFamily', { familyId }, 'invalid_input', { practiceGems })
  assert.equal((await parent.call('editFamily', { familyId }, { practiceGems: 5 })).practiceGems, 5)
  // Asked twice at once it is paid once.
  assert.deepEqual((await Promise.all([finish(), finish()])).toSorted(), [0, 5])
  assert.equal(await finish(), 0)
  assert.equal(await balanceOf(memberId), 5)
  const [entry] = await parent.call('gemEntries', { memberId })
  assert.deepEqual([entry?.amount, entry?.reason, entry?.title], [5, 'practice', 'Practice'])
  const { id: lazy } = await family.addMember('Leo')
  assert.deepEqual(await parent.call('finishPractice', { memberId: lazy }, { day: today }), { gems: 0 })
})
