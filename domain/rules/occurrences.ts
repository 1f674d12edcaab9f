import type { Absence } from '../contract/absences.ts'
import { lateDays } from '../contract/constants.ts'
import type { Day } from '../contract/days.ts'
import type { WeekStart } from '../contract/families.ts'
import type { MemberId } from '../contract/ids.ts'
import type { QuestColumn } from '../contract/columns.ts'
import type { QuestCompletion } from '../contract/completions.ts'
import type { Quest } from '../contract/quests.ts'
import { excuseOf, excuseOfAll } from './absences.ts'
import { isSomedayColumn, statusOfColumn, type QuestStatus } from './columns.ts'
import { plusDays } from './days.ts'
import { groupBy } from './group-by.ts'
import { dueDayOf, isDueOn, scheduledSince, scheduleOf } from './due-days.ts'
import { statusOfQuest } from './quests.ts'
import { isEnough } from './weeks.ts'

/** How many days are shown. */
export type CalendarView = 1 | 3 | 7
export const calendarDefault: CalendarView = 3

/** A once-quest has the status of its column; a recurring one has the progress of that day. */
export type DayStatus = QuestStatus | 'partly' | 'missed' | 'upcoming' | 'skipped' | 'unknown'

/** A quest on one day of the calendar. */
export type QuestOccurrence = {
  quest: Quest
  status: DayStatus
  /** The members who did it on that day: assignees in their order, then helpers. */
  doneBy: readonly MemberId[]
  /** The assignees who have not done it and have to; empty for a once-quest that is done. */
  left: readonly MemberId[]
  /** The assignees who did one of some times a week often enough on other days. */
  enough?: readonly MemberId[]
  /** The completions that count for it, newest first; those of a weekly quest may be of other days. */
  completions: readonly QuestCompletion[]
}

/** The progress of a recurring quest on its due day. */
export type Progress = Pick<QuestOccurrence, 'doneBy' | 'left' | 'enough' | 'completions'>

export type CalendarBoard = {
  quests: readonly Quest[]
  columns: readonly QuestColumn[]
  /** The completions of all shown days; undefined while not loaded. */
  completions: readonly QuestCompletion[] | undefined
  absences?: readonly Absence[]
}

export type CalendarClock = {
  day: Day
  today: Day
  /** The day of a moment (ISO 8601 with offset) on the calendar of the family. */
  dayOf: (moment: string) => Day
  weekStartsOn: WeekStart
}

/** The days of a view, in order, with `middle` in the middle. */
export function daysOfView(middle: Day, view: CalendarView): Day[] {
  return Array.from({ length: view }, (_, index) => plusDays(middle, index - (view - 1) / 2))
}

/**
 * Returns the quests of `day` by target time, those without one last. With `of`, only those assigned to these members,
 * with their progress alone. A once-quest has one day: today until it is done, then the day it was completed, or moved
 * to the last column. One of some times a week has no due day: it is on today, on days on which somebody did it, and on
 * those for which it can be done still. Nothing is due for members who are away.
 */
