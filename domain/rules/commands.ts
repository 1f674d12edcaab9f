import { AbsencePatch, NewAbsence } from '../contract/absences.ts'
import type { Day } from '../contract/days.ts'
import type { WeekStart } from '../contract/families.ts'
import type { ColumnId, MemberId } from '../contract/ids.ts'
import type { QuestCompletion } from '../contract/completions.ts'
import { NewColumn, type QuestColumn } from '../contract/columns.ts'
import { isPicturePin, NewMember } from '../contract/members.ts'
import { NewQuest, questCommand, type Quest } from '../contract/quests.ts'
import { NewRedemption, type Redemption } from '../contract/redemptions.ts'
import { NewReward } from '../contract/rewards.ts'
import type { Body, Change, ChangeName } from '../contract/routes.ts'
import { skippedDay } from './absences.ts'
import { homeColumnOf, isDone, staysDone, type BoardContext } from './quests.ts'
import { progressOn } from './occurrences.ts'
import { defaultHome, doneColumn } from './columns.ts'
import { dayOfDate, dayOfZone } from './days.ts'
import type { FamilyState } from './family-state.ts'

/**
 * A change that a device sends: a call of the contract with its idempotency key, the moment `at` (ISO 8601) of the
 * server's clock, and the family's day.
 */
export type Command = { [Name in ChangeName]: CommandOf<Name> }[ChangeName]
export type CommandOf<Name extends ChangeName> = Change<Name> & { name: Name; key: string; at: string; today: Day }

/**
 * Applies a command optimistically, as the server will if nothing else happens. A command about a missing entity
 * changes nothing. Balances stay as the server sent them, because they also depend on what is owed.
 */
export function applyCommand(state: FamilyState, command: Command): FamilyState {
  switch (command.name) {
    case 'addQuest':
      return addQuest(state, command)
    case 'moveOrEditQuest':
      return changeQuest(state, command.questId, command, (changing) => patchQuest(changing, command.body))
    case 'deleteQuest':
      return {
        ...state,
        quests: state.quests.filter(({ id }) => id !== command.questId),
        completions: state.completions.filter(({ questId }) => questId !== command.questId),
        absences: state.absences.filter(({ questId }) => questId !== command.questId),
      }
    case 'undoCompletion':
      return changeQuest(state, command.questId, command, (changing) => undoCompletion(changing, command))
    case 'addColumn':
      return addColumn(state, command)
    case 'editColumn':
      return { ...state, columns: patched(state.columns, command.columnId, said(command.body)) }
    case 'orderColumns':
      return {
        ...state,
        columns: state.columns.map((column) => ({ ...column, position: placeOf(command.body.columnIds, column) })),
      }
    case 'deleteColumn':
      // The server refuses to delete one that holds quests.
      return state.quests.some(({ columnId }) => columnId === command.columnId)
        ? state
        : { ...state, columns: state.columns.filter(({ id }) => id !== command.columnId) }
    case 'addMember':
      return addMember(state, command)
    case 'addReward':
      return addReward(state, command)
    case 'editReward':
      return { ...state, rewards: patched(state.rewards, command.rewardId, said(command.body)) }
    case 'deleteReward':
      return { ...state, rewards: state.rewards.filter(({ id }) => id !== command.rewardId) }
    case 'redeemReward':
      return redeemReward(state, command)
    case 'decideRedemption':
      return decide(state, command.redemptionId, { status: command.body.status }, command.at)
    case 'putBackRedemption':
      return decide(state, command.redemptionId, { status: 'declined', putBack: true }, command.at)
    case 'addAbsence':
      return addAbsence(state, command)
    case 'editAbsence':
      return { ...state, absences: patched(state.absences, command.absenceId, said(AbsencePatch.parse(command.body))) }
    case 'deleteAbsence':
      return { ...state, absences: state.absences.filter(({ id }) => id !== command.absenceId) }
    case 'editFamily':
      return state.family === undefined ? state : { ...state, family: { ...state.family, ...said(command.body) } }
    default:
      return state
  }
}

function addQuest(state: FamilyState, { body, at }: CommandOf<'addQuest'>): FamilyState {
  const { data } = NewQuest.safeParse(body)
  // The server chooses the title of one without.
  if (data?.id === undefined || data.title === '' || has(state.quests, data.id)) return state
  const { id, columnId, ...fields } = data
  const home = columnId === doneColumn(state.columns)?.id ? (defaultHome(state.columns) ?? columnId) : columnId
  const open = {
    ...fields,
    id,
    columnId: home,
    createdAt: at,
    finishedAt: null,
    finishedBy: null,
    version: 0,
  }
  return {
    ...state,
    quests: [
      ...state.quests,
      columnId === home ? open : finished(open, columnId, { finishedAt: at, finishedBy: null }),
    ],
  }
}

