import assert from 'node:assert/strict'
import type { RewardMode } from '../../domain/contract/families.ts'
import { Device } from '../../testing/device.ts'
import { dayFromNow, newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOneStack()

/** Mia has 100 gems, and an ice cream costs 40. */
async function shop(stack: TestStack, rewardMode: RewardMode) {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { id: memberId } = await family.addMember('Mia')
  const { id: questId } = await family.addQuest('Dishes', { gemValue: 100, assigneeIds: [memberId] })
  await parent.call('moveOrEditQuest', { questId }, { completedDate: dayFromNow(), completingMemberId: memberId })
  if (rewardMode !== 'celebrate') await parent.call('editFamily', { familyId }, { rewardMode })
  const reward = await parent.call('addReward', { familyId }, { title: 'Ice cream', icon: '🍦', gemCost: 40 })
  return {
    ...family,
    memberId,
    annaId: family.memberId,
    reward,
    rewardId: reward.id,
    tablet: await family.device(memberId),
    wish: () => ({ redemptionId: crypto.randomUUID(), memberId }),
    balance: () => family.balanceOf(memberId),
  }
}

story('Where rewards are celebrated nothing is redeemed', async (stack) => {
  const { tablet, rewardId, wish, balance, parent, familyId } = await shop(stack, 'celebrate')
  const { message } = await tablet.refused('redeemReward', { rewardId }, 'redeeming_off', wish())
  assert.equal(message, 'In this family rewards are celebrated, not paid for.')
  assert.deepEqual([await balance(), await parent.call('redemptions', { familyId })], [100, []])
})

story('Where gems are spent a reward is granted at once', async (stack) => {
  const { tablet, reward, rewardId, wish, balance, parent, familyId, memberId } = await shop(stack, 'spend')
  const body = wish()
  const answer = await tablet.ask('redeemReward', { rewardId }, { body })
  assert.equal(answer.status, 201, answer.text)
  const granted = JSON.parse(answer.text)
  assert.deepEqual(granted, {
    id: body.redemptionId,
    rewardId,
    memberId,
    title: reward.title,
    icon: reward.icon,
    gemCost: 40,
    status: 'granted',
    createdAt: granted.createdAt,
    decidedAt: granted.decidedAt,
    version: granted.version,
  })
  assert.notEqual(granted.decidedAt, null)
  assert.equal(await balance(), 60)
  assert.deepEqual(await tablet.call('redemptions', { familyId }), [granted])
  await parent.refused('decideRedemption', { redemptionId: granted.id }, 'already_decided', { status: 'declined' })
  assert.deepEqual(await parent.call('decideRedemption', { redemptionId: granted.id }, { status: 'granted' }), granted)
  assert.equal(await balance(), 60)
})

story('Where a parent is asked the gems are reserved, and kept or given back by what the parent says', async (stack) => {
  const { tablet, rewardId, wish, balance, parent, familyId } = await shop(stack, 'ask')
  const reserved = await tablet.call('redeemReward', { rewardId }, wish())
  assert.deepEqual([reserved.status, reserved.decidedAt, await balance()], ['reserved', null, 60])
  const other = await tablet.call('redeemReward', { rewardId }, wish())
  assert.equal(await balance(), 20)

  const granted = await parent.call('decideRedemption', { redemptionId: reserved.id }, { status: 'granted' })
  assert.deepEqual([granted.status, await balance()], ['granted', 20])
  const declined = await parent.call('decideRedemption', { redemptionId: other.id }, { status: 'declined' })
  assert.deepEqual([declined.status, await balance()], ['declined', 60])
  // Said again, the same answer; said otherwise, a no.
  for (const [known, said, otherwise] of [
    [granted, 'granted', 'declined'],
    [declined, 'declined', 'granted'],
  ] as const) {
    assert.deepEqual(await parent.call('decideRedemption', { redemptionId: known.id }, { status: said }), known)
    await parent.refused('decideRedemption', { redemptionId: known.id }, 'already_decided', { status: otherwise })
  }
  assert.equal(await balance(), 60)
  assert.deepEqual(
    (await parent.call('redemptions', { familyId })).map(({ id }) => id),
    [other.id, reserved.id],
  )
})

story('The same wish sent again, from two devices at once or after a lost answer, is one', async (stack) => {
  for (const mode of ['spend', 'ask'] as const) {
    const { tablet, parent, rewardId, wish, balance, familyId } = await shop(stack, mode)
    const body = wish()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? tablet : parent).call('redeemReward', { rewardId }, body)))
    assert.equal(new Set(answers.map((redemption) => JSON.stringify(redemption))).size, 1)
    assert.deepEqual([await balance(), (await parent.call('redemptions', { familyId })).length], [60, 1])
  }
})