export function questsOnDay(
  { quests, columns, completions, absences = [] }: CalendarBoard,
  clock: CalendarClock,
  of?: ReadonlySet<MemberId>,
): QuestOccurrence[] {
  const done = groupBy(completions ?? [], (completion) => completion.questId)
  return quests
    .flatMap((quest) => {
      const assignees = of === undefined ? quest.assigneeIds : quest.assigneeIds.filter((id) => of.has(id))
      if (assignees.length === 0) return []
      const column = statusOfQuest(quest, columns)
      const ofQuest = done.get(quest.id) ?? []
      const isBefore = quest.scheduledAt !== undefined && clock.day < scheduledSince(quest, clock.dayOf)
      const recorded = isBefore
        ? asRecorded(quest, quest.recurring === 'once' ? ofQuest : ofQuest.filter(isOf(of)), clock.day, assignees)
        : []
      if (quest.recurring !== 'once') {
        if (isBefore || !isDueOn(scheduleOf(quest, clock.dayOf), clock.day)) return recorded
        const progress = progressOn(quest, ofQuest, clock, of)
        if (quest.timesPerWeek != null && clock.day !== clock.today) {
          const isLate = clock.day < clock.today && clock.day >= plusDays(clock.today, -lateDays.completion)
          if (!isLate || progress.left.length === 0)
            return asRecorded(quest, progress.completions, clock.day, assignees)
        }
        // A quest for someday keeps only the past days on which somebody did it.
        if (isSomedayColumn(columns, quest.columnId) && (clock.day >= clock.today || progress.doneBy.length === 0))
          return []
        const status = completions === undefined ? 'unknown' : recurringStatus(quest, clock, progress)
        return withoutExcused({ quest, status, ...progress }, absences, clock)
      }
      // Without its column a quest has no status.
      if (column === undefined || clock.day !== dayOfOnce(quest, column, ofQuest, clock)) return recorded
      if (column !== 'done' && isSomedayColumn(columns, quest.columnId)) return []
      const open: DayStatus = clock.day > clock.today ? 'upcoming' : column
      if (column !== 'done')
        return withoutExcused({ quest, status: open, doneBy: [], left: assignees, completions: [] }, absences, clock)
      const counted = ofQuest.filter(({ completedDate }) => completedDate === clock.day).toSorted(newestFirst)
      return [{ quest, status: column, doneBy: doersOf(counted, assignees), left: [], completions: counted }]
    })
    .toSorted(byTime)
}

/** Counts the quests that are due for `of`, or for anybody, from today on within these days; at most those of a year. */
export function countDue(
  board: Omit<CalendarBoard, 'completions'>,
  { startsOn, endsOn }: { startsOn: Day; endsOn: Day },
  clock: Omit<CalendarClock, 'day'>,
  of?: ReadonlySet<MemberId>,
): number {
  const found = new Set<string>()
  const first = startsOn > clock.today ? startsOn : clock.today
  const last = plusDays(first, 365)
  for (let day = first; day <= endsOn && day <= last; day = plusDays(day, 1))
    for (const { quest, left } of questsOnDay({ ...board, completions: [] }, { ...clock, day }, of))
      if (left.length > 0) found.add(quest.id)
  return found.size
}

/** Takes out who need not do a quest: with nobody left it is skipped, not there while they are away, or done. */
function withoutExcused(
  occurrence: QuestOccurrence,
  absences: readonly Absence[],
  clock: CalendarClock,
): QuestOccurrence[] {
  const { quest, doneBy } = occurrence
  const left = occurrence.left.filter((member) => excuseOf(quest, absences, member, clock) === undefined)
  if (left.length === occurrence.left.length) return [occurrence]
  if (left.length > 0 || occurrence.status === 'unknown') return [{ ...occurrence, left }]
  if (doneBy.length > 0) return [{ ...occurrence, left, status: 'done' }]
  const isSkipped = excuseOfAll(quest, absences, occurrence.left, clock) === 'skipped'
  return isSkipped ? [{ ...occurrence, left, status: 'skipped' }] : []
}

/** Returns a quest on a day as it was recorded: what was done on that day, and nothing that was not. */
function asRecorded(
  quest: Quest,
  ofQuest: readonly QuestCompletion[],
  day: Day,
  assignees: readonly MemberId[],
): QuestOccurrence[] {
  const completions = ofQuest.filter(({ completedDate }) => completedDate === day).toSorted(newestFirst)
  const doneBy = doersOf(completions, assignees)
  const left =
    quest.recurring === 'once' || quest.timesPerWeek != null ? [] : assignees.filter((id) => !doneBy.includes(id))
  return doneBy.length === 0
    ? []
    : [{ quest, status: left.length === 0 ? 'done' : 'partly', doneBy, left, completions }]
}

/**
 * Returns the quests that are for someday, which have no day, in the given order. With `of`, only those assigned to one
 * of these members.
 */
