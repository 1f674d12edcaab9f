import type { ColumnId } from '../contract/ids.ts'
import type { QuestColumn } from '../contract/quest-columns.ts'
import type { Quest } from '../contract/quests.ts'

export type QuestStatus = 'idea' | 'todo' | 'inprogress' | 'done'

/** Left to right as they stand on the board; equal positions keep a fixed order. */
export function columnsInOrder(columns: readonly QuestColumn[]): QuestColumn[] {
  return columns.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

/**
 * What standing in a column means, by its place alone: the last is done, the first idea, the
 * second todo, the rest in progress. With two columns there is no idea: todo, done.
 */
export function statusOfColumn(columns: readonly QuestColumn[], columnId: ColumnId): QuestStatus | undefined {
  const ordered = columnsInOrder(columns)
  const place = ordered.findIndex((column) => column.id === columnId)
  if (place === -1) return undefined
  if (place === ordered.length - 1) return 'done'
  if (ordered.length === 2) return 'todo'
  return (['idea', 'todo'] as const)[place] ?? 'inprogress'
}

/**
 * What a quest's place means. A once-quest that was finished is done wherever it stands, and whatever becomes of the columns;
 * undefined of one whose column is not there.
 */
export function statusOfQuest({ recurring, columnId, finishedAt }: Quest, columns: readonly QuestColumn[]): QuestStatus | undefined {
  const status = statusOfColumn(columns, columnId)
  return status !== undefined && recurring === 'once' && finishedAt !== null ? 'done' : status
}

/** Whether the quests of a column are for someday. The last column finishes quests, whatever its mark says. */
export function isForSomeday(columns: readonly QuestColumn[], columnId: ColumnId): boolean {
  const column = columns.find(({ id }) => id === columnId)
  return column !== undefined && column.isSomeday && column !== columnsInOrder(columns).at(-1)
}
