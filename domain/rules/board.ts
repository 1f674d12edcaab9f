import type { Day } from '../contract/days.ts'
import type { ColumnId } from '../contract/ids.ts'
import type { QuestCompletion } from '../contract/quest-completions.ts'
import type { QuestColumn } from '../contract/quest-columns.ts'
import type { Quest } from '../contract/quests.ts'
import { dueDayOf } from './calendar.ts'
import { columnsInOrder } from './columns.ts'
import { plusDays } from './days.ts'
import { groupBy } from './group-by.ts'

/** Inputs that place quests on the board: `today` and `dayOf`, the day of a moment (ISO 8601 with offset), are in the family's calendar. */
export type BoardContext = { columns: readonly QuestColumn[]; today: Day; dayOf: (moment: string) => Day }

/**
 * Returns the column a quest is in today. A daily or weekly one stays in the last column until the next due day after somebody completed it or
 * moved it there by hand; then it returns home. `ofQuest` are its completions of the last ten days. `private.current_column` has the same rule.
 */
export function currentColumnId(quest: Quest, ofQuest: readonly QuestCompletion[], { columns, today, dayOf }: BoardContext): ColumnId {
  if (quest.recurring === 'once') return quest.columnId
  const ordered = columnsInOrder(columns)
  const last = ordered.at(-1)
  if (last === undefined) return quest.columnId
  if (isDone(quest, ofQuest, { today, dayOf })) return last.id
  const home = homeColumnOf(quest)
  if (home !== last.id) return home
  const others = ordered.filter(({ id }) => id !== last.id)
  return (others.find(({ isSomeday }) => !isSomeday) ?? others[0] ?? last).id
}

/** Whether a daily or weekly quest is done today: see `currentColumnId`. */
export function isDone(quest: Quest, ofQuest: readonly QuestCompletion[], { today, dayOf }: Omit<BoardContext, 'columns'>): boolean {
  const done = doneDay(quest, ofQuest, today, dayOf)
  return done !== undefined && today < nextDueDay(quest, done, dayOf)
}

/** The first due day of a daily or weekly quest after the one that `day` counts for. */
export function nextDueDay({ recurring, createdAt }: Quest, day: Day, dayOf: BoardContext['dayOf']): Day {
  return plusDays(dueDayOf(recurring, dayOf(createdAt), day), recurring === 'weekly' ? 7 : 1)
}

/** Returns the column a quest is in while not done. */
export const homeColumnOf = ({ columnId, homeColumnId }: Quest): ColumnId => homeColumnId ?? columnId

function doneDay({ finishedAt, finishedBy }: Quest, ofQuest: readonly QuestCompletion[], today: Day, dayOf: BoardContext['dayOf']): Day | undefined {
  if (finishedAt === null) return undefined
  if (finishedBy === null) return dayOf(finishedAt)
  return ofQuest
    .map(({ completedDate }) => completedDate)
    .filter((day) => day <= today)
    .toSorted()
    .at(-1)
}

/** Caches each quest that is in another column than the server said, so that a card renders again only when it changes. */
const placed = new WeakMap<Quest, Quest>()

/** Returns the quests, each in its current column; in the server's as long as the completions are not loaded. */
export function withCurrentColumns(quests: readonly Quest[], completions: readonly QuestCompletion[] | undefined, context: BoardContext): readonly Quest[] {
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