export function questsForSomeday({ quests, columns }: CalendarBoard, of?: ReadonlySet<MemberId>): QuestOccurrence[] {
  return quests
    .filter((quest) => isSomedayColumn(columns, quest.columnId) && statusOfQuest(quest, columns) !== 'done')
    .flatMap((quest) => {
      const left = of === undefined ? quest.assigneeIds : quest.assigneeIds.filter((id) => of.has(id))
      return left.length === 0
        ? []
        : [{ quest, status: statusOfColumn(columns, quest.columnId) ?? 'idea', doneBy: [], left, completions: [] }]
    })
}

function dayOfOnce(
  quest: Quest,
  column: QuestStatus,
  completions: readonly QuestCompletion[],
  { today, dayOf }: CalendarClock,
): Day {
  if (column !== 'done') return quest.dueOn != null && quest.dueOn > today ? quest.dueOn : today
  const days = completions.map(({ completedDate }) => completedDate).toSorted()
  return days.at(-1) ?? dayOf(quest.finishedAt ?? quest.createdAt)
}

/** Sorts some items below the others, as what is done below what is open; both keep their order. */
export function withLast<Item>(items: readonly Item[], isLast: (item: Item) => boolean): Item[] {
  return items.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
}

/**
 * Returns a recurring quest's progress for the due day that `day` counts for; with `of`, for these members alone. Nothing
 * is left for who has done one of some times a week often enough.
 */
export function progressOn(
  quest: Quest,
  ofQuest: readonly QuestCompletion[],
  { day, dayOf, weekStartsOn }: Omit<CalendarClock, 'today'>,
  of?: ReadonlySet<MemberId>,
): Progress {
  const schedule = scheduleOf(quest, dayOf)
  const due = dueDayOf(schedule, day)
  // No further one counts for it.
  const [from, to] = due === undefined ? [day, day] : [plusDays(due, -3), plusDays(due, 3)]
  const completions = ofQuest
    .filter(
      ({ completedDate }) =>
        completedDate >= from &&
        completedDate <= to &&
        (due === undefined || dueDayOf(schedule, completedDate) === due),
    )
    .filter(isOf(of))
    .toSorted(newestFirst)
  const assignees = of === undefined ? quest.assigneeIds : quest.assigneeIds.filter((id) => of.has(id))
  const doneBy = doersOf(completions, assignees)
  const others = assignees.filter((id) => !doneBy.includes(id))
  if (quest.timesPerWeek == null) return { doneBy, left: others, completions }
  const enough = others.filter((id) => isEnough(quest, ofQuest, id, { day, weekStartsOn }))
  return { doneBy, left: others.filter((id) => !enough.includes(id)), enough, completions }
}

const isOf =
  (of: ReadonlySet<MemberId> | undefined) =>
  ({ memberId }: QuestCompletion): boolean =>
    of === undefined || of.has(memberId)

function recurringStatus(
  { timesPerWeek }: Quest,
  { day, today }: CalendarClock,
  { doneBy, left }: Progress,
): DayStatus {
  if (left.length === 0) return 'done'
  if (doneBy.length > 0) return 'partly'
  if (day === today || timesPerWeek != null) return 'todo'
  return day < today ? 'missed' : 'upcoming'
}

function doersOf(completions: readonly QuestCompletion[], assignees: readonly MemberId[]): MemberId[] {
  const doers = new Set(completions.map(({ memberId }) => memberId))
  const helpers = [...doers].filter((id) => !assignees.includes(id)).toSorted()
  return [...assignees.filter((id) => doers.has(id)), ...helpers]
}

function newestFirst(a: QuestCompletion, b: QuestCompletion): number {
  return compare(b.completedDate, a.completedDate) || compare(a.memberId, b.memberId)
}

function byTime({ quest: a }: QuestOccurrence, { quest: b }: QuestOccurrence): number {
  return (
    compare(a.targetTime ?? '~', b.targetTime ?? '~') ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
    compare(a.id, b.id)
  )
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
