import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { routes } from '../../../domain/contract/routes.ts'
import { fillPath, assertRefusal } from '../../../testing/device.ts'
import { everythingOf, newScene, sendGood } from '../../../testing/every-call.ts'
import { sessionTokenOf } from '../../../testing/tokens.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

story('No header, query or second cookie names another member', async (stack) => {
  const scene = await newScene(stack)
  const { memberId, familyId } = scene
  await scene.parent.call('setPin', { memberId }, { pin: '9753' })
  const tablet = await scene.device(scene.miaId)
  const before = await everythingOf(stack, familyId)
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
    const headers = { 'x-http-method-override': override, 'x-method': override }
    assert.equal((await tablet.ask('members', { familyId }, { headers })).status, 200)
  }
  const path = fillPath(routes.deleteColumn.path, { columnId: scene.columnId })
  for (const query of [`memberId=${memberId}`, `activeMemberId=${memberId}`, 'role=parent'])
    assertRefusal(await tablet.send('DELETE', `${path}?${query}`), 'not_allowed')
  // The same function by its address on Supabase.
  assertRefusal(await tablet.send('DELETE', `/functions/v1${path}`), 'not_allowed')
  assert.deepEqual(await everythingOf(stack, familyId), before)
})
