import type { ColumnId } from '../contract/ids.ts'
import type { QuestColumn } from '../contract/columns.ts'

export type QuestStatus = 'idea' | 'todo' | 'inprogress' | 'done'

/** Sorts columns from left to right as on the board; equal positions are ordered by id. */
export function columnsInOrder(columns: readonly QuestColumn[]): QuestColumn[] {
  return columns.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

/**
 * Returns the status that a column's place gives its quests: the last is done, the first idea, the
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

/** Whether the quests of a column are for someday. The last column finishes quests, whatever its `isSomeday` is. */
export function isSomedayColumn(columns: readonly QuestColumn[], columnId: ColumnId): boolean {
  const column = columns.find(({ id }) => id === columnId)
  return column !== undefined && column.isSomeday && column !== columnsInOrder(columns).at(-1)
}

/** Returns the column that takes completed quests, the last one; undefined when there is none. */
export function doneColumn(columns: readonly QuestColumn[]): QuestColumn | undefined {
  return columnsInOrder(columns).at(-1)
}

/** Returns the column of a new quest: the first for quests to do, else the first of all; undefined without columns. */
export function columnOfNewQuest(columns: readonly QuestColumn[]): ColumnId | undefined {
  return (columns.find(({ id }) => statusOfColumn(columns, id) === 'todo') ?? columnsInOrder(columns)[0])?.id
}

/**
 * Returns the home of quests that have none: the first column that is neither the last nor for someday, else the first
 * that is not the last, else the last. `private.default_home` has the same rule.
 */
export function defaultHome(columns: readonly QuestColumn[]): ColumnId | undefined {
  const ordered = columnsInOrder(columns)
  const others = ordered.slice(0, -1)
  return (others.find(({ isSomeday }) => !isSomeday) ?? ordered[0])?.id
}
