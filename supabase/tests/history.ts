import type { DeviceSession } from '../../testing/seats.ts'

/** The expected state of a family during a history: the database must have the same after every step. */
export type World = {
  familyId: string
  phone: DeviceSession
  tablet: DeviceSession
  /** Anna, the parent, and Mia, the member that the tablet acts as. */
  annaId: string
  miaId: string
  /** Ids of another family: requests with them must be refused. */
  strange: { memberId: string; questId: string; columnId: string; rewardId: string }
  members: Member[]
  columns: string[]
  /** The columns that are for someday. */
  someday: ReadonlySet<string>
  quests: Quest[]
  done: Done[]
  rewards: { id: string; cost: number }[]
  redemptions: Redemption[]
  mode: 'celebrate' | 'spend' | 'ask'
  /** How often time has passed. */
  pauses: number
  /** Counts changes, to tell which of two was later. */
  clock: number
}
/**
 * `kept` are the gems that done quests do not explain: earlier ones, those for practice, from parents and for deleted
 * quests.
 */
type Member = { id: string; role: 'parent' | 'kid'; gems: number; owed: number; kept: number; hasPractised: boolean }
type Quest = {
  id: string
  title: string
  gems: number
  recurring: 'once' | 'daily' | 'weekly'
  homeId: string
  /** The column of a finished once-quest. */
  doneIn?: string | undefined
  /** When it came to the last column, and by whose completion; undefined when moved by hand. */
  finishedOn?: number | undefined
  finishedBy?: string | undefined
  assigneeIds: string[]
}
/** `day` counts from 1970. */
type Done = { questId: string; memberId: string; day: number; paid: number; at: number }
type Redemption = {
  id: string
  rewardId: string
  memberId: string
  cost: number
  status: string
  wasReserved: boolean
  isOld: boolean
  isPutBack: boolean
}

/** A command, and its effect on the family; it must be refused when `judge` returns none. */
export type Request = {
  who: DeviceSession
  command: string
  args: Args
  before?: { command: string; args: Args }[]
  judge: (world: World) => Effect | undefined
}
type Args = Record<string, string | number | string[]>
type Effect = (reply: Record<string, unknown>) => void

const request = (who: DeviceSession, command: string, args: Args, judge: Request['judge']): Request => ({
  who,
  command,
  args,
  judge,
})

const dayOf = (moment: number) => Math.floor(moment / 86_400_000)
export const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const lastColumn = (world: World) => world.columns.at(-1)
const today = () => dayOf(Date.now())

const open = { doneIn: undefined, finishedOn: undefined, finishedBy: undefined }

/**
 * Returns the first column that is neither the last nor for someday, else the first other than the last, else the last.
 */
function defaultHome(columns: readonly string[], someday: ReadonlySet<string>): string {
  const others = columns.slice(0, -1)
  return others.find((id) => !someday.has(id)) ?? others[0] ?? columns[0] ?? ''
}

/** The last day on which somebody did a quest. */
const lastDone = (world: World, id: string) =>
  Math.max(...world.done.filter(({ questId }) => questId === id).map(({ day }) => day))

const isBeforeNext = (recurring: Quest['recurring'], day: number) =>
  today() < dueDayOf(recurring, day) + (recurring === 'weekly' ? 7 : 1)

/**
 * Whether a recurring quest that came to the last column, by hand or by a completion, stays there because no due day
 * has begun since.
 */
const isDone = (world: World, { id, recurring, finishedOn, finishedBy }: Quest): boolean =>
  finishedOn !== undefined && isBeforeNext(recurring, finishedBy === undefined ? finishedOn : lastDone(world, id))

/** Returns the column that shows a quest. */
export function currentColumnId(world: World, quest: Quest): string {
  const { recurring, homeId, doneIn } = quest
  if (recurring === 'once') return doneIn ?? homeId
  const last = lastColumn(world) ?? ''
  if (isDone(world, quest)) return last
  return homeId === last ? defaultHome(world.columns, world.someday) : homeId
}

const byId = <T extends { id: string }>(list: readonly T[], id: string) => list.find((known) => known.id === id)