function addAbsence(state: FamilyState, { body }: CommandOf<'addAbsence'>): FamilyState {
  const { data } = NewAbsence.safeParse(body)
  if (data?.id === undefined || has(state.absences, data.id)) return state
  const quest = state.quests.find(({ id }) => id === data.questId)
  if (data.questId !== null && quest === undefined) return state
  const day = quest && skippedDay(quest, { day: data.startsOn, dayOf: dayOfFamily(state) })
  const days = day === undefined ? {} : { startsOn: day, endsOn: day }
  return { ...state, absences: [...state.absences, { ...data, id: data.id, ...days, version: 0 }] }
}

/** A quest with its completions, and the inputs that decide its column. */
type Changing = {
  quest: Quest
  ofQuest: readonly QuestCompletion[]
  columns: readonly QuestColumn[]
  last: ColumnId | undefined
  today: Day
  dayOf: BoardContext['dayOf']
  weekStartsOn: WeekStart
  at: string
}

/** Returns the day of a moment on the family's calendar. */
function dayOfFamily({ family }: FamilyState): BoardContext['dayOf'] {
  const zone = dayOfZone(family?.timeZone ?? 'UTC') ?? dayOfDate
  return (moment) => zone(new Date(moment))
}

/** Changes a quest and its completions, which `change` gets and returns. */
function changeQuest(
  state: FamilyState,
  questId: string,
  { at, today }: Pick<Command, 'at' | 'today'>,
  change: (changing: Changing) => Pick<Changing, 'quest' | 'ofQuest'>,
): FamilyState {
  const index = state.quests.findIndex(({ id }) => id === questId)
  const quest = state.quests[index]
  if (quest === undefined) return state
  const isOfQuest = (done: QuestCompletion) => done.questId === questId
  const { columns } = state
  const before = {
    quest,
    ofQuest: state.completions.filter(isOfQuest),
    columns,
    last: doneColumn(columns)?.id,
    today,
    at,
  }
  const after = change({ ...before, dayOf: dayOfFamily(state), weekStartsOn: state.family?.weekStartsOn ?? 1 })
  const completions =
    after.ofQuest === before.ofQuest
      ? state.completions
      : [...state.completions.filter((done) => !isOfQuest(done)), ...after.ofQuest]
  return { ...state, quests: state.quests.with(index, after.quest), completions }
}

function patchQuest(changing: Changing, patch: Body<'moveOrEditQuest'>): Pick<Changing, 'quest' | 'ofQuest'> {
  if ('completingMemberId' in patch) return complete(changing, patch as QuestDone)
  if (isMove(patch)) return move(changing, patch.columnId as ColumnId, patch.completedBy)
  const { columnId, ...fields } = patch
  const edited = withSchedule({ ...changing.quest, ...said(fields) } as Quest, fields as Partial<Quest>)
  const quest = daysOf(edited) === daysOf(changing.quest) ? edited : { ...edited, scheduledAt: changing.at }
  if (columnId !== undefined) return place({ ...changing, quest }, columnId as ColumnId)
  const home = datedHome(quest, fields.dueOn, changing.columns)
  return { ...changing, quest: home === undefined ? quest : atHome(quest, home) }
}

/** Returns a quest without the parts of a schedule that do not go with `recurring` and were not said. */
function withSchedule(quest: Quest, { weekdays, timesPerWeek, dueOn, startsOn, endsOn }: Partial<Quest>): Quest {
  const { recurring } = quest
  return {
    ...quest,
    ...((recurring !== 'weekly' || timesPerWeek != null) && { weekdays }),
    ...((recurring !== 'weekly' || weekdays != null) && { timesPerWeek }),
    ...(recurring === 'once' ? { startsOn, endsOn } : { dueOn }),
  }
}

/** What of a quest's days is its own; '' where it has no more than its recurrence. */
function daysOf({ recurring, weekdays, timesPerWeek, startsOn, endsOn }: Quest): string {
  const own = [weekdays, timesPerWeek, startsOn, endsOn]
  return own.every((days) => days == null) ? '' : JSON.stringify([recurring, ...own.map((days) => days ?? null)])
}

