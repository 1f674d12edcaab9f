import type { Device } from '../../testing/seats.ts'

/** What a family is at any moment of a history: the database must say the same after every step. */
export type World = {
  familyId: string
  phone: Device
  tablet: Device
  /** Anna, who plans, and Mia, as whom the tablet acts. */
  annaId: string
  miaId: string
  /** Of another family: whatever names them is refused. */
  strange: { memberId: string; questId: string; columnId: string; rewardId: string }
  members: Member[]
  columns: string[]
  quests: Quest[]
  done: Done[]
  rewards: { id: string; cost: number }[]
  redemptions: Redemption[]
  mode: 'celebrate' | 'spend' | 'ask'
  /** How often time has passed. */
  pauses: number
  /** Counts what happened: which of two things was later. */
  clock: number
}
/** `kept` is what came otherwise than for quests that stand done: earlier, for practice, from parents, for quests that were deleted since. */
type Member = { id: string; role: 'parent' | 'kid'; gems: number; owed: number; kept: number; hasPractised: boolean }
type Quest = {
  id: string
  title: string
  gems: number
  recurring: 'once' | 'daily' | 'weekly'
  columnId: string
  assigneeIds: string[]
  reopened: number
  returns?: { to: string; on: number } | undefined
}
/** `day` counts from 1970. */
type Done = { questId: string; memberId: string; day: number; paid: number; at: number }
type Redemption = { id: string; rewardId: string; memberId: string; cost: number; status: string; wasReserved: boolean; isOld: boolean; isPutBack: boolean }

/** A command, and what it does to the family; it has to be refused where `judge` returns no effect. */
export type Request = { who: Device; command: string; args: Args; before?: { command: string; args: Args }[]; judge: (world: World) => Effect | undefined }
type Args = Record<string, string | number | string[]>
type Effect = (reply: Record<string, unknown>) => void

const request = (who: Device, command: string, args: Args, judge: Request['judge']): Request => ({ who, command, args, judge })

const dayOf = (moment: number) => Math.floor(moment / 86_400_000)
export const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const isTodaySomewhere = (day: number, hour = 3_600_000) => day >= dayOf(Date.now() - 12 * hour) && day <= dayOf(Date.now() + 14 * hour)

const lastColumn = (world: World) => world.columns.at(-1)
const today = () => dayOf(Date.now())

/** Where a quest is seen: one that a completion brought to the last column is back on its next due day. */
export function standing({ columns }: World, { columnId, returns }: Quest, day = today()): string {
  if (returns === undefined || day < returns.on) return columnId
  return columns.includes(returns.to) ? returns.to : (columns[0] ?? columnId)
}

/** It is written where it is seen. */
function settle(world: World, quest: Quest): void {
  const columnId = standing(world, quest)
  if (quest.returns !== undefined && quest.returns.on <= today()) Object.assign(quest, { columnId, returns: undefined })
}

const byId = <T extends { id: string }>(list: readonly T[], id: string) => list.find((known) => known.id === id)

/** A family here lives in UTC, and all its quests were made today. */
const dueDayOf = (recurring: Quest['recurring'], day: number, first = today()) => (recurring === 'weekly' ? first + 7 * Math.floor((day - first + 3) / 7) : day)
const nextDueDay = (recurring: Quest['recurring'], day: number) => dueDayOf(recurring, day) + (recurring === 'weekly' ? 7 : 1)

function isDone(world: World, quest: Quest, memberId: string, day: number): boolean {
  return world.done.some((done) => {
    if (done.questId !== quest.id) return false
    if (quest.recurring === 'once') return done.at > quest.reopened || (done.memberId === memberId && done.day === day)
    return done.memberId === memberId && dueDayOf(quest.recurring, done.day) === dueDayOf(quest.recurring, day)
  })
}