/** Families here are in UTC, and all their quests were created today. */
const dueDayOf = (recurring: Quest['recurring'], day: number, first = today()) =>
  recurring === 'weekly' ? first + 7 * Math.floor((day - first + 3) / 7) : day

/** Returns the existing completion that counts when a member completes the quest for a day. */
function counted(world: World, quest: Quest, memberId: string, day: number): Done | undefined {
  const ofQuest = world.done.filter((done) => done.questId === quest.id).toSorted((a, b) => b.day - a.day)
  if (quest.recurring !== 'once')
    return ofQuest.find(
      (done) => done.memberId === memberId && dueDayOf(quest.recurring, done.day) === dueDayOf(quest.recurring, day),
    )
  if (quest.finishedBy !== undefined) return ofQuest.find((done) => done.memberId === quest.finishedBy)
  return ofQuest.find((done) => done.memberId === memberId && done.day === day)
}

function takeBack(world: World, done: Done): void {
  world.done.splice(world.done.indexOf(done), 1)
  const member = byId(world.members, done.memberId)
  if (!member) return
  const taken = Math.min(done.paid, member.gems)
  member.gems -= taken
  member.owed += done.paid - taken
}

/** Adds gems; they first settle what the member owes. */
function give(member: Member, gems: number): void {
  const settled = Math.min(member.owed, gems)
  member.owed -= settled
  member.gems += gems - settled
}

export function complete(
  who: DeviceSession,
  questId: string,
  memberId: string,
  daysFromNow: number,
  columnId?: string,
): Request {
  const day = dayOf(Date.now()) + daysFromNow
  const args = {
    questId,
    completingMemberId: memberId,
    completedDate: dateOf(day),
    ...(columnId === undefined ? {} : { columnId }),
  }
  return request(who, 'complete_quest', args, (world) => {
    const [quest, member, target] = [byId(world.quests, questId), byId(world.members, memberId), lastColumn(world)]
    const isKid = who === world.tablet
    if (
      !quest ||
      !member ||
      !target ||
      day > today() ||
      day < today() - 2 ||
      (columnId !== undefined && !world.columns.includes(columnId))
    )
      return undefined
    if (isKid && (memberId !== world.miaId || !quest.assigneeIds.includes(memberId))) return undefined
    return () => {
      const done = counted(world, quest, memberId, day)
      // A former member finished it.
      if (done === undefined && quest.recurring === 'once' && quest.finishedBy !== undefined) return
      const wasDone = quest.finishedBy !== undefined && (quest.recurring === 'once' || isDone(world, quest))
      if (done === undefined) {
        world.done.push({ questId, memberId, day, paid: quest.gems, at: ++world.clock })
        give(member, quest.gems)
      }
      if (wasDone) return
      if (quest.recurring === 'once')
        Object.assign(quest, {
          doneIn: quest.doneIn ?? target,
          finishedOn: quest.finishedOn ?? today(),
          finishedBy: memberId,
        })
      else if (isBeforeNext(quest.recurring, day)) Object.assign(quest, { finishedOn: today(), finishedBy: memberId })
    }
  })
}

export const move = (who: DeviceSession, questId: string, columnId: string): Request =>
  request(who, 'move_quest', { questId, columnId }, (world) => {
    const quest = byId(world.quests, questId)
    if (!quest || !world.columns.includes(columnId)) return undefined
    return () => {
      if (columnId === lastColumn(world)) {
        if (quest.recurring === 'once')
          Object.assign(quest, { doneIn: columnId, finishedOn: quest.finishedOn ?? today() })
        else if (!isDone(world, quest)) Object.assign(quest, { finishedOn: today(), finishedBy: undefined })
      } else if (columnId !== quest.doneIn) {
        for (const slip of revokedByMove(world, quest)) takeBack(world, slip)
        Object.assign(quest, { homeId: columnId, ...open })
      }
    }
  })

/**
 * Returns the completions that a move out of the last column revokes; older ones of a once-quest stay, and it can be
 * completed again.
 */
