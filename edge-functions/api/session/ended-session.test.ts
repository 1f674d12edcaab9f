import assert from 'node:assert/strict'
import { rightOf } from '../../../domain/contract/rights.ts'
import { routes } from '../../../domain/contract/routes.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import { Device } from '../../../testing/device.ts'
import { newScene, sendGood } from '../../../testing/every-call.ts'
import type { Scene } from '../../../testing/every-call.ts'
import { face, kidOf, pairedDevice, password } from '../../../testing/family.ts'
import { openScreen } from '../../../testing/realtime/screen.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'
import { insertMailedToken } from '../../../testing/tokens.ts'

const story = onOneStack()

const needSession = (Object.keys(routes) as RouteName[]).filter((name) => rightOf[name] !== 'anyone')
/** Two of the ways in which devices end; supabase/tests has each of the others, and which rows it deletes. */
const ends: Record<string, (scene: Scene, stack: TestStack) => Promise<unknown>> = {
  'After a sign-out everywhere a paired tablet and copies of old cookies do no call, and their open sockets hear nothing':
    ({ parent }) => parent.call('logoutEverywhere', {}),
  'After a reset by mail a paired tablet and copies of old cookies do no call, and their open sockets hear nothing':
    async ({ email }, stack) => {
      const link = { type: 'recovery', token: await insertMailedToken(stack, email, 'recovery') }
      await new Device(stack.url).call('followMailedLink', {}, { link, password: `new-${password}` })
    },
}

for (const [sentence, end] of Object.entries(ends)) {
  story(sentence, async (stack) => {
    const scene = await newScene(stack)
    const { familyId, parent, memberId } = scene
    const { kid: olaf, memberId: olafId } = await kidOf(stack, scene)
    await parent.call('editMember', { memberId: olafId }, { role: 'parent' })
    const picture = await face(parent, memberId)
    await using kitchen = await openScreen(stack, await olaf.call('realtimeAccess', {}))
    const copies = [(await scene.device(scene.miaId)).copy(), (await pairedDevice(scene)).tablet.copy()]
    await using sockets = new AsyncDisposableStack()
    const screens = []
    for (const stolen of copies) {
      assert.equal((await stolen.send('GET', picture)).status, 200)
      screens.push(sockets.use(await openScreen(stack, await stolen.call('realtimeAccess', {}))))
      assert.equal(screens.at(-1)?.joined, 'SUBSCRIBED')
    }

    await end(scene, stack)

    for (const screen of screens) assert.match(await screen.ended, /CHANNEL_ERROR|CLOSED/)
    for (const stolen of copies) {
      for (const name of needSession) {
        const answer = await sendGood(stolen.copy(), name, scene)
        assert.deepEqual([name, answer.status, answer.text.includes('not_signed_in')], [name, 401, true])
      }
      for (const headers of [{}, { 'if-none-match': `"${picture.slice('/objects/'.length)}"` }])
        assert.equal((await stolen.copy().send('GET', picture, { headers })).status, 404)
    }
    // A device that is signed in hears the next change.
    await olaf.call('addColumn', { familyId }, { title: 'Cellar', emoji: '🌱' })
    await kitchen.news.take((message) => message.event === 'column.saved')
    for (const screen of screens) assert.ok(screen.news.rest().every((message) => message.event !== 'column.saved'))
  })
}
