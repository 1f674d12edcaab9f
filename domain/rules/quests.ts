import { completionDays, finishedDays } from '../contract/constants.ts'
import type { Day } from '../contract/days.ts'
import type { ColumnId } from '../contract/ids.ts'
import type { QuestCompletion } from '../contract/completions.ts'
import type { QuestColumn } from '../contract/columns.ts'
import type { WeekStart } from '../contract/families.ts'
import type { Quest } from '../contract/quests.ts'
import { columnsInOrder, defaultHome, statusOfColumn, type QuestStatus } from './columns.ts'
import { plusDays } from './days.ts'
import { nextDueDay, scheduleOf } from './due-days.ts'
import { groupBy } from './group-by.ts'
import { isEnough } from './weeks.ts'

/**
 * Returns a quest's status; undefined when its column is missing. A finished once-quest is done in any column, however
 * the columns change.
 */
export function statusOfQuest(
  { recurring, columnId, finishedAt }: Quest,
  columns: readonly QuestColumn[],
): QuestStatus | undefined {
  const status = statusOfColumn(columns, columnId)
  return status !== undefined && recurring === 'once' && finishedAt !== null ? 'done' : status
}

/**
 * Whether a tap may start to complete a quest: a once-quest until it is done, a daily or
 * weekly one always; never one whose column is missing.
 */
export function canBeCompleted(quest: Quest, columns: readonly QuestColumn[]): boolean {
  const status = statusOfQuest(quest, columns)
  return status !== undefined && (quest.recurring !== 'once' || status !== 'done')
}

/**
 * Inputs that place quests on the board: `today` and `dayOf`, the day of a moment (ISO 8601 with offset), are in the
 * family's calendar.
 */
export type BoardContext = {
  columns: readonly QuestColumn[]
  today: Day
  dayOf: (moment: string) => Day
  weekStartsOn: WeekStart
}

/**
 * Returns the column a quest is in today. A daily or weekly one stays in the last column until the next due day after
 * somebody completed it or moved it there by hand; one of some times a week until the next week once all assignees have
 * done it often enough. Then it returns home. `ofQuest` are its completions of the last ten days.
 * `private.current_column` has the same rule.
 */
export function currentColumnId(
  quest: Quest,
  ofQuest: readonly QuestCompletion[],
  { columns, ...clock }: BoardContext,
): ColumnId {
  if (quest.recurring === 'once') return quest.columnId
  const ordered = columnsInOrder(columns)
  const last = ordered.at(-1)
  if (last === undefined) return quest.columnId
  if (isDone(quest, ofQuest, clock)) return last.id
  const home = homeColumnOf(quest)
  if (home !== last.id) return home
  return defaultHome(columns) ?? last.id
}

/** Whether a daily or weekly quest is done today: see `currentColumnId`. */
export function isDone(
  quest: Quest,
  ofQuest: readonly QuestCompletion[],
  clock: Omit<BoardContext, 'columns'>,
): boolean {
  const { today, dayOf } = clock
  const { finishedAt, finishedBy } = quest
  if (finishedAt === null) return false
  const until = ofQuest.filter(
    ({ completedDate: day }) => day <= today && day >= plusDays(today, -completionDays.daysBefore),
  )
  const last = until
    .map(({ completedDate }) => completedDate)
    .toSorted()
    .at(-1)
  return finishedBy === null
    ? staysDone(quest, dayOf(finishedAt), [], clock)
    : last !== undefined && staysDone(quest, last, until, clock)
}

/** Whether a daily or weekly quest that was done on `day` is so today; `private.stays_done` has the same rule. */
export function staysDone(
  quest: Quest,
  day: Day,
  ofQuest: readonly QuestCompletion[],
  { today, dayOf, weekStartsOn }: Omit<BoardContext, 'columns'>,
): boolean {
  const next = nextDueDay(scheduleOf(quest, dayOf), day)
  if (next === undefined || today < next) return true
  return quest.assigneeIds.every((member) => isEnough(quest, ofQuest, member, { day: today, weekStartsOn }))
}

/** Returns the column a quest is in while not done. */
export const homeColumnOf = ({ columnId, homeColumnId }: Quest): ColumnId => homeColumnId ?? columnId

/**
 * Caches each quest that is in another column than the server said, so that a card renders again only when it changes.
 */
const placed = new WeakMap<Quest, Quest>()

/** Returns the quests, each in its current column; in the server's as long as the completions are not loaded. */
export function withCurrentColumns(
  quests: readonly Quest[],
  completions: readonly QuestCompletion[] | undefined,
  context: BoardContext,
): readonly Quest[] {
  if (completions === undefined) return quests
  const done = groupBy(completions, ({ questId }) => questId)
  return quests.map((quest) => {
    const columnId = currentColumnId(quest, done.get(quest.id) ?? [], context)
    if (columnId === quest.columnId) return quest
    const known = placed.get(quest)
    if (known?.columnId === columnId) return known
    const elsewhere = { ...quest, columnId, homeColumnId: homeColumnOf(quest) }
    placed.set(quest, elsewhere)
    return elsewhere
  })
}

/** Returns the first day (UTC) whose finished quests the board shows; server and screens compare with the same one. */
export const doneSince = (today: Day): Day => plusDays(today, -finishedDays.shown)

/** When a quest came to the last column; when that is not known, its creation. */
const finishedAt = ({ finishedAt, createdAt }: Quest): number => Date.parse(finishedAt ?? createdAt)

/** Whether a once-quest is listed under Earlier instead of on the board. Recurring quests never are. */
export function isArchived(quest: Quest, since: Day): boolean {
  return quest.recurring === 'once' && quest.finishedAt !== null && finishedAt(quest) < Date.parse(since)
}

/**
 * Sorts the quests of a column with that status as on the board: finished ones by when they were finished, latest
 * first; others oldest first.
 */
export function questsInOrder(quests: readonly Quest[], status: QuestStatus | undefined): Quest[] {
  return quests.toSorted(status === 'done' ? latestFinishedFirst : oldestFirst)
}

function latestFinishedFirst(a: Quest, b: Quest): number {
  return finishedAt(b) - finishedAt(a) || (a.id < b.id ? 1 : -1)
}

function oldestFirst(a: Quest, b: Quest): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1
}