function takeBack(world: World, done: Done): void {
  world.done.splice(world.done.indexOf(done), 1)
  const member = byId(world.members, done.memberId)
  if (!member) return
  const taken = Math.min(done.paid, member.gems)
  member.gems -= taken
  member.owed += done.paid - taken
}

/** Adds gems, of which the debt is settled first. */
function give(member: Member, gems: number): void {
  const settled = Math.min(member.owed, gems)
  member.owed -= settled
  member.gems += gems - settled
}

export function complete(who: Device, questId: string, memberId: string, daysFromNow: number, columnId?: string): Request {
  const day = dayOf(Date.now()) + daysFromNow
  const args = { questId, completingMemberId: memberId, completedDate: dateOf(day), ...(columnId === undefined ? {} : { columnId }) }
  return request(who, 'edit_quest', args, (world) => {
    const [quest, member, target] = [byId(world.quests, questId), byId(world.members, memberId), lastColumn(world)]
    const isKid = who === world.tablet
    if (!quest || !member || !target || !isTodaySomewhere(day) || (columnId !== undefined && !world.columns.includes(columnId))) return undefined
    if (isKid && (memberId !== world.miaId || !quest.assigneeIds.includes(memberId))) return undefined
    return () => {
      if (!isDone(world, quest, memberId, day)) {
        world.done.push({ questId, memberId, day, paid: quest.gems, at: ++world.clock })
        give(member, quest.gems)
      }
      const stands = standing(world, quest)
      // One that waits for its next due day stays until then.
      if (stands === target || (quest.returns !== undefined && quest.returns.on > today())) return
      quest.columnId = target
      if (quest.recurring !== 'once') quest.returns = { to: stands, on: Math.max(nextDueDay(quest.recurring, day), nextDueDay(quest.recurring, today())) }
    }
  })
}

/** Without `daysFromNow` the device does not say on which day it is. */
export const move = (who: Device, questId: string, columnId: string, daysFromNow?: number): Request => {
  const day = daysFromNow === undefined ? undefined : dayOf(Date.now()) + daysFromNow
  const args = { questId, columnId, ...(day === undefined ? {} : { day: dateOf(day) }) }
  return request(who, 'edit_quest', args, (world) => moved(world, questId, columnId, day))
}

function moved(world: World, questId: string, columnId: string, day: number | undefined): Effect | undefined {
  const quest = byId(world.quests, questId)
  if (!quest || !world.columns.includes(columnId) || (day !== undefined && !isTodaySomewhere(day))) return undefined
  return () => {
    const stands = standing(world, quest)
    if (stands === lastColumn(world) && columnId !== stands) reopen(world, quest, day ?? today())
    if (columnId !== quest.columnId || (quest.returns !== undefined && quest.returns.on <= today())) quest.returns = undefined
    quest.columnId = columnId
  }
}

/** What counts for the day of the move was a slip; of a once-quest the rest stays, and is to be done anew. */
function reopen(world: World, quest: Quest, day: number): void {
  const open = world.done.filter((done) => done.questId === quest.id && (quest.recurring !== 'once' || done.at > quest.reopened))
  const slips = open.filter((done) => (quest.recurring === 'once' ? done.day >= day : dueDayOf(quest.recurring, done.day) === dueDayOf(quest.recurring, day)))
  for (const slip of slips) takeBack(world, slip)
  if (quest.recurring === 'once' && slips.length < open.length) quest.reopened = ++world.clock
}

export const undo = (who: Device, questId: string, memberId: string, day: number): Request =>
  request(who, 'undo_completion', { questId, memberId, completedDate: dateOf(day) }, (world) => {
    const done = world.done.find((done) => done.questId === questId && done.memberId === memberId && done.day === day)
    const quest = byId(world.quests, questId)
    if (!done || !quest) return undefined
    return () => {
      takeBack(world, done)
      const from = dueDayOf(quest.recurring, today()) - (quest.recurring === 'weekly' ? 3 : 0)
      const isHeld = world.done.some((other) => other.questId === questId && other.day >= from)
      if (quest.returns !== undefined && quest.returns.on > today() && !isHeld)
        Object.assign(quest, { columnId: standing(world, quest, quest.returns.on), returns: undefined })
    }
  })

