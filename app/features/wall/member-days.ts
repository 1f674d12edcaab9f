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
export type MemberDay = { member: FamilyMember; quests: readonly MemberQuest[] }

/** Sorts children before parents; both keep their order. */
export const childrenFirst = (members: readonly FamilyMember[]): FamilyMember[] =>
  members.toSorted((a, b) => Number(a.role === 'parent') - Number(b.role === 'parent'))

/**
 * Today's quests of each member who has any, children before parents, shared ones at each assignee: first those due
 * today, then those for any day, last the done ones.
 */
export function daysOfMembers(occurrences: readonly QuestOccurrence[], members: readonly FamilyMember[]): MemberDay[] {
  return childrenFirst(members).flatMap((member) => {
    const quests = occurrences
      .filter(({ quest }) => quest.assigneeIds.includes(member.id))
      .map((occurrence) => questForMember(member, occurrence))
    return quests.length === 0 ? [] : [{ member, quests: quests.toSorted((a, b) => placeOf(a) - placeOf(b)) }]
  })
}

const placeOf = ({ state, quest }: MemberQuest) =>
  state === 'theirs' ? 3 : state === 'done' ? 2 : quest.recurring === 'once' && quest.targetTime === null ? 1 : 0

function questForMember({ id }: FamilyMember, { quest, status, doneBy }: QuestOccurrence): MemberQuest {
  if (status === 'unknown') return { quest, state: 'unknown' }
  // One member does a once-quest for all assignees; a recurring quest each does alone.
  const by = status === 'done' ? completedBySomeoneElse(quest, doneBy, id) : undefined
  if (by !== undefined) return { quest, state: 'theirs', by }
  return { quest, state: status === 'done' || doneBy.includes(id) ? 'done' : 'todo' }
}
