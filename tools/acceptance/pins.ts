import { found } from '../doctor/visitor.ts'
import type { Answer, Visitor } from '../doctor/visitor.ts'
import { familyOf } from '../doctor/account.ts'
import { emilsPin, householdOf, takeDevice } from './visit.ts'
import type { Story } from './visit.ts'

const wrongPin = '0000'

const tryPin = (device: Visitor, memberId: string, pin: string) => device.ask('verifyPin', { memberId }, { pin })
const isVerified = ({ status, text }: Answer) => status === 200 && /"verified":\s*true/.test(text)
const isDenied = ({ status, text }: Answer) => status === 200 && /"verified":\s*false/.test(text)
const hasToWait = ({ headers }: Answer) => Number(headers.get('retry-after')) > 0

export const pinStory: Story = {
  name: 'The right PIN opens a profile, a wrong one does not, and guessing is made to wait',
  remedy: 'Deploy the function and the migrations of the same version, and never change BUBBLEQUEST_PIN_PEPPER: with another one no PIN is right any more.',
  async run(visit) {
    const { emil } = await householdOf(visit)
    const device = await takeDevice(visit)
    const wrong = await tryPin(device, emil.id, wrongPin)
    if (!isDenied(wrong)) return found(`A wrong PIN answered ${wrong.status}: ${wrong.text.slice(0, 120)}`)
    const right = await tryPin(device, emil.id, emilsPin)
    if (!isVerified(right)) return found(`The right PIN answered ${right.status}: ${right.text.slice(0, 120)}`)
    const [membership] = await device.call('myFamilies', {})
    if (membership?.activeMemberId !== emil.id) return found('After the right PIN the device does not act as that member.')
    for (let tries = 1; tries <= 6; tries++) {
      const answer = await tryPin(device, emil.id, wrongPin)
      if (isDenied(answer)) continue
      if (answer.status !== 429 || !answer.text.includes('"too_many_tries"'))
        return found(`Wrong PIN ${tries} in a row answered ${answer.status}: ${answer.text.slice(0, 120)}`)
      if (!hasToWait(answer)) return found('A refused PIN does not say when to try again: Retry-After is missing.')
      return `limited after ${tries - 1} wrong ones`
    }
    return found('Six wrong PINs in a row were all looked at.')
  },
}

export const pinCrowdStory: Story = {
  name: 'Thirty PINs at once are answered right, wrong, or with a time to wait',
  remedy:
    'A PIN takes 19 MB while it is looked at: the function needs the 256 MB that Supabase gives it, a self-hosted one 150 MB at least. A lower limit of CPU time than two seconds ends it early.',
  async run(visit) {
    const { visitor, undo } = visit
    const { familyId } = familyOf(visit)
    const device = await takeDevice(visit)
    const ids: string[] = []
    for (let count = 1; count <= 6; count++) {
      const { id } = await visitor.call('addMember', { familyId }, { displayName: `Visit ${count}`, pin: emilsPin })
      undo.push((visitor) => visitor.call('removeMember', { memberId: id }))
      ids.push(id)
    }
    const begun = performance.now()
    // More than one wrong one a member would be limited for its own sake.
    const tries = Array.from({ length: 30 }, (_, index) => ({ id: ids[index % ids.length] ?? '', pin: index < ids.length ? wrongPin : emilsPin }))
    const answers = await Promise.all(tries.map(async ({ id, pin }) => ({ pin, answer: await tryPin(device, id, pin) })))
    const took = performance.now() - begun
    const count = { right: 0, wrong: 0, 'to wait': 0 }
    for (const { pin, answer } of answers) {
      if (pin === emilsPin && isVerified(answer)) count.right++
      else if (pin === wrongPin && isDenied(answer)) count.wrong++
      else if ((answer.status === 429 || answer.status === 503) && hasToWait(answer)) count['to wait']++
      else return found(`A ${pin === emilsPin ? 'right' : 'wrong'} PIN among thirty answered ${answer.status}: ${answer.text.slice(0, 120)}`)
    }
    if (count.right === 0) return found('Not one of the right PINs was found right.')
    return { ...count, 'all ms': Math.round(took) }
  },
}
