import type { MemberId } from '../contract/ids.ts'
import type { QuestColumn } from '../contract/columns.ts'
import type { QuestCompletion } from '../contract/completions.ts'
import type { Quest } from '../contract/quests.ts'
import { progressOn, type CalendarClock } from './occurrences.ts'
import { canBeCompleted } from './quests.ts'

/**
 * Returns the assignees among whom a parent's move into the last column finds who did the quest: none when all have done
 * it already, one who completes it at once, or several to choose from. `completions` are those of the quest, around the
 * family's `day`.
 */
export function completersOf(
  quest: Quest,
  columns: readonly QuestColumn[],
  completions: readonly QuestCompletion[],
  clock: Omit<CalendarClock, 'today'>,
): readonly MemberId[] {
  if (!canBeCompleted(quest, columns)) return []
  if (quest.recurring === 'once') return quest.assigneeIds
  const { doneBy } = progressOn(quest, completions, clock)
  return quest.assigneeIds.every((id) => doneBy.includes(id)) ? [] : quest.assigneeIds
}

/**
 * Returns who else than `member` completed a once-quest; undefined when `member` or nobody did. `doneBy` are the
 * members who completed it on the shown day, as far as known.
 */
export function completedBySomeoneElse(
  quest: Quest,
  doneBy: readonly MemberId[],
  member: MemberId,
): MemberId | undefined {
  if (quest.recurring !== 'once') return undefined
  const doers = doneBy.length > 0 || quest.finishedBy === null ? doneBy : [quest.finishedBy]
  return doers.includes(member) ? undefined : doers[0]
}
