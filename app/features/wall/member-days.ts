import type { Absence } from '#domain/contract/absences.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { completedBySomeoneElse } from '#domain/rules/completions.ts'

/**
 * Today's state of a quest for one assignee: `unknown` without completions, `theirs` when another member did it for
 * all.
 */
export type MemberQuest =
  | { quest: Quest; state: 'todo' | 'done' | 'unknown' }
  | { quest: Quest; state: 'theirs'; by: MemberId }
/** `absence` is why a member has none. */
export type MemberDay = { member: FamilyMember; quests: readonly MemberQuest[]; absence?: Absence | undefined }

/** Sorts children before parents; both keep their order. */
export const childrenFirst = (members: readonly FamilyMember[]): FamilyMember[] =>
  members.toSorted((a, b) => Number(a.role === 'parent') - Number(b.role === 'parent'))

/**
 * Today's quests of each member who has any or is away, children before parents, shared ones at each assignee: first
 * those due today, then those for any day, last the done ones.
 */
export function daysOfMembers(
  occurrences: readonly QuestOccurrence[],
  members: readonly FamilyMember[],
  absenceOf: (member: MemberId) => Absence | undefined = () => undefined,
): MemberDay[] {
  return childrenFirst(members).flatMap((member) => {
    const quests = occurrences
      .filter((occurrence) => concerns(occurrence, member.id))
      .map((occurrence) => questForMember(member, occurrence))
    const absence = absenceOf(member.id)
    if (quests.length === 0 && absence === undefined) return []
    return [{ member, absence, quests: quests.toSorted((a, b) => placeOf(a) - placeOf(b)) }]
  })
}

/** Whether a quest is a member's on that day: who need not do it has it no more, unless they did. */
const concerns = ({ quest, status, doneBy, left, enough = [] }: QuestOccurrence, id: MemberId): boolean =>
  quest.assigneeIds.includes(id) &&
  ([...left, ...doneBy, ...enough].includes(id) || (quest.recurring === 'once' && status === 'done'))

const placeOf = ({ state, quest }: MemberQuest) =>
  state === 'theirs' ? 3 : state === 'done' ? 2 : quest.recurring === 'once' && quest.targetTime === null ? 1 : 0

function questForMember({ id }: FamilyMember, { quest, status, doneBy, left }: QuestOccurrence): MemberQuest {
  if (status === 'unknown') return { quest, state: 'unknown' }
  // One member does a once-quest for all assignees; a recurring quest each does alone.
  const by = status === 'done' ? completedBySomeoneElse(quest, doneBy, id) : undefined
  if (by !== undefined) return { quest, state: 'theirs', by }
  return { quest, state: status !== 'done' && left.includes(id) ? 'todo' : 'done' }
}