story('Different wishes at once are granted as long as there are gems', async (stack) => {
  const { tablet, parent, rewardId, wish, balance, familyId } = await shop(stack, 'spend')
  const answers = await Promise.all(Array.from({ length: 12 }, () => tablet.ask('redeemReward', { rewardId }, { body: wish() })))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 201, ...Array.from({ length: 10 }, () => 409)],
  )
  assert.deepEqual([await balance(), (await parent.call('redemptions', { familyId })).length], [20, 2])
  const { message } = await tablet.refused('redeemReward', { rewardId }, 'not_enough_gems', wish())
  assert.equal(message, 'There are not enough gems for this yet.')
})

story('A yes and a no at the same moment: one of them counts, exactly once', async (stack) => {
  for (let round = 0; round < 3; round++) {
    const { tablet, parent, rewardId, wish, balance } = await shop(stack, 'ask')
    const { id: redemptionId } = await tablet.call('redeemReward', { rewardId }, wish())
    const said = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'granted' : 'declined'))
    const answers = await Promise.all(said.map((status) => parent.ask('decideRedemption', { redemptionId }, { body: { status } })))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 200, 200, 200, 409, 409, 409, 409, 409],
    )
    const decided: string = JSON.parse(answers.find(({ status }) => status === 200)?.text ?? '').status
    assert.equal(await balance(), decided === 'granted' ? 60 : 100)
  }
})

story('An id is of one wish: used for another reward, member or family it is refused', async (stack) => {
  const { tablet, parent, rewardId, wish, balance, familyId, annaId } = await shop(stack, 'spend')
  const body = wish()
  await tablet.call('redeemReward', { rewardId }, body)
  const other = await parent.call('addReward', { familyId }, { title: 'Cinema', gemCost: 1 })
  const sentence = 'This redemptionId was used for something else.'
  assert.equal((await tablet.refused('redeemReward', { rewardId: other.id }, 'invalid_input', body)).message, sentence)
  assert.equal((await parent.refused('redeemReward', { rewardId }, 'invalid_input', { ...body, memberId: annaId })).message, sentence)
  const strangers = await shop(stack, 'spend')
  const foreign = { ...body, memberId: strangers.memberId }
  assert.equal((await strangers.parent.refused('redeemReward', { rewardId: strangers.rewardId }, 'invalid_input', foreign)).message, sentence)
  assert.deepEqual([await balance(), await strangers.balance()], [60, 100])
})

