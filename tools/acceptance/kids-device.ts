import { statusOf } from '../../domain/contract/errors.ts'
import { routes } from '../../domain/contract/routes.ts'
import type { RouteName } from '../../domain/contract/routes.ts'
import { goodCalls, paramsOf, queryOf } from '../../embedded/testing/every-call.ts'
import type { Subject } from '../../embedded/testing/every-call.ts'
import { familyOf } from '../doctor/account.ts'
import { found } from '../doctor/visitor.ts'
import { exportOf } from './family.ts'
import { householdOf, takeDevice } from './visit.ts'
import type { Story } from './visit.ts'

const names = Object.keys(routes) as RouteName[]
const forbidden = names.filter((name) => ['parent', 'person', 'admin'].includes(goodCalls[name].right))
const readable = names.filter((name) => goodCalls[name].right === 'member' && routes[name].method === 'GET')

/** Should one of these be let through, it must not do what it says in a family that is somebody's. */
const harmless = { currentPassword: 'not the password of anybody' }

export const kidsDeviceStory: Story = {
  name: "A kid's device reads the board, and is refused everything that is a parent's",
  remedy: 'Push the migrations of this version (`npx supabase db push`): the rules of who may what are in the database.',
  async run(visit) {
    const { visitor, email = '' } = visit
    const { familyId } = familyOf(visit)
    const { mia, emil, ...household } = await householdOf(visit)
    const subject: Subject = { ...household, familyId, email, miaId: mia.id, picture: `/objects/${familyId}/none`, linkToken: 'none' }
    const tablet = await takeDevice(visit)
    await tablet.call('actAs', {}, { memberId: mia.id })
    const before = await exportOf(visitor, familyId)
    for (const name of forbidden) {
      const body = goodCalls[name].body?.(subject)
      const { status, text } = await tablet.ask(name, paramsOf(subject), body === undefined || !('currentPassword' in body) ? body : { ...body, ...harmless })
      if (status !== statusOf.not_allowed || !text.includes('"not_allowed"')) return found(`${name} answered ${status}: ${text.slice(0, 120)}`)
    }
    const locked = await tablet.ask('actAs', {}, { memberId: emil.id })
    if (!locked.text.includes('"pin_needed"')) return found(`Acting as a member with a PIN answered ${locked.status}: ${locked.text.slice(0, 120)}`)
    for (const name of readable) {
      const params = { ...paramsOf(subject), ...queryOf(name, subject) }
      const [kids, parents] = [await tablet.ask(name, params), await visitor.ask(name, params)]
      if (kids.status !== 200 || kids.text !== parents.text) return found(`${name} answered ${kids.status} on the kid's device, and not what a parent reads.`)
    }
    if (JSON.stringify(await exportOf(visitor, familyId)) !== JSON.stringify(before))
      return found('After all these refusals something of the family had changed.')
    return { refused: forbidden.length + 1, read: readable.length }
  },
}