export const redeem = (who: Device, rewardId: string, memberId: string, redemptionId: string): Request =>
  request(who, 'redeem_reward', { rewardId, memberId, redemptionId }, (world) => {
    const [reward, member, made] = [byId(world.rewards, rewardId), byId(world.members, memberId), byId(world.redemptions, redemptionId)]
    if (!reward || !member || (who === world.tablet && (memberId !== world.miaId || !byId(world.members, world.miaId)))) return undefined
    if (made) return () => {}
    if (world.mode === 'celebrate' || member.gems < reward.cost) return undefined
    return () => {
      member.gems -= reward.cost
      const status = world.mode === 'ask' ? 'reserved' : 'granted'
      world.redemptions.push({
        id: redemptionId,
        rewardId,
        memberId,
        cost: reward.cost,
        status,
        wasReserved: status === 'reserved',
        isOld: false,
        isPutBack: false,
      })
    }
  })

export const decide = (who: Device, redemptionId: string, status: 'granted' | 'declined'): Request =>
  request(who, 'decide_redemption', { redemptionId, status }, (world) => {
    const redemption = byId(world.redemptions, redemptionId)
    if (!redemption || redemption.isPutBack || (redemption.status !== 'reserved' && redemption.status !== status)) return undefined
    return () => {
      const member = byId(world.members, redemption.memberId)
      if (redemption.status === 'reserved' && status === 'declined' && member) give(member, redemption.cost)
      redemption.status = status
    }
  })

export const putBack = (who: Device, redemptionId: string): Request =>
  request(who, 'put_back_redemption', { redemptionId }, (world) => {
    const redemption = byId(world.redemptions, redemptionId)
    if (!redemption || (who === world.tablet && (redemption.memberId !== world.miaId || !byId(world.members, world.miaId)))) return undefined
    if (!redemption.isPutBack) {
      if (redemption.status === 'declined' || (redemption.status === 'reserved' && redemption.isOld)) return undefined
      if (who === world.tablet && (redemption.isOld || (redemption.status === 'granted' && redemption.wasReserved))) return undefined
    }
    return () => {
      const member = byId(world.members, redemption.memberId)
      if (!redemption.isPutBack && member) give(member, redemption.cost)
      Object.assign(redemption, { status: 'declined', isPutBack: true })
    }
  })

/** A parent gives gems, or takes some. */
export const addGemEntry = (who: Device, memberId: string, amount: number): Request =>
  request(who, 'add_gem_entry', { memberId, amount, reason: 'A gift' }, (world) => {
    const member = byId(world.members, memberId)
    if (!member || who === world.tablet || member.gems + amount < 0) return undefined
    return () => {
      member.kept += amount
      if (amount > 0) give(member, amount)
      else member.gems += amount
    }
  })

export const practiceGems = 10

/** Six right answers about three words: the first round of a day is paid. */
export const practise = (who: Device, memberId: string, roundId: string): Request => {
  const answers = ['cat', 'dog', 'sun', 'cat', 'dog', 'sun']
  const game = { memberId, game: 'word-pop', roundId }
  const before = answers.map((item) => ({ command: 'practise', args: { ...game, item, answer: 'right', day: dateOf(today()) } }))
  const finish = request(who, 'finish_practice', game, (world) => {
    const member = byId(world.members, memberId)
    if (!member || (who === world.tablet && memberId !== world.miaId)) return undefined
    return () => {
      if (member.hasPractised) return
      member.hasPractised = true
      member.kept += practiceGems
      give(member, practiceGems)
    }
  })
  return { ...finish, before }
}