story('Two families that happen to choose the same id at the same moment: one of them has it', async (stack) => {
  const [berg, holm] = [await shop(stack, 'ask'), await shop(stack, 'ask')]
  for (const { parent, rewardId } of [berg, holm]) await parent.call('editReward', { rewardId }, { gemCost: 0 })
  for (let round = 0; round < 15; round++) {
    const redemptionId = crypto.randomUUID()
    const answers = await Promise.all(
      [berg, holm].map(({ parent, rewardId, memberId }) => parent.ask('redeemReward', { rewardId }, { body: { redemptionId, memberId } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400])
  }
})

story('A kid redeems for itself only, and what is switched off is not there for it', async (stack) => {
  const { tablet, parent, rewardId, wish, balance, annaId } = await shop(stack, 'spend')
  const { message } = await tablet.refused('redeemReward', { rewardId }, 'not_allowed', { ...wish(), memberId: annaId })
  assert.equal(message, 'Gems can only be spent by the one who has them, or by a parent.')
  await parent.call('editReward', { rewardId }, { isActive: 0 })
  await tablet.refused('redeemReward', { rewardId }, 'not_found', wish())
  await parent.call('redeemReward', { rewardId }, wish())
  assert.equal(await balance(), 60)
  const stranger = await newFamily(stack, 'Holm')
  await parent.refused('redeemReward', { rewardId }, 'invalid_input', { ...wish(), memberId: stranger.memberId })
})

story('What was redeemed stays as it was, when the reward is changed or gone', async (stack) => {
  const { tablet, parent, rewardId, wish, balance, familyId } = await shop(stack, 'ask')
  const { id: redemptionId } = await tablet.call('redeemReward', { rewardId }, wish())
  await parent.call('editReward', { rewardId }, { title: 'Gelato', gemCost: 90 })
  await parent.call('deleteReward', { rewardId })
  const [kept] = await parent.call('redemptions', { familyId })
  assert.deepEqual([kept?.rewardId, kept?.title, kept?.gemCost, kept?.status], [null, 'Ice cream', 40, 'reserved'])
  await parent.call('decideRedemption', { redemptionId }, { status: 'declined' })
  assert.equal(await balance(), 100)
})

story('A free reward needs no gems and makes no line', async (stack) => {
  const { tablet, parent, rewardId, wish, balance, memberId } = await shop(stack, 'ask')
  await parent.call('editReward', { rewardId }, { gemCost: 0 })
  const { id: redemptionId } = await tablet.call('redeemReward', { rewardId }, wish())
  await parent.call('decideRedemption', { redemptionId }, { status: 'declined' })
  assert.deepEqual([await balance(), (await parent.call('gemEntries', { memberId })).length], [100, 1])
})

story('What was redeemed can be put back right after it: the gems come back, and the ledger keeps both lines', async (stack) => {
  const { tablet, parent, rewardId, wish, balance, familyId, memberId } = await shop(stack, 'spend')
  for (const device of [tablet, parent]) {
    const granted = await tablet.call('redeemReward', { rewardId }, wish())
    const redemptionId = granted.id
    assert.equal(await balance(), 60)
    const answers = await Promise.all(Array.from({ length: 5 }, () => device.call('putBackRedemption', { redemptionId })))
    const [putBack] = answers
    assert.deepEqual([putBack?.status, putBack?.putBack, granted.putBack], ['declined', true, undefined])
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1, 'sent again it is the same')
    assert.equal(await balance(), 100)
    assert.deepEqual((await parent.call('redemptions', { familyId }))[0], putBack)
    await parent.refused('decideRedemption', { redemptionId }, 'already_decided', { status: 'granted' })
  }
  const lines = await parent.call('gemEntries', { memberId })
  assert.deepEqual(
    lines.map(({ amount, reason }) => [amount, reason]),
    [
      [40, 'refund'],
      [-40, 'redemption'],
      [40, 'refund'],
      [-40, 'redemption'],
      [100, 'completion'],
    ],
  )
})

story('After 15 seconds, or once a parent has said no, nothing can be put back', async (stack) => {
  const { tablet, parent, familyId, rewardId, wish, balance } = await shop(stack, 'spend')
  const { id: redemptionId } = await tablet.call('redeemReward', { rewardId }, wish())
  await stack.sql`update public.redemptions set created_at = created_at - interval '16 seconds' where id = ${redemptionId}`
  const { message } = await tablet.refused('putBackRedemption', { redemptionId }, 'already_decided')
  assert.equal(message, 'A reward can only be put back right after it was redeemed.')
  assert.equal(await balance(), 60)
  await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const { id: declined } = await tablet.call('redeemReward', { rewardId }, wish())
  await parent.call('decideRedemption', { redemptionId: declined }, { status: 'declined' })
  await tablet.refused('putBackRedemption', { redemptionId: declined }, 'already_decided')
  assert.equal(await balance(), 60)
})

story('Only who may spend the gems puts a reward back: not a sibling, nor another family, nor nobody', async (stack) => {
  const { tablet, rewardId, wish, balance, addMember, device } = await shop(stack, 'spend')
  const { id: redemptionId } = await tablet.call('redeemReward', { rewardId }, wish())
  const leos = await device((await addMember('Leo')).id)
  const { message } = await leos.refused('putBackRedemption', { redemptionId }, 'not_allowed')
  assert.equal(message, 'A reward can only be put back by the one who redeemed it, or by a parent.')
  const strangers = await shop(stack, 'spend')
  for (const stranger of [strangers.parent, strangers.tablet]) await stranger.refused('putBackRedemption', { redemptionId }, 'not_found')
  await new Device(stack.url).refused('putBackRedemption', { redemptionId }, 'not_signed_in')
  assert.equal(await balance(), 60)
})
