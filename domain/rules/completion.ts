import type { MemberId } from '../contract/ids.ts'
import type { QuestColumn } from '../contract/quest-columns.ts'
import type { QuestCompletion } from '../contract/quest-completions.ts'
import type { Quest } from '../contract/quests.ts'
import { progressOn, type CalendarClock } from './calendar.ts'
import { columnsInOrder, statusOfQuest } from './columns.ts'

/** Returns the column that takes completed quests, the last one; undefined when there is none. */
export function doneColumn(columns: readonly QuestColumn[]): QuestColumn | undefined {
  return columnsInOrder(columns).at(-1)
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
 * Returns the assignees among whom a parent's move into the last column finds who did the quest: none when it is done already,
 * one who completes it at once, or several to choose from. `completions` are those of the quest, around the family's `day`.
 */
export function completersOf(
  quest: Quest,
  columns: readonly QuestColumn[],
  completions: readonly QuestCompletion[],
  clock: Pick<CalendarClock, 'day' | 'dayOf'>,
): readonly MemberId[] {
  if (!canBeCompleted(quest, columns)) return []
  return quest.recurring !== 'once' && progressOn(quest, completions, clock).left.length === 0 ? [] : quest.assigneeIds
}
