import type { Day } from '../contract/days.ts'
import type { MemberId } from '../contract/ids.ts'
import type { Quest } from '../contract/quests.ts'
import { plusDays } from './days.ts'

/** Days for which a finished once-quest is seen on the board. */
export const recentDays = 30

/** The first day, of UTC, whose finished quests are seen on the board: server and screens compare with the same one. */
export const doneSince = (today: Day): Day => plusDays(today, -recentDays)

/** When a quest of the last column came there; one of which that is not known, when it was made. */
const finishedAt = ({ finishedAt, createdAt }: Quest): number => Date.parse(finishedAt ?? createdAt)

/** Whether a quest is out of sight on the board, among those shown under Earlier. Recurring ones stay. */
export function isArchived(quest: Quest, since: Day): boolean {
  return quest.recurring === 'once' && quest.finishedAt !== null && (quest.isArchived || finishedAt(quest) < Date.parse(since))
}

/** The order in the last column: what was finished last is on top. */
export function newestFirst(a: Quest, b: Quest): number {
  return finishedAt(b) - finishedAt(a) || (a.id < b.id ? 1 : -1)
}

/**
 * Who finished a once-quest of the last column, where that is somebody else than `member`; undefined where it is the member's own deed, or
 * nobody's. `doneBy` is who did it on the day that is looked at, as far as that is known.
 */
export function doneByAnother(quest: Quest, doneBy: readonly MemberId[], member: MemberId): MemberId | undefined {
  if (quest.recurring !== 'once') return undefined
  const doers = doneBy.length > 0 || quest.finishedBy === null ? doneBy : [quest.finishedBy]
  return doers.includes(member) ? undefined : doers[0]
}
