import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { routes } from '../../../domain/contract/routes.ts'
import { fillPath, assertRefusal } from '../../../testing/device.ts'
import type { Device } from '../../../testing/device.ts'
import { everythingOf, newScene, sendGood } from '../../../testing/every-call.ts'
import type { Scene } from '../../../testing/every-call.ts'
import { sessionTokenOf } from '../../../testing/tokens.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

const story = onOneStack()

/** Anna has a PIN, and Mia uses her tablet. */
async function handedOver(stack: TestStack): Promise<{ scene: Scene; tablet: Device; unchanged(): Promise<void> }> {
  const scene = await newScene(stack)
  await scene.parent.call('setPin', { memberId: scene.memberId }, { pin: '9753' })
  const tablet = await scene.device(scene.miaId)
  const before = await everythingOf(stack, scene.familyId)
  return { scene, tablet, unchanged: async () => assert.deepEqual(await everythingOf(stack, scene.familyId), before) }
}

story('No header, query or second cookie names another member', async (stack) => {
  const { scene, tablet, unchanged } = await handedOver(stack)
  const { memberId } = scene
  const token = await sessionTokenOf(stack, scene.parent)
  const claims = decodeJwt(token)
  const ways: Record<string, string>[] = [
    { 'x-member-id': memberId, 'x-active-member': memberId, 'x-acting-member-id': memberId },
    { 'x-user-id': String(claims.sub), 'x-session-id': String(claims['session_id']), 'x-forwarded-user': scene.email },
    { 'x-role': 'parent', 'x-supabase-role': 'service_role' },
    { 'request.jwt.claims': JSON.stringify(claims), 'x-jwt-claims': JSON.stringify(claims) },
    // A session is its cookie: a bearer token is ignored, even a valid one.
    { authorization: `Bearer ${token}` },
    { authorization: `Bearer ${stack.keys.secretKey}`, apikey: stack.keys.secretKey },
  ]
  for (const headers of ways) {
    for (const name of ['addColumn', 'setPin', 'editProfile'] as const)
      assertRefusal(await sendGood(tablet, name, scene, { headers }), 'not_allowed')
    await tablet.refused('actAs', {}, 'pin_needed', { memberId })
  }
  for (const override of ['DELETE', 'PATCH']) {
    const answer = await tablet.ask(
      'members',
      { familyId: scene.familyId },
      { headers: { 'x-http-method-override': override, 'x-method': override } },
    )
    assert.equal(answer.status, 200)
  }
  const path = fillPath(routes.deleteColumn.path, { columnId: scene.columnId })
  for (const query of [`memberId=${memberId}`, `activeMemberId=${memberId}`, 'role=parent'])
    assertRefusal(await tablet.send('DELETE', `${path}?${query}`), 'not_allowed')
  // The same function by its address on Supabase.
  assertRefusal(await tablet.send('DELETE', `/functions/v1${path}`), 'not_allowed')
  await unchanged()
})

story("Mia does only what is hers: no gems for others, and no quest of Anna's", async (stack) => {
  const { scene, tablet } = await handedOver(stack)
  const { parent, familyId, memberId, miaId, today } = scene
  const annas = await scene.addQuest('Taxes')
  await parent.call('editFamily', { familyId }, { rewardMode: 'spend' })
  const kept = await everythingOf(stack, familyId)
  const sentence = 'Only the ones it is assigned to, or a parent, can complete this quest.'
  for (const completingMemberId of [miaId, memberId]) {
    const { message } = await tablet.refused('moveOrEditQuest', { questId: annas.id }, 'not_assigned', {
      completedDate: today,
      completingMemberId,
    })
    assert.equal(message, sentence)
  }
  await tablet.refused('moveOrEditQuest', { questId: scene.questId }, 'not_assigned', {
    completedDate: today,
    completingMemberId: memberId,
  })
  await tablet.refused('redeemReward', { rewardId: scene.rewardId }, 'not_own_gems', {
    redemptionId: crypto.randomUUID(),
    memberId,
  })
  assert.deepEqual(await everythingOf(stack, familyId), kept)
})
