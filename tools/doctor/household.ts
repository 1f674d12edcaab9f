import type { FamilyMember } from '../../domain/contract/members.ts'
import { familyOf } from './account.ts'
import type { DoctorFamily, Visit } from './visit.ts'

export const emilsPin = '2468'

/** Mia did a quest today, asked for a reward, and practised a word; made when a check first needs it. */
export const householdOf = (visit: Visit): Promise<DoctorFamily> => (visit.household ??= makeHousehold(visit))

export async function addMember(
  { visitor, undo, family }: Visit,
  displayName: string,
  pin?: string,
): Promise<FamilyMember> {
  const made = await visitor.call(
    'addMember',
    { familyId: family?.familyId ?? '' },
    { displayName, ...(pin === undefined ? {} : { pin }) },
  )
  undo.push((visitor) => visitor.call('removeMember', { memberId: made.id }))
  return made
}

async function makeHousehold(visit: Visit): Promise<DoctorFamily> {
  const { visitor, undo } = visit
  const { familyId } = familyOf(visit)
  const today = new Date().toISOString().slice(0, 10)
  const mia = await addMember(visit, 'Mia Visit')
  const emil = await addMember(visit, 'Emil Visit', emilsPin)
  const { id: columnId } = await visitor.call('addColumn', { familyId }, { title: 'Visit', emoji: '🌱', position: 0 })
  undo.push((visitor) => visitor.call('deleteColumn', { columnId }))
  const dishes = { title: 'Visit', icon: '🧹', gemValue: 30, assigneeIds: [mia.id], columnId, recurring: 'daily' }
  const { id: questId } = await visitor.call('addQuest', { familyId }, dishes)
  undo.push((visitor) => visitor.call('deleteQuest', { questId }))
  await visitor.call('moveOrEditQuest', { questId }, { completedDate: today, completingMemberId: mia.id })
  const [membership] = await visitor.call('myFamilies', {})
  const rewardMode = membership?.family.rewardMode ?? 'celebrate'
  undo.push((visitor) => visitor.call('editFamily', { familyId }, { rewardMode }))
  await visitor.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const { id: rewardId } = await visitor.call('addReward', { familyId }, { title: 'Visit', icon: '🍦', gemCost: 10 })
  undo.push((visitor) => visitor.call('deleteReward', { rewardId }))
  const redemptionId = crypto.randomUUID()
  await visitor.call('redeemReward', { rewardId }, { redemptionId, memberId: mia.id })
  await visitor.call('practise', { memberId: mia.id }, { game: 'word-pop', item: 'dog', answer: 'right', day: today })
  return { mia, emil, columnId, questId, rewardId, redemptionId, today }
}
