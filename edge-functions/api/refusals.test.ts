import assert from 'node:assert/strict'
import type { ErrorCode } from '../../domain/contract/errors.ts'
import type { RouteName } from '../../domain/contract/routes.ts'
import { assertRefusal } from '../../testing/device.ts'
import type { Device } from '../../testing/device.ts'
import { everythingOf, newScene, sendGood } from '../../testing/every-call.ts'
import { newFamily } from '../../testing/family.ts'
import { insertPicture } from '../../testing/commands.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

/** A good call with one wrong value, and its refusal by the family's rules. */
type Case = [
  who: Device,
  name: RouteName,
  sent: { ids?: Record<string, string>; body?: Record<string, unknown> },
  code: ErrorCode,
  sentence: string,
]

story("A refusal by the family's rules has a sentence and changes nothing", async (stack) => {
  const scene = await newScene(stack)
  const { parent, familyId, memberId, miaId, redemptionId, today } = scene
  const done = scene.column('Done').id
  // Even where somebody else could stay a parent.
  await scene.addMember('Olaf', { role: 'parent' })
  const tablet = await scene.device(miaId)

  const { parent: stranger, ...holm } = await newFamily(stack, 'Holm')
  const [only, ...others] = holm.columns
  for (const { id } of others) await stranger.call('deleteColumn', { columnId: id })
  const foreign = only?.id ?? assert.fail()
  const { id: theirReward } = await stranger.call('addReward', { familyId: holm.familyId }, { title: 'Pizza' })
  const theirPicture = await insertPicture(stack.sql, holm.familyId)

  const quest = { title: 'Plants', icon: '🌱', gemValue: 5, assigneeIds: [miaId], columnId: done }
  const completion = { completedDate: today, completingMemberId: miaId }
  const wish = (of: string) => ({ redemptionId: crypto.randomUUID(), memberId: of })
  const noColumn = 'Cannot move quest to an invalid column. Please refresh the page.'
  const notAssigned = 'A quest can only be assigned to members of the family.'
  const noPicture = 'This is not a picture that was uploaded here'
  const oneself = 'You cannot remove yourself or give up being a parent. Another parent can do it.'
  const cases: Case[] = [
    [
      parent,
      'deleteColumn',
      { ids: { columnId: done } },
      'column_not_empty',
      'This column contains 2 quest(s). Please move or delete them first.',
    ],
    [stranger, 'deleteColumn', { ids: { columnId: foreign } }, 'last_column', 'The last column cannot be deleted.'],
    [
      parent,
      'editColumn',
      { ids: { columnId: done }, body: { isSomeday: true } },
      'last_column_not_someday',
      'The last column is for what is done. It cannot be for someday.',
    ],
    [
      parent,
      'orderColumns',
      { body: { columnIds: [done, foreign] } },
      'incomplete_order',
      'An order names each column of the family once. Please refresh the page.',
    ],
    [
      parent,
      'addGemEntry',
      { body: { amount: -21, reason: 'Sweets' } },
      'not_enough_gems',
      'There are not enough gems for this yet.',
    ],
    [parent, 'addQuest', { body: { ...quest, columnId: foreign } }, 'invalid_column', noColumn],
    [parent, 'moveOrEditQuest', { body: { columnId: foreign } }, 'invalid_column', noColumn],
    [parent, 'moveOrEditQuest', { body: { ...completion, columnId: foreign } }, 'invalid_column', noColumn],
    [parent, 'addQuest', { body: { ...quest, assigneeIds: [holm.memberId] } }, 'assignee_not_in_family', notAssigned],
    [
      parent,
      'moveOrEditQuest',
      { body: { assigneeIds: [miaId, holm.memberId] } },
      'assignee_not_in_family',
      notAssigned,
    ],
    [
      parent,
      'moveOrEditQuest',
      { body: { ...completion, completingMemberId: holm.memberId } },
      'completer_not_in_family',
      'Only a member of the family can complete a quest.',
    ],
    [
      parent,
      'moveOrEditQuest',
      { body: { ...completion, completedDate: dayFromNow(1) } },
      'other_completion_day',
      'A quest can be completed for today or one of the two days before.',
    ],
    [
      parent,
      'practise',
      { body: { game: 'word-pop', item: 'cat', answer: 'right', day: dayFromNow(3) } },
      'practice_not_today',
      'Only today can be practised.',
    ],
    [
      stranger,
      'redeemReward',
      { ids: { rewardId: theirReward }, body: wish(holm.memberId) },
      'redeeming_off',
      'In this family rewards are celebrated, not paid for.',
    ],
    [parent, 'redeemReward', { body: wish(memberId) }, 'not_enough_gems', 'There are not enough gems for this yet.'],
    [
      parent,
      'redeemReward',
      { body: wish(holm.memberId) },
      'redeemer_not_in_family',
      'Only a member of the family can redeem a reward.',
    ],
    [
      parent,
      'redeemReward',
      { body: { redemptionId, memberId } },
      'invalid_input',
      'This redemptionId was used for something else.',
    ],
    [
      tablet,
      'redeemReward',
      { body: wish(memberId) },
      'not_own_gems',
      'Gems can only be spent by the one who has them, or by a parent.',
    ],
    [parent, 'removeMember', { ids: { memberId } }, 'own_member', oneself],
    [parent, 'editMember', { ids: { memberId }, body: { displayName: 'Anna', role: 'kid' } }, 'own_member', oneself],
    [parent, 'setAvatar', { body: { avatarUrl: theirPicture } }, 'unknown_picture', noPicture],
    [parent, 'setProfileImage', { body: { profileImageUrl: theirPicture } }, 'unknown_picture', noPicture],
  ]
  const everything = async () => [await everythingOf(stack, familyId), await everythingOf(stack, holm.familyId)]
  const before = await everything()
  for (const [who, name, sent, code, sentence] of cases) {
    assert.equal(
      assertRefusal(await sendGood(who, name, scene, sent), code).message,
      sentence,
      `${name} ${JSON.stringify(sent)}`,
    )
  }
  assert.deepEqual(await everything(), before)
})