export const editQuest = (who: Device, questId: string, gemValue: number, recurring: Quest['recurring']): Request =>
  request(who, 'edit_quest', { questId, gemValue, recurring }, (world) => {
    const quest = byId(world.quests, questId)
    if (!quest) return undefined
    return () => {
      settle(world, quest)
      Object.assign(quest, { gems: gemValue, recurring, ...(recurring === 'once' && { returns: undefined }) })
    }
  })

export const addQuest = (who: Device, columnId: string, assigneeIds: string[], gemValue: number, recurring: Quest['recurring'], title: string): Request =>
  request(who, 'add_quest', { familyId: '', columnId, assigneeIds, gemValue, recurring, title, description: '', icon: '🧹' }, (world) => {
    if (!world.columns.includes(columnId) || !assigneeIds.every((id) => byId(world.members, id))) return undefined
    return ({ id }) => void world.quests.push({ id: String(id), title, gems: gemValue, recurring, columnId, assigneeIds, reopened: 0 })
  })

export const deleteQuest = (who: Device, questId: string): Request =>
  request(who, 'delete_quest', { questId }, (world) => {
    if (!byId(world.quests, questId)) return undefined
    return () => {
      world.quests = world.quests.filter(({ id }) => id !== questId)
      for (const { questId: of, memberId, paid } of world.done) {
        const member = byId(world.members, memberId)
        if (of === questId && member) member.kept += paid
      }
      world.done = world.done.filter((done) => done.questId !== questId)
    }
  })

export const setMode = (who: Device, rewardMode: World['mode']): Request =>
  request(who, 'edit_family', { familyId: '', rewardMode }, (world) => () => void (world.mode = rewardMode))

export const newMember = (id: string, role: Member['role'], gems = 0): Member => ({ id, role, gems, owed: 0, kept: gems, hasPractised: false })

export const addMember = (who: Device, role: 'parent' | 'kid'): Request =>
  request(who, 'add_member', { familyId: '', displayName: 'Somebody', role, avatarSeed: 'default' }, (world) => {
    return ({ id }) => void world.members.push(newMember(String(id), role))
  })

export const removeMember = (who: Device, memberId: string): Request =>
  request(who, 'remove_member', { memberId }, (world) => {
    if (!byId(world.members, memberId) || memberId === world.annaId) return undefined
    return () => {
      world.members = world.members.filter(({ id }) => id !== memberId)
      world.done = world.done.filter((done) => done.memberId !== memberId)
      world.redemptions = world.redemptions.filter((redemption) => redemption.memberId !== memberId)
      for (const quest of world.quests) {
        if (quest.assigneeIds.includes(memberId)) settle(world, quest)
        const left = quest.assigneeIds.filter((id) => id !== memberId)
        // Anna was there first.
        quest.assigneeIds = left.length === 0 ? [world.annaId] : left
      }
    }
  })

export const addColumn = (who: Device, position: number | undefined): Request =>
  request(who, 'add_column', { familyId: '', title: 'Garden', emoji: '🌱', ...(position === undefined ? {} : { position }) }, (world) => {
    return ({ id }) => void world.columns.splice(position ?? world.columns.length, 0, String(id))
  })

export const orderColumns = (who: Device, columnIds: string[]): Request =>
  request(who, 'order_columns', { familyId: '', columnIds }, (world) => {
    if (who === world.tablet || columnIds.toSorted().join(' ') !== world.columns.toSorted().join(' ')) return undefined
    return () => void (world.columns = [...columnIds])
  })

export const deleteColumn = (who: Device, columnId: string): Request =>
  request(who, 'delete_column', { columnId }, (world) => {
    if (!world.columns.includes(columnId) || world.columns.length === 1 || world.quests.some((quest) => standing(world, quest) === columnId)) return undefined
    return () => {
      for (const quest of world.quests) settle(world, quest)
      world.columns.splice(world.columns.indexOf(columnId), 1)
    }
  })
