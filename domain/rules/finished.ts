import type { Day } from '../contract/days.ts'
import type { MemberId } from '../contract/ids.ts'
import type { Quest } from '../contract/quests.ts'
import { plusDays } from './days.ts'

/** Days for which the board shows a finished once-quest. */
export const recentDays = 30

/** Returns the first day (UTC) whose finished quests the board shows; server and screens compare with the same one. */
export const doneSince = (today: Day): Day => plusDays(today, -recentDays)

/** When a quest came to the last column; when that is not known, its creation. */
const finishedAt = ({ finishedAt, createdAt }: Quest): number => Date.parse(finishedAt ?? createdAt)

/** Whether a once-quest is listed under Earlier instead of on the board. Recurring quests never are. */
export function isArchived(quest: Quest, since: Day): boolean {
  return quest.recurring === 'once' && quest.finishedAt !== null && (quest.isArchived || finishedAt(quest) < Date.parse(since))
}

/** Orders the last column: latest finished first. */
export function newestFirst(a: Quest, b: Quest): number {
  return finishedAt(b) - finishedAt(a) || (a.id < b.id ? 1 : -1)
}

/**
 * Returns who else than `member` completed a once-quest; undefined when `member` or nobody did. `doneBy` are the members
 * who completed it on the shown day, as far as known.
 */
export function completedBySomeoneElse(quest: Quest, doneBy: readonly MemberId[], member: MemberId): MemberId | undefined {
  if (quest.recurring !== 'once') return undefined
  const doers = doneBy.length > 0 || quest.finishedBy === null ? doneBy : [quest.finishedBy]
  return doers.includes(member) ? undefined : doers[0]
}