/** The home of a quest that gets a date in a column for someday; undefined where it stays. */
function datedHome(quest: Quest, dueOn: unknown, columns: readonly QuestColumn[]): ColumnId | undefined {
  const isSomeday = columns.some(({ id, isSomeday }) => isSomeday && id === homeColumnOf(quest))
  return dueOn != null && isSomeday ? defaultHome(columns) : undefined
}

/** A finished quest stays where it is done, also where that was its home, too. */
const atHome = (quest: Quest, home: ColumnId): Quest =>
  quest.finishedAt === null ? { ...quest, columnId: home } : { ...quest, homeColumnId: home }

type QuestMove = Extract<Body<'moveOrEditQuest'>, { completedBy?: null | undefined }>

export const isMove = (patch: Body<'moveOrEditQuest'>): patch is QuestMove =>
  questCommand(patch).command === 'move_quest'

/** Moves a quest to a column; in the last one its only assignee has done it, unless nobody did. */
function move(changing: Changing, columnId: ColumnId, completedBy: null | undefined) {
  const { quest, last, today } = changing
  const [doer, ...others] = quest.assigneeIds
  const isOpen = quest.recurring !== 'once' || quest.finishedAt === null
  return columnId === last &&
    quest.columnId !== last &&
    isOpen &&
    completedBy === undefined &&
    others.length === 0 &&
    doer
    ? complete(changing, { completedDate: today, completingMemberId: doer })
    : place(changing, columnId)
}

/** Puts a quest into a column: the last one finishes it, any other opens it and revokes the completions of the day. */
function place(changing: Changing, columnId: ColumnId): Pick<Changing, 'quest' | 'ofQuest'> {
  const { quest, ofQuest, last, at } = changing
  if (columnId === last) {
    const isRecorded = quest.recurring === 'once' ? quest.finishedAt !== null : isDone(quest, ofQuest, changing)
    const { finishedAt, finishedBy } = isRecorded
      ? quest
      : { finishedAt: at, finishedBy: quest.recurring === 'once' ? quest.finishedBy : null }
    return { quest: finished(quest, columnId, { finishedAt, finishedBy }), ofQuest }
  }
  // A once-quest that was finished when this column was the last one.
  if (quest.recurring === 'once' && columnId === quest.columnId) return changing
  return {
    quest: reopened(quest, columnId),
    ofQuest: quest.finishedAt === null ? ofQuest : withoutRevoked(changing),
  }
}

function withoutRevoked({ quest, ofQuest, today, ...clock }: Changing): readonly QuestCompletion[] {
  if (quest.recurring === 'once')
    return ofQuest.filter(({ memberId, completedDate }) => memberId !== quest.finishedBy || completedDate < today)
  const { completions } = progressOn(quest, ofQuest, { ...clock, day: today })
  return ofQuest.filter((done) => !completions.includes(done))
}

type QuestDone = { completedDate: Day; completingMemberId: MemberId }

function complete(
  changing: Changing,
  { completedDate, completingMemberId }: QuestDone,
): Pick<Changing, 'quest' | 'ofQuest'> {
  const { quest, ofQuest, last, at } = changing
  const isOnce = quest.recurring === 'once'
  const counted = isOnce
    ? ofQuest.filter((done) => done.completedDate === completedDate)
    : progressOn(quest, ofQuest, { ...changing, day: completedDate }).completions
  const isDoneBefore =
    (isOnce && quest.finishedBy !== null) || counted.some(({ memberId }) => memberId === completingMemberId)
  const done = isDoneBefore ? ofQuest : [...ofQuest, { questId: quest.id, memberId: completingMemberId, completedDate }]
  const wasDone = quest.finishedBy !== null && (isOnce || isDone(quest, ofQuest, changing))
  if (wasDone || last === undefined || (!isOnce && !staysDone(quest, completedDate, done, changing)))
    return { quest, ofQuest: done }
  const finishedAt = isOnce ? (quest.finishedAt ?? at) : at
  const columnId = isOnce && quest.finishedAt !== null ? quest.columnId : last
  return { quest: finished(quest, columnId, { finishedAt, finishedBy: completingMemberId }), ofQuest: done }
}

function undoCompletion(
  changing: Changing,
  { memberId, completedDate }: CommandOf<'undoCompletion'>,
): Pick<Changing, 'quest' | 'ofQuest'> {
  const { quest } = changing
  const ofQuest = changing.ofQuest.filter((done) => done.memberId !== memberId || done.completedDate !== completedDate)
  if (ofQuest.length === changing.ofQuest.length) return changing
  const isOpen =
    quest.recurring === 'once'
      ? quest.finishedBy === memberId &&
        !ofQuest.some((done) => done.memberId === memberId && done.completedDate > completedDate)
      : quest.finishedBy !== null && !isDone(quest, ofQuest, changing)
  return { quest: isOpen ? reopened(quest, homeColumnOf(quest)) : quest, ofQuest }
}

