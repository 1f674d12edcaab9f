import { familyOf } from './account.ts'
import { householdOf } from './household.ts'
import { deployAll } from './place.ts'
import { openScreen } from './screen.ts'
import type { Check } from './visit.ts'
import { expectAnswer, found, notTried, Visitor } from './visitor.ts'

export const pairedDeviceCheck: Check = {
  name: 'A tablet without an account joins by a code, sees pictures, hears live news, and is signed out',
  remedy: {
    ...deployAll,
    ownSupabase: `${deployAll.ownSupabase} Storage and Realtime have to verify tokens by the key that the function signs with: JWT_SECRET, or a BUBBLEQUEST_SIGNING_KEY of Auth (step 2).`,
    hosted: `Give the function BUBBLEQUEST_SIGNING_KEY (docs/deploy.md, steps 3 to 5): Storage and Realtime verify by it. ${deployAll.hosted}`,
  },
  async run(visit) {
    const { visitor, address, stop, picture } = visit
    const { familyId } = familyOf(visit)
    const { mia } = await householdOf(visit)
    if (picture === undefined) return notTried('There is no picture to look at.')
    const { code } = await visitor.call('addPairing', { familyId })
    const tablet = new Visitor(address, stop)
    const { id: deviceId } = await tablet.call('join', {}, { code })
    await tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [mia.id] })
    const shown = await tablet.send('GET', picture)
    if (shown.status !== 200) return found(`A picture answered ${shown.status} on the tablet.`)
    await using screen = await openScreen(address, await tablet.call('realtimeAccess', {}))
    await visitor.call('renameDevice', { deviceId }, { name: 'Visit' })
    await screen.hears(({ event }) => event === 'devices.changed', 'No news came on the tablet.')
    await visitor.call('endDevice', { deviceId })
    expectAnswer(await tablet.ask('myFamilies', {}), 'not_signed_in', 'A tablet that was signed out')
    expectAnswer(
      await new Visitor(address, stop).ask('join', {}, { body: { code } }),
      'wrong_pairing_code',
      'A used code',
    )
  },
}
