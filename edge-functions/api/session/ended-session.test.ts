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
const someCalls: RouteName[] = ['columns', 'addColumn', 'realtimeAccess', 'changePassword']

/** Mia's tablet has a session of Anna's, the wall was paired by her. Olaf is a parent too, on a device of his own. */
type Ending = Scene & { stack: TestStack; olaf: Device; tablet: Device; wall: Device }
type End = (ending: Ending) => PromiseLike<unknown>

/** Each way in which devices end, on the tablet itself or elsewhere, and which of them it ends. */
const ends: Record<string, [ended: ('tablet' | 'wall')[], end: End, calls?: RouteName[]]> = {
  'After a sign-out everywhere a paired tablet and copies of old cookies do no call, and their open sockets hear nothing':
    [['tablet', 'wall'], ({ parent }) => parent.call('logoutEverywhere', {}), needSession],
  'After a sign-out copies of the old cookies read nothing, and an open socket hears nothing': [
    ['tablet'],
    ({ tablet }) => tablet.call('logout', {}),
  ],
  'After a new password a paired tablet and copies of old cookies read nothing, and their open sockets hear nothing': [
    ['tablet', 'wall'],
    ({ parent }) => parent.call('changePassword', {}, { currentPassword: password, newPassword: `new-${password}` }),
  ],
  'After a reset by mail a paired tablet and copies of old cookies read nothing, and their open sockets hear nothing': [
    ['tablet', 'wall'],
    async ({ email, stack }) => {
      const link = { type: 'recovery', token: await insertMailedToken(stack, email, 'recovery') }
      await new Device(stack.url).call('followMailedLink', {}, { link, password: `new-${password}` })
    },
  ],
  'After the removal of its member a tablet reads nothing with copies of its cookies, and its open socket hears nothing':
    [['tablet'], ({ parent, miaId }) => parent.call('removeMember', { memberId: miaId })],
  'After the removal of the parent who let it in a paired tablet reads nothing, and its open socket hears nothing': [
    ['wall'],
    ({ olaf, memberId }) => olaf.call('removeMember', { memberId }),
  ],
  'After a lock of the account that let it in a paired tablet reads nothing, and its open socket hears nothing': [
    ['wall'],
    ({ email, stack }) =>
      stack.sql`update auth.users set banned_until = now() + interval '1 day' where email = ${email}`,
  ],
}

for (const [sentence, [ended, end, calls = someCalls]] of Object.entries(ends)) {
  story(sentence, async (stack) => {
    const scene = await newScene(stack)
    const { familyId, parent, memberId } = scene
    const { kid: olaf, memberId: olafId } = await kidOf(stack, scene)
    await parent.call('editMember', { memberId: olafId }, { role: 'parent' })
    const picture = await face(parent, memberId)
    const devices = { tablet: await scene.device(scene.miaId), wall: (await pairedDevice(scene)).tablet }
    await using kitchen = await openScreen(stack, await olaf.call('realtimeAccess', {}))
    await using screens = new AsyncDisposableStack()
    const copies = await Promise.all(
      ended.map(async (which) => {
        const stolen = devices[which].copy()
        assert.equal((await stolen.send('GET', picture)).status, 200)
        const screen = screens.use(await openScreen(stack, await stolen.call('realtimeAccess', {})))
        assert.equal(screen.joined, 'SUBSCRIBED')
        return { stolen, screen }
      }),
    )

    await end({ ...scene, ...devices, stack, olaf })

    for (const { stolen, screen } of copies) {
      assert.match(await screen.ended, /CHANNEL_ERROR|CLOSED/)
      for (const name of calls) {
        const answer = await sendGood(stolen.copy(), name, scene)
        assert.deepEqual([name, answer.status, answer.text.includes('not_signed_in')], [name, 401, true])
      }
      for (const headers of [{}, { 'if-none-match': `"${picture.slice('/objects/'.length)}"` }])
        assert.equal((await stolen.copy().send('GET', picture, { headers })).status, 404)
    }
    // A device that is signed in hears the next change.
    await olaf.call('addColumn', { familyId }, { title: 'Cellar', emoji: '🌱' })
    await kitchen.news.take((message) => message.event === 'column.saved')
    for (const { screen } of copies) assert.ok(screen.news.rest().every((message) => message.event !== 'column.saved'))
  })
}