function finished(quest: Quest, columnId: ColumnId, record: Pick<Quest, 'finishedAt' | 'finishedBy'>): Quest {
  return { ...quest, columnId, homeColumnId: homeColumnOf(quest), ...record }
}

function reopened(quest: Quest, columnId: ColumnId): Quest {
  const { homeColumnId: _home, ...open } = quest
  return { ...open, columnId, finishedAt: null, finishedBy: null }
}

function addColumn(state: FamilyState, { body }: CommandOf<'addColumn'>): FamilyState {
  const { data } = NewColumn.safeParse(body)
  if (data?.id === undefined || data.title === '' || has(state.columns, data.id)) return state
  const position = data.position ?? Math.max(-1, ...state.columns.map((column) => column.position)) + 1
  const columns = state.columns.map((column) =>
    column.position < position ? column : { ...column, position: column.position + 1 },
  )
  return { ...state, columns: [...columns, { ...data, id: data.id, position, isSomeday: false, version: 0 }] }
}

function addMember(state: FamilyState, { body }: CommandOf<'addMember'>): FamilyState {
  const { data } = NewMember.safeParse(body)
  if (data?.id === undefined || has(state.members, data.id)) return state
  const { pin, ...fields } = data
  const member = {
    ...fields,
    id: data.id,
    userProfileImageUrl: null,
    hasPin: Boolean(pin),
    hasPicturePin: isPicturePin(pin),
    version: 0,
  }
  return { ...state, members: [...state.members, member] }
}

function addReward(state: FamilyState, { body }: CommandOf<'addReward'>): FamilyState {
  const { data } = NewReward.safeParse(body)
  if (data?.id === undefined || data.title === '' || has(state.rewards, data.id)) return state
  return { ...state, rewards: [...state.rewards, { ...data, id: data.id, isActive: 1, version: 0 }] }
}

function redeemReward(state: FamilyState, { rewardId, body, at }: CommandOf<'redeemReward'>): FamilyState {
  const { data } = NewRedemption.safeParse(body)
  const reward = state.rewards.find(({ id }) => id === rewardId)
  const mode = state.family?.rewardMode
  if (data === undefined || reward === undefined || mode === undefined || has(state.redemptions, data.redemptionId))
    return state
  const { title, icon, gemCost } = reward
  const made: Redemption = {
    id: data.redemptionId,
    rewardId,
    memberId: data.memberId,
    title,
    icon,
    gemCost: mode === 'celebrate' ? 0 : gemCost,
    unseen: mode === 'celebrate',
    status: mode === 'ask' ? 'reserved' : 'granted',
    createdAt: at,
    decidedAt: mode === 'ask' ? null : at,
    version: 0,
  }
  return { ...state, redemptions: [...state.redemptions, made] }
}

/** Decides a redemption that waits for it; one that is granted is put back, or was celebrated and is seen. */
function decide(
  state: FamilyState,
  redemptionId: string,
  answer: Pick<Redemption, 'status' | 'putBack'>,
  at: string,
): FamilyState {
  const redemption = state.redemptions.find(({ id }) => id === redemptionId)
  return redemption?.status === 'reserved' ||
    (redemption?.status === 'granted' && (answer.putBack || (redemption.unseen && answer.status === 'granted')))
    ? {
        ...state,
        redemptions: patched(state.redemptions, redemptionId, { ...answer, unseen: false, decidedAt: at }),
      }
    : state
}

const placeOf = (order: readonly string[], { id, position }: QuestColumn) =>
  order.includes(id) ? order.indexOf(id) : position

const has = (entities: readonly { id: string }[], id: string) => entities.some((entity) => entity.id === id)

function patched<Entity extends { id: string }>(
  entities: readonly Entity[],
  id: string,
  patch: Partial<Entity>,
): readonly Entity[] {
  return entities.map((entity) => (entity.id === id ? { ...entity, ...patch } : entity))
}

type Said<Patch> = { [Field in keyof Patch]?: Exclude<Patch[Field], undefined> }

/** Removes undefined fields from a patch, and an empty title, which the server fills. */
function said<Patch extends object>(patch: Patch): Said<Patch> {
  return Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => value !== undefined && (name !== 'title' || value !== '')),
  ) as Said<Patch>
}
