import assert from 'node:assert/strict'
import { routes } from '../../../domain/contract/routes.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import { Device } from '../../../testing/device.ts'
import { newScene, sendGood } from '../../../testing/every-call.ts'
import { goodCalls } from '../../../testing/good-calls.ts'
import type { Scene } from '../../../testing/every-call.ts'
import { face, kidOf, pairedDevice, password } from '../../../testing/family.ts'
import { openScreen } from '../../../testing/realtime/screen.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'
import { insertMailedToken } from '../../../testing/tokens.ts'

const story = onOneStack()

const needSession = (Object.keys(routes) as RouteName[]).filter((name) => goodCalls[name].right !== 'anyone')

/** Olaf is a parent of the family too, on a device of his own. */
type Ending = Scene & { tablet: Device; olaf: Device; stack: TestStack }
type Ends = Record<string, (ending: Ending) => PromiseLike<unknown>>

const changePassword = ({ parent }: Ending) =>
  parent.call('changePassword', {}, { currentPassword: password, newPassword: `new-${password}` })

/** Each way in which the session of Anna's tablet ends, on the tablet itself or elsewhere. */
const endsOfSession: Ends = {
  'After a sign-out copies of the old cookies read nothing, and an open socket hears nothing': ({ tablet }) =>
    tablet.call('logout', {}),
  'After a sign-out everywhere copies of the old cookies read nothing, and an open socket hears nothing': ({
    parent,
  }) => parent.call('logoutEverywhere', {}),
  'After a new password copies of the old cookies read nothing, and an open socket hears nothing': changePassword,
  'After the removal of its member a tablet reads nothing with copies of its cookies, and its open socket hears nothing':
    ({ parent, miaId }) => parent.call('removeMember', { memberId: miaId }),
}

/** Each way in which a tablet ends with Anna's account, which let it in. */
const endsOfPaired: Ends = {
  'After a sign-out everywhere a paired tablet reads nothing, and its open socket hears nothing': ({ parent }) =>
    parent.call('logoutEverywhere', {}),
  'After a new password a paired tablet reads nothing, and its open socket hears nothing': changePassword,
  'After a reset by mail a paired tablet reads nothing, and its open socket hears nothing': async ({
    email,
    stack,
  }) => {
    const link = { type: 'recovery', token: await insertMailedToken(stack, email, 'recovery') }
    await new Device(stack.url).call('followMailedLink', {}, { link, password: `new-${password}` })
  },
  'After the removal of the parent who let it in a paired tablet reads nothing, and its open socket hears nothing': ({
    olaf,
    memberId,
  }) => olaf.call('removeMember', { memberId }),
  'After a lock of the account that let it in a paired tablet reads nothing, and its open socket hears nothing': ({
    email,
    stack,
  }) => stack.sql`update auth.users set banned_until = now() + interval '1 day' where email = ${email}`,
}

for (const [ends, openTablet] of [
  [endsOfSession, (scene: Scene) => scene.device(scene.miaId)],
  [endsOfPaired, (scene: Scene) => pairedDevice(scene).then(({ tablet }) => tablet)],
] as const) {
  for (const [title, apply] of Object.entries(ends)) {
    story(title, async (stack) => {
      const scene = await newScene(stack)
      const { familyId, parent, memberId } = scene
      const { kid: olaf, memberId: olafId } = await kidOf(stack, scene)
      await parent.call('editMember', { memberId: olafId }, { role: 'parent' })
      const picture = await face(parent, memberId)
      const tablet = await openTablet(scene)
      const stolen = tablet.copy()
      assert.equal((await stolen.send('GET', picture)).status, 200)
      await using screen = await openScreen(stack, await stolen.call('realtimeAccess', {}))
      assert.equal(screen.joined, 'SUBSCRIBED')
      await using kitchen = await openScreen(stack, await olaf.call('realtimeAccess', {}))

      await apply({ ...scene, tablet, olaf, stack })

      assert.match(await screen.ended, /CHANNEL_ERROR|CLOSED/)
      for (const name of needSession) {
        const answer = await sendGood(stolen.copy(), name, scene)
        assert.deepEqual([name, answer.status, answer.text.includes('not_signed_in')], [name, 401, true])
      }
      for (const headers of [{}, { 'if-none-match': `"${picture.slice('/objects/'.length)}"` }])
        assert.equal((await stolen.copy().send('GET', picture, { headers })).status, 404)
      // A device that is signed in hears the next change.
      await olaf.call('addColumn', { familyId }, { title: 'Cellar', emoji: '🌱' })
      await kitchen.news.take((message) => message.event === 'column.saved')
      assert.ok(screen.news.rest().every((message) => message.event !== 'column.saved'))
    })
  }
}
