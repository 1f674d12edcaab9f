import type { ApiResponse } from '../../testing/device.ts'
import { familyOf, takeDevice } from './account.ts'
import { addMember, emilsPin, householdOf } from './household.ts'
import { deployAll } from './place.ts'
import type { Check } from './visit.ts'
import { found } from './visitor.ts'
import type { Visitor } from './visitor.ts'

const wrongPin = '0000'

const tryPin = (device: Visitor, memberId: string, pin: string) =>
  device.ask('verifyPin', { memberId }, { body: { pin } })
const hasToWait = ({ headers }: ApiResponse) => Number(headers.get('retry-after')) > 0

function expectVerdict({ status, text }: ApiResponse, verified: boolean, what: string): void {
  if (status !== 200 || !new RegExp(`"verified":\\s*${verified}`).test(text))
    found(`${what} answered ${status}: ${text.slice(0, 120)}`)
}

export const pinCheck: Check = {
  name: 'The right PIN opens a profile, a wrong one does not, and guessing is made to wait',
  remedy: {
    ...deployAll,
    embedded:
      'Start the server of this version, with the keys.json that its data folder had: it holds the pepper of the PINs.',
    everywhere: 'With another pepper than the one a PIN was set with no PIN is right.',
  },
  async run(visit) {
    const { emil } = await householdOf(visit)
    const device = await takeDevice(visit)
    expectVerdict(await tryPin(device, emil.id, wrongPin), false, 'A wrong PIN')
    expectVerdict(await tryPin(device, emil.id, emilsPin), true, 'The right PIN')
    const [membership] = await device.call('myFamilies', {})
    if (membership?.activeMemberId !== emil.id)
      return found('After the right PIN the device does not act as that member.')
    for (let wrong = 0; wrong < 6; wrong++) {
      const answer = await tryPin(device, emil.id, wrongPin)
      if (answer.status !== 429) expectVerdict(answer, false, `Wrong PIN ${wrong + 1} in a row`)
      else
        return hasToWait(answer)
          ? `limited after ${wrong} wrong ones`
          : found('A refused PIN does not say when to try again: Retry-After is missing.')
    }
    return found('Six wrong PINs in a row were all looked at.')
  },
}

export const pinCrowdCheck: Check = {
  name: 'Thirty PINs at once are answered right, wrong, or with a time to wait',
  remedy: {
    embedded: 'Give the machine more memory or fewer other tasks.',
    ownSupabase: 'Give a function 150 MB at least, and two seconds of CPU time.',
    hosted:
      'Look at the memory and the CPU time of the function in the dashboard: it needs the 256 MB that Supabase gives it, and two seconds.',
    everywhere: 'A PIN takes 19 MB while it is looked at.',
  },
  async run(visit) {
    familyOf(visit)
    const device = await takeDevice(visit)
    const members: { id: string }[] = []
    for (let count = 1; count <= 6; count++) members.push(await addMember(visit, `Visit ${count}`, emilsPin))
    const begun = performance.now()
    // The first of each member is wrong: more than one would be limited for its own sake.
    const tries = Array.from({ length: 5 }, (_, round) => members.map(({ id }) => ({ id, isRight: round > 0 }))).flat()
    const answers = await Promise.all(
      tries.map(async ({ id, isRight }) => ({
        isRight,
        answer: await tryPin(device, id, isRight ? emilsPin : wrongPin),
      })),
    )
    const took = performance.now() - begun
    const count = { right: 0, wrong: 0, 'to wait': 0 }
    for (const { isRight, answer } of answers) {
      if ([429, 503].includes(answer.status) && hasToWait(answer)) count['to wait']++
      else {
        expectVerdict(answer, isRight, `A ${isRight ? 'right' : 'wrong'} PIN among thirty`)
        count[isRight ? 'right' : 'wrong']++
      }
    }
    if (count.right === 0) return found('Not one of the right PINs was found right.')
    return { ...count, 'all ms': Math.round(took) }
  },
}