const revokedByMove = (world: World, { id, recurring, finishedBy }: Quest): Done[] =>
  world.done.filter((done) => {
    if (done.questId !== id) return false
    return recurring === 'once'
      ? done.memberId === finishedBy && done.day >= today()
      : dueDayOf(recurring, done.day) === dueDayOf(recurring, today())
  })

export const undo = (who: DeviceSession, questId: string, memberId: string, day: number): Request =>
  request(who, 'undo_completion', { questId, memberId, completedDate: dateOf(day) }, (world) => {
    const done = world.done.find((done) => done.questId === questId && done.memberId === memberId && done.day === day)
    const quest = byId(world.quests, questId)
    if (!done || !quest) return undefined
    return () => {
      takeBack(world, done)
      const isHeld =
        quest.recurring === 'once'
          ? quest.finishedBy !== memberId ||
            world.done.some((other) => other.questId === questId && other.memberId === memberId && other.day > day)
          : quest.finishedBy === undefined || isDone(world, quest)
      if (!isHeld) Object.assign(quest, open)
    }
  })

export const redeem = (who: DeviceSession, rewardId: string, memberId: string, redemptionId: string): Request =>
  request(who, 'redeem_reward', { rewardId, memberId, redemptionId }, (world) => {
    const [reward, member, made] = [
      byId(world.rewards, rewardId),
      byId(world.members, memberId),
      byId(world.redemptions, redemptionId),
    ]
    if (!reward || !member || (who === world.tablet && (memberId !== world.miaId || !byId(world.members, world.miaId))))
      return undefined
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

export const decide = (who: DeviceSession, redemptionId: string, status: 'granted' | 'declined'): Request =>
  request(who, 'decide_redemption', { redemptionId, status }, (world) => {
    const redemption = byId(world.redemptions, redemptionId)
    if (!redemption || redemption.isPutBack || (redemption.status !== 'reserved' && redemption.status !== status))
      return undefined
    return () => {
      const member = byId(world.members, redemption.memberId)
      if (redemption.status === 'reserved' && status === 'declined' && member) give(member, redemption.cost)
      redemption.status = status
    }
  })

export const putBack = (who: DeviceSession, redemptionId: string): Request =>
  request(who, 'put_back_redemption', { redemptionId }, (world) => {
    const redemption = byId(world.redemptions, redemptionId)
    if (
      !redemption ||
      (who === world.tablet && (redemption.memberId !== world.miaId || !byId(world.members, world.miaId)))
    )
      return undefined
    if (!redemption.isPutBack) {
      if (redemption.status === 'declined' || (redemption.status === 'reserved' && redemption.isOld)) return undefined
      if (who === world.tablet && (redemption.isOld || (redemption.status === 'granted' && redemption.wasReserved)))
        return undefined
    }
    return () => {
      const member = byId(world.members, redemption.memberId)
      if (!redemption.isPutBack && member) give(member, redemption.cost)
      Object.assign(redemption, { status: 'declined', isPutBack: true })
    }
  })

/** A parent gives gems, or takes some. */
export const addGemEntry = (who: DeviceSession, memberId: string, amount: number): Request =>
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

/** Practises six right answers about three words, which pays the first round of a day. */
export const practise = (who: DeviceSession, memberId: string, roundId: string): Request => {
  const answers = ['cat', 'dog', 'sun', 'cat', 'dog', 'sun']
  const game = { memberId, game: 'word-pop', roundId }
  const before = answers.map((item) => ({
    command: 'practise',
    args: { ...game, item, answer: 'right', tookMs: 3000, day: dateOf(today()) },
  }))
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

export const editQuest = (
  who: DeviceSession,
  questId: string,
  gemValue: number,
  recurring: Quest['recurring'],
): Request =>
  request(who, 'edit_quest', { questId, gemValue, recurring }, (world) => {
    const quest = byId(world.quests, questId)
    if (!quest) return undefined
    return () => {
      if (recurring !== quest.recurring) {
        const wasDone = quest.recurring !== 'once' && isDone(world, quest)
        const latest = world.done
          .filter((done) => done.questId === questId)
          .toSorted((a, b) => b.day - a.day || b.at - a.at)[0]
        if (recurring !== 'once') {
          quest.doneIn = undefined
          if (latest && isBeforeNext(recurring, latest.day))
            Object.assign(quest, { finishedOn: quest.finishedOn ?? today(), finishedBy: latest.memberId })
        } else if (wasDone)
          Object.assign(quest, {
            doneIn: lastColumn(world),
            ...(quest.finishedBy !== undefined && { finishedBy: latest?.memberId }),
          })
        else Object.assign(quest, open)
      }
      Object.assign(quest, { gems: gemValue, recurring })
    }
  })

export const addQuest = (
  who: DeviceSession,
  columnId: string,
  assigneeIds: string[],
  gemValue: number,
  recurring: Quest['recurring'],
  title: string,
): Request =>
  request(
    who,
    'add_quest',
    { familyId: '', columnId, assigneeIds, gemValue, recurring, title, description: '', icon: '🧹' },
    (world) => {
      if (!world.columns.includes(columnId) || !assigneeIds.every((id) => byId(world.members, id))) return undefined
      const isDone = columnId === lastColumn(world)
      const place = isDone
        ? {
            homeId: defaultHome(world.columns, world.someday),
            finishedOn: today(),
            ...(recurring === 'once' && { doneIn: columnId }),
          }
        : { homeId: columnId }
      return ({ id }) =>
        void world.quests.push({ id: String(id), title, gems: gemValue, recurring, assigneeIds, ...place })
    },
  )

export const deleteQuest = (who: DeviceSession, questId: string): Request =>
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

export const setMode = (who: DeviceSession, rewardMode: World['mode']): Request =>
  request(who, 'edit_family', { familyId: '', rewardMode }, (world) => () => void (world.mode = rewardMode))

export const newMember = (id: string, role: Member['role'], gems = 0): Member => ({
  id,
  role,
  gems,
  owed: 0,
  kept: gems,
  hasPractised: false,
})

export const addMember = (who: DeviceSession, role: 'parent' | 'kid'): Request =>
  request(who, 'add_member', { familyId: '', displayName: 'Somebody', role, avatarSeed: 'default' }, (world) => {
    return ({ id }) => void world.members.push(newMember(String(id), role))
  })

export const removeMember = (who: DeviceSession, memberId: string): Request =>
  request(who, 'remove_member', { memberId }, (world) => {
    if (!byId(world.members, memberId) || memberId === world.annaId) return undefined
    return () => {
      world.members = world.members.filter(({ id }) => id !== memberId)
      world.done = world.done.filter((done) => done.memberId !== memberId)
      world.redemptions = world.redemptions.filter((redemption) => redemption.memberId !== memberId)
      for (const quest of world.quests) {
        // A finished quest stays finished, and nobody can finish it again.
        if (quest.finishedBy === memberId) quest.finishedBy = 'somebody'
        const left = quest.assigneeIds.filter((id) => id !== memberId)
        // Anna was there first.
        quest.assigneeIds = left.length === 0 ? [world.annaId] : left
      }
    }
  })

export const addColumn = (who: DeviceSession, position: number | undefined): Request =>
  request(
    who,
    'add_column',
    { familyId: '', title: 'Garden', emoji: '🌱', ...(position === undefined ? {} : { position }) },
    (world) => {
      return ({ id }) => void world.columns.splice(position ?? world.columns.length, 0, String(id))
    },
  )

export const orderColumns = (who: DeviceSession, columnIds: string[]): Request =>
  request(who, 'order_columns', { familyId: '', columnIds }, (world) => {
    if (who === world.tablet || columnIds.toSorted().join(' ') !== world.columns.toSorted().join(' ')) return undefined
    return () => void (world.columns = [...columnIds])
  })

export const deleteColumn = (who: DeviceSession, columnId: string): Request =>
  request(who, 'delete_column', { columnId }, (world) => {
    if (
      !world.columns.includes(columnId) ||
      world.columns.length === 1 ||
      world.quests.some((quest) => currentColumnId(world, quest) === columnId)
    )
      return undefined
    return () => {
      world.columns.splice(world.columns.indexOf(columnId), 1)
      for (const quest of world.quests)
        if (quest.homeId === columnId) quest.homeId = defaultHome(world.columns, world.someday)
    }
  })
