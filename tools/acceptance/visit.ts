import type { RealtimeAccess } from '../../domain/contract/auth.ts'
import type { FamilyMember } from '../../domain/contract/family-members.ts'
import type { ProxySettings } from '../../deploy/proxy.ts'
import { familyOf } from '../doctor/account.ts'
import { newVisit } from '../doctor/checks.ts'
import type { Check, Named, Visit } from '../doctor/checks.ts'
import { Visitor } from '../doctor/visitor.ts'
import type { Send } from '../doctor/visitor.ts'

/** What all stories share. */
export type Acceptance = Visit & {
  /** With it requests can come from any address. */
  proxy?: ProxySettings | undefined
  /** Sends as if from that address; undefined where nothing that is believed can be told. */
  speakFor?: (address: string) => Send
  household?: Promise<Household>
  /** Signed in beside the visitor, each at an address of its own. */
  devices?: Visitor[]
  /** The path of one that the family shows. */
  picture?: string
  /** A device that knows nothing of the deletion: its cookies, and its token for live news. */
  staleDevice?: { device: Visitor; access: RealtimeAccess }
}

export type Story = Check<Acceptance>

export const newAcceptance = (address: string, { proxy, ...named }: Named & Pick<Acceptance, 'proxy'> = {}): Acceptance => ({
  ...newVisit(address, named),
  proxy,
})

/** One of everything, so that each story has something to be about. */
export type Household = {
  mia: FamilyMember
  /** Has a PIN. */
  emil: FamilyMember
  columnId: string
  questId: string
  rewardId: string
  redemptionId: string
  today: string
}

export const emilsPin = '2468'

/** Mia did a quest today, asked for a reward, and practised a word; made when a story first needs it. */
export const householdOf = (visit: Acceptance): Promise<Household> => (visit.household ??= makeHousehold(visit))

async function makeHousehold(visit: Acceptance): Promise<Household> {
  const { visitor, undo } = visit
  const { familyId } = familyOf(visit)
  const today = new Date().toISOString().slice(0, 10)
  const member = async (displayName: string, pin?: string) => {
    const made = await visitor.call('addMember', { familyId }, { displayName, ...(pin === undefined ? {} : { pin }) })
    undo.push((visitor) => visitor.call('removeMember', { memberId: made.id }))
    return made
  }
  const mia = await member('Mia Visit')
  const emil = await member('Emil Visit', emilsPin)
  const column = await visitor.call('addColumn', { familyId }, { title: 'Visit', emoji: '🌱', position: 0 })
  undo.push((visitor) => visitor.call('deleteColumn', { columnId: column.id }))
  const quest = await visitor.call(
    'addQuest',
    { familyId },
    { title: 'Visit', icon: '🧹', gemValue: 30, assigneeIds: [mia.id], columnId: column.id, recurring: 'daily' },
  )
  undo.push((visitor) => visitor.call('deleteQuest', { questId: quest.id }))
  await visitor.call('moveOrEditQuest', { questId: quest.id }, { completedDate: today, completingMemberId: mia.id })
  const [membership] = await visitor.call('myFamilies', {})
  const rewardMode = membership?.family.rewardMode ?? 'celebrate'
  undo.push((visitor) => visitor.call('editFamily', { familyId }, { rewardMode }))
  await visitor.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const reward = await visitor.call('addReward', { familyId }, { title: 'Visit', icon: '🍦', gemCost: 10 })
  undo.push((visitor) => visitor.call('deleteReward', { rewardId: reward.id }))
  const redemptionId = crypto.randomUUID()
  await visitor.call('redeemReward', { rewardId: reward.id }, { redemptionId, memberId: mia.id })
  await visitor.call('practise', { memberId: mia.id }, { game: 'word-pop', item: 'dog', answer: 'right', day: today })
  return { mia, emil, columnId: column.id, questId: quest.id, rewardId: reward.id, redemptionId, today }
}

/** Another device on which the same person signs in; an address of its own where one can be pretended. */
export async function newDevice(visit: Acceptance): Promise<Visitor> {
  const { account, address, stop, email, password, speakFor } = visit
  const device = new Visitor(address, stop)
  if (speakFor !== undefined) device.through = speakFor(anyAddress())
  await device.call('login', {}, account ?? { email, password })
  return device
}

/** One of the devices that are signed in already and not used for anything else, or a new one: sign-ins are limited. */
export const takeDevice = async (visit: Acceptance): Promise<Visitor> => visit.devices?.pop() ?? (await newDevice(visit))

/** An address that nobody has and that was not counted before. */
export function anyAddress(): string {
  const [first = 0, second = 0, third = 0] = crypto.getRandomValues(new Uint16Array(3))
  return `2001:db8:${[first, second, third].map((part) => part.toString(16)).join(':')}::1`
}

/** Runs `work` for each item, at most so many at once. */
export async function inParallel<Item, Result>(items: readonly Item[], most: number, work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const left = [...items.entries()]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: most }, worker))
  return results
}

/** The median and the 95th percentile, in whole milliseconds. */
export function percentiles(milliseconds: readonly number[]): { 'p50 ms': number; 'p95 ms': number } {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95) }
}
