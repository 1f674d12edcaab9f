import assert from 'node:assert/strict'
import type { ErrorCode } from '../../../domain/contract/errors.ts'
import type { NewPractice, PracticeAnswer } from '../../../domain/contract/practice.ts'
import type { Device } from '../../../testing/device.ts'
import { kidOf, newFamily } from '../../../testing/family.ts'
import { dayFromNow } from '../../../testing/builders.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

const today = dayFromNow()
const cat = { game: 'word-pop', item: 'cat', day: today } as const

async function miaOf(family: SignedUpFamily) {
  const { id: memberId } = await family.addMember('Mia')
  const practise = (item: string, answer: PracticeAnswer, more: { tookMs?: number } = {}) =>
    family.parent.call('practise', { memberId }, { ...cat, item, answer, ...more })
  return { memberId, practise }
}

story(
  'A right and quick answer moves a due item to the next box, a slow one keeps it, a wrong one resets it',
  async (stack) => {
    const { memberId, practise } = await miaOf(await newFamily(stack))
    const answered = async (answer: PracticeAnswer, isDue = true) => {
      if (isDue) await stack.sql`update public.practice_items set due_on = ${today} where member_id = ${memberId}`
      const { box, dueOn } = await practise('cat', answer)
      return [box, dueOn]
    }
    assert.deepEqual(await practise('dog', 'slow'), {
      game: 'word-pop',
      item: 'dog',
      box: 1,
      dueOn: dayFromNow(2),
      lately: ['slow'],
    })
    for (const [box, days] of [
      [2, 3],
      [3, 7],
      [4, 14],
      [5, 30],
      [5, 30],
    ] as const) {
      assert.deepEqual(await answered('right'), [box, dayFromNow(days)])
      assert.deepEqual(await answered('right', false), [box, dayFromNow(days)], 'before it is due')
    }
    assert.deepEqual(await answered('slow'), [5, dayFromNow(2)])
    const guessed = (item: string) => practise(item, 'right', { tookMs: 499 })
    const { box, dueOn, lately } = await guessed('cat')
    assert.deepEqual([box, dueOn, lately.at(-1)], [5, dayFromNow(2), 'slow'], 'sooner than it is read')
    assert.deepEqual((await guessed('sun')).lately, ['wrong'])
    assert.deepEqual(await answered('wrong'), [1, dayFromNow(1)])
    assert.deepEqual((await practise('cat', 'slow')).lately, ['slow', 'wrong', 'slow'])
  },
)

story('Each child practises for itself alone; a parent forgets it, and it goes with the child', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const mia = await miaOf(family)
  const { kid, memberId: leoId } = await kidOf(stack, family)
  const tablet = await family.device(mia.memberId)
  const answer = { ...cat, answer: 'right' }
  await tablet.call('practise', { memberId: mia.memberId }, answer)
  await kid.call('practise', { memberId: leoId }, { ...answer, answer: 'wrong' })
  for (const [device, memberId] of [
    [tablet, leoId],
    [kid, mia.memberId],
  ] as const) {
    await device.refused('practise', { memberId }, 'not_allowed', answer)
    await device.refused('finishPractice', { memberId }, 'not_allowed', newRound())
  }
  const boxes = async (memberId: string) =>
    (await parent.call('practice', { memberId })).map(({ item, box }) => [item, box])
  assert.deepEqual([await boxes(mia.memberId), await boxes(leoId)], [[['cat', 2]], [['cat', 1]]])
  await parent.call('forgetPractice', { memberId: leoId })
  assert.deepEqual([await boxes(mia.memberId), await boxes(leoId)], [[['cat', 2]], []])
  await parent.call('removeMember', { memberId: mia.memberId })
  assert.equal((await stack.sql`select from public.practice_items where member_id = ${mia.memberId}`).count, 0)
})

story('Only today is practised, and no more things than anybody can learn', async (stack) => {
  const family = await newFamily(stack)
  const { memberId, practise } = await miaOf(family)
  const refused = (code: ErrorCode, body: object) =>
    family.parent.refused('practise', { memberId }, code, { ...cat, answer: 'right', ...body })
  for (const day of [dayFromNow(-3), dayFromNow(3)]) await refused('practice_not_today', { day })
  await stack.sql`
    insert into public.practice_items (member_id, game, item, family_id, box, due_on, lately)
    select ${memberId}, 'word-pop', 'word ' || n, ${family.familyId}, 1, current_date, '{right}' from generate_series(1, 1999) n`
  await practise('cat', 'right')
  await refused('invalid_input', { item: 'dog' })
  assert.deepEqual((await practise('cat', 'right')).lately, ['right', 'right'])
})

const words = ['cat', 'dog', 'sun', 'bus'] as const
const newRound = () => ({ game: 'word-pop', roundId: crypto.randomUUID() }) as const

/** Answers each of four words twice, right after three seconds unless given otherwise, with additional fields. */
async function answerWords(
  device: Device,
  memberId: string,
  more: object = {},
  answers: Partial<Record<number, NewPractice['answer']>> = {},
) {
  for (const [index, item] of [...words, ...words].entries()) {
    await device.call(
      'practise',
      { memberId },
      { game: 'word-pop', item, day: today, answer: answers[index] ?? 'right', tookMs: 3000, ...more },
    )
  }
}

/** Plays a round of word-pop; returns how to finish it. */
async function playedBy(device: Device, memberId: string, answers?: Parameters<typeof answerWords>[3]) {
  const round = newRound()
  await answerWords(device, memberId, round, answers)
  return () => device.call('finishPractice', { memberId }, round).then(({ gems }) => gems)
}

