import type { QuestColumn } from '../contract/quest-columns.ts'
import type { Quest } from '../contract/quests.ts'
import { columnsInOrder, statusOfQuest } from './columns.ts'

/** Where a completed quest goes: the last column; undefined when there is none. */
export function doneColumn(columns: readonly QuestColumn[]): QuestColumn | undefined {
  return columnsInOrder(columns).at(-1)
}

/**
 * Whether a tap may start to complete a quest: a once-quest until it is done, a daily or
 * weekly one always. A quest in a column that is not there is passed over.
 */
export function canBeCompleted(quest: Quest, columns: readonly QuestColumn[]): boolean {
  const status = statusOfQuest(quest, columns)
  return status !== undefined && (quest.recurring !== 'once' || status !== 'done')
}
