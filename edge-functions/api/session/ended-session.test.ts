import assert from 'node:assert/strict'
import { routes } from '../../../domain/contract/routes.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import { Device } from '../../../testing/device.ts'
import { goodCalls, newScene, sendGood } from '../../../testing/every-call.ts'
import type { Scene } from '../../../testing/every-call.ts'
import { face, password } from '../../../testing/family.ts'
import { openScreen } from '../../../testing/realtime/screen.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

const story = onOneStack()

const needSession = (Object.keys(routes) as RouteName[]).filter((name) => goodCalls[name].right !== 'anyone')

/** Each way in which the session of Anna's tablet ends, on the tablet itself or elsewhere. */
const ends: Record<string, (scene: Scene, tablet: Device, stack: TestStack) => Promise<unknown>> = {
  'After a sign-out copies of the old cookies read nothing, and an open socket hears nothing': (_, tablet) =>
    tablet.call('logout', {}),
  'After a sign-out everywhere copies of the old cookies read nothing, and an open socket hears nothing': ({
    parent,
  }) => parent.call('logoutEverywhere', {}),
  'After a new password copies of the old cookies read nothing, and an open socket hears nothing': ({ parent }) =>
    parent.call('changePassword', {}, { currentPassword: password, newPassword: `new-${password}` }),
  'After the removal of its member a tablet reads nothing with copies of its cookies, and its open socket hears nothing':
    ({ parent, miaId }) => parent.call('removeMember', { memberId: miaId }),
}

for (const [title, apply] of Object.entries(ends)) {
  story(title, async (stack) => {
    const scene = await newScene(stack)
    const { familyId, email, parent, memberId, miaId } = scene
    const picture = await face(parent, memberId)
    const tablet = await scene.device(miaId)
    const stolen = tablet.copy()
    assert.equal((await stolen.send('GET', picture)).status, 200)
    await using screen = await openScreen(stack, await stolen.call('realtimeAccess', {}))
    assert.equal(screen.joined, 'SUBSCRIBED')

    await apply(scene, tablet, stack)

    assert.match(await screen.ended, /CHANNEL_ERROR|CLOSED/)
    for (const name of needSession) {
      const answer = await sendGood(stolen.copy(), name, scene)
      assert.deepEqual([name, answer.status, answer.text.includes('not_signed_in')], [name, 401, true])
    }
    for (const headers of [{}, { 'if-none-match': `"${picture.slice('/objects/'.length)}"` }])
      assert.equal((await stolen.copy().send('GET', picture, { headers })).status, 404)
    // A device that is signed in hears the next change.
    const again = new Device(stack.url)
    const changed = await again.ask('login', {}, { body: { email, password: `new-${password}` } })
    if (changed.status !== 200) await again.call('login', {}, { email, password })
    await using kitchen = await openScreen(stack, await again.call('realtimeAccess', {}))
    await again.call('addColumn', { familyId }, { title: 'Cellar', emoji: '🌱' })
    await kitchen.news.take((message) => message.event === 'column.saved')
    assert.ok(screen.news.rest().every((message) => message.event !== 'column.saved'))
  })
}
