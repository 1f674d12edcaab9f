import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { routes } from '../../../domain/contract/routes.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import { Device, fillPath, assertRefusal } from '../../../testing/device.ts'
import { everythingOf, goodCalls, newScene, sendGood } from '../../../testing/every-call.ts'
import type { Scene } from '../../../testing/every-call.ts'
import { password } from '../../../testing/family.ts'
import { renewAtAuth, setToken, sessionTokenOf } from '../../../testing/tokens.ts'
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

const guarded = (Object.keys(routes) as RouteName[]).filter(
  (name) => goodCalls[name].right === 'parent' || goodCalls[name].right === 'person',
)

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

story('Another session in the token is a token that nobody signed', async (stack) => {
  const { scene, tablet, unchanged } = await handedOver(stack)
  const [head = '', body = '', signature = ''] = (await sessionTokenOf(stack, tablet)).split('.')
  const claims: Record<string, unknown> = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
  const parents = decodeJwt(await sessionTokenOf(stack, scene.parent))['session_id']
  const forged = btoa(JSON.stringify({ ...claims, session_id: parents })).replaceAll('=', '')
  const forger = new Device(stack.url)
  await setToken(stack, forger, `${head}.${forged}.${signature}`)
  assertRefusal(await sendGood(forger, 'addColumn', scene), 'not_signed_in')
  await unchanged()
})

story(
  "Signing out ends what was Mia's, and gives her nothing of Anna's: neither old cookies nor a copied token",
  async (stack) => {
    const { scene, tablet } = await handedOver(stack)
    const old = tablet.copy()
    const copied = tablet.copy()
    copied.cookies.delete('bq_refresh')
    const renewOnly = tablet.copy()
    renewOnly.cookies.delete('bq_access')
    await tablet.call('logout', {})
    for (const name of guarded) {
      assertRefusal(await sendGood(tablet, name, scene), 'not_signed_in')
      assertRefusal(await sendGood(old, name, scene), 'not_signed_in')
      assertRefusal(await sendGood(copied, name, scene), 'not_signed_in')
    }
    await renewOnly.refused('myFamilies', {}, 'not_signed_in')
    await copied.refused('actAs', {}, 'not_signed_in', { memberId: scene.memberId })
    for (const wrong of ['', '9753', 'password', `${password} `]) {
      const answer = await tablet.ask('login', {}, { body: { email: scene.email, password: wrong } })
      assert.ok([400, 401].includes(answer.status))
    }
    await scene.parent.call('currentUser', {})
  },
)

story('A refresh token used at the auth service itself is still the tablet of Mia', async (stack) => {
  const { scene, tablet, unchanged } = await handedOver(stack)
  const renewed = new Device(stack.url)
  await setToken(
    stack,
    renewed,
    (await renewAtAuth(stack, await sessionTokenOf(stack, tablet, 'bq_refresh'))).access_token,
  )
  for (const name of guarded) assertRefusal(await sendGood(renewed, name, scene), 'not_allowed')
  await unchanged()
})

story('The token of the live connection changes neither password nor address at the auth service', async (stack) => {
  const { scene, tablet, unchanged } = await handedOver(stack)
  const { token, publishableKey } = await tablet.call('realtimeAccess', {})
  const put = (body: unknown) =>
    fetch(`${stack.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const tries = [
    { password: 'now-it-is-mine' },
    { password: 'now-it-is-mine', current_password: '' },
    { password: 'now-it-is-mine', current_password: 'guessed-it' },
    { password: 'now-it-is-mine', current_password: null },
    { password: 'now-it-is-mine', nonce: '123456' },
    { email: 'mia@family.example' },
    { app_metadata: { role: 'admin' } },
  ]
  for (const body of tries) {
    const answer = await put(body)
    assert.ok(
      [400, 403, 422, 501].includes(answer.status),
      `${JSON.stringify(body)} ${answer.status} ${await answer.text()}`,
    )
  }
  await unchanged()
  for (const path of ['/auth/v1/admin/users', '/rest/v1/families']) {
    const answer = await fetch(`${stack.url}${path}`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    })
    assert.ok([401, 403, 501].includes(answer.status), `${path} ${answer.status}`)
    await answer.body?.cancel()
  }
  await new Device(stack.url).call('login', {}, { email: scene.email, password })
  await new Device(stack.url).refused('login', {}, 'invalid_credentials', {
    email: scene.email,
    password: 'now-it-is-mine',
  })
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