story(
  "Practice earns nothing until a parent says so, then once a day of the family's, whatever day a device names",
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId, balanceOf } = family
    const { memberId } = await miaOf(family)
    const tablet = await family.device(memberId)
    const played = () => playedBy(tablet, memberId)
    assert.equal(await (await played())(), 0)
    assert.equal((await parent.call('editFamily', { familyId }, { practiceGems: 5 })).practiceGems, 5)
    const finish = await played()
    // Two concurrent requests are paid once.
    assert.deepEqual((await Promise.all([finish(), finish()])).toSorted(), [0, 5])
    assert.equal(await finish(), 0)
    // Today somewhere else on earth as well.
    const otherDay = dayFromNow(new Date().getUTCHours() < 11 ? -1 : 1)
    const elsewhere = newRound()
    await answerWords(tablet, memberId, { ...elsewhere, day: otherDay })
    assert.equal((await tablet.call('finishPractice', { memberId }, elsewhere)).gems, 0)
    const [entry] = await parent.call('gemEntries', { memberId })
    assert.deepEqual([entry?.amount, entry?.reason, entry?.title], [5, 'practice', 'Practice'])
    const [paid] = await stack.sql`
    select e.practice_day = (now() at time zone f.time_zone)::date as is_today
    from public.gem_entries e join public.families f on f.id = e.family_id where e.member_id = ${memberId}`
    assert.deepEqual({ ...paid }, { is_today: true })
    await stack.sql`update public.gem_entries set practice_day = practice_day - 1 where member_id = ${memberId}`
    assert.equal(await (await played())(), 5)
    assert.equal(await balanceOf(memberId), 10)
  },
)

story(
  'A round without answers earns nothing: skips, a few answers, one word again and again, another round',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId, balanceOf } = family
    await parent.call('editFamily', { familyId }, { practiceGems: 5 })
    const { memberId } = await miaOf(family)
    const { id: leoId } = await family.addMember('Leo')
    const tablet = await family.device(memberId)
    const finish = (round: object) => tablet.call('finishPractice', { memberId }, round).then(({ gems }) => gems)
    assert.equal(await finish(newRound()), 0, 'no round at all')
    const skipped = Array<'skipped'>(8).fill('skipped')
    assert.equal(await (await playedBy(tablet, memberId, skipped))(), 0, 'skips alone')
    assert.equal(await (await playedBy(tablet, memberId, skipped.slice(0, 3)))(), 0, 'five answers')
    const alike = newRound()
    for (let answer = 0; answer < 16; answer++)
      await tablet.call('practise', { memberId }, { ...alike, item: 'cat', day: today, answer: 'right' })
    assert.equal(await finish(alike), 0, 'one word sixteen times')
    const round = newRound()
    await answerWords(tablet, memberId, round)
    assert.equal(await finish(newRound()), 0, 'answers of another round')
    assert.equal(await finish({ ...round, game: 'time-ticker' }), 0, 'another game')
    const ofLeo = await parent.call('finishPractice', { memberId: leoId }, round)
    assert.equal(ofLeo.gems, 0, "a sibling's round")
    assert.equal(await balanceOf(memberId), 0)
    // A skip is stored as a wrong answer: the word comes again.
    await tablet.call('practise', { memberId }, { ...cat, answer: 'skipped' })
    const kept = await tablet.call('practice', { memberId })
    assert.equal(kept.find(({ item }) => item === 'cat')?.lately.at(-1), 'wrong')
    // One word may be skipped each time it comes; wrong answers count.
    assert.equal(await (await playedBy(tablet, memberId, { 0: 'skipped', 4: 'skipped', 1: 'wrong' }))(), 5)
  },
)

story(
  'A round is paid when half of its answers were right at the first try, each in the time of a human',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId, balanceOf } = family
    const { memberId } = await miaOf(family)
    const tablet = await family.device(memberId)
    const play = async (answers: NewPractice['answer'][], more: object = {}) => {
      const round = newRound()
      await answerWords(tablet, memberId, { ...round, ...more }, answers)
      const { gems, unpaid } = await tablet.call('finishPractice', { memberId }, round)
      return [gems, unpaid]
    }
    const threeRight: NewPractice['answer'][] = ['right', 'slow', 'right', ...Array<'wrong'>(5).fill('wrong')]
    assert.deepEqual(await play(threeRight), [0, undefined], 'a family that pays nothing')
    await parent.call('editFamily', { familyId }, { practiceGems: 5 })
    assert.deepEqual(await play(threeRight), [0, 'too_few_right'])
    assert.deepEqual(await play([], { tookMs: 499 }), [0, 'too_few_right'], 'sooner than the question is read')
    assert.deepEqual(await play([], { tookMs: Number.MIN_SAFE_INTEGER }), [0, 'too_few_right'], 'no time at all')
    assert.deepEqual(await play([], { tookMs: undefined }), [0, 'too_few_right'], 'a time that is not told')
    // More answers than a round has, as by a round that is sent again.
    const long = newRound()
    for (let times = 0; times < 3; times++) await answerWords(tablet, memberId, long)
    assert.equal((await tablet.call('finishPractice', { memberId }, long)).unpaid, 'too_few_right')
    assert.equal(await balanceOf(memberId), 0)
    assert.deepEqual(await play([...threeRight.slice(0, 3), 'slow', ...threeRight.slice(4)], { tookMs: 500 }), [
      5,
      undefined,
    ])
    assert.deepEqual(await play([]), [0, 'paid_today'])
    assert.equal(await balanceOf(memberId), 5)
  },
)
