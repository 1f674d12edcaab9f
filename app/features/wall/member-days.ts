import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestOccurrence } from '#domain/rules/calendar.ts'
import { completedBySomeoneElse } from '#domain/rules/finished.ts'

/** A quest as it stands today for one of its assignees; `unknown` while nobody could say who did it, `theirs` where somebody else did it for all. */
export type MemberQuest = { quest: Quest; state: 'todo' | 'done' | 'unknown' } | { quest: Quest; state: 'theirs'; by: MemberId }
export type MemberDay = { member: FamilyMember; quests: readonly MemberQuest[] }

/** Today, member by member: a quest of several stands at each of them; first the day's own, then what is for any day, last what is done. Who has none today is left out. */
export function daysOfMembers(standings: readonly QuestOccurrence[], members: readonly FamilyMember[]): MemberDay[] {
  return members.flatMap((member) => {
    const quests = standings.filter(({ quest }) => quest.assigneeIds.includes(member.id)).map((standing) => asItStandsFor(member, standing))
    return quests.length === 0 ? [] : [{ member, quests: quests.toSorted((a, b) => placeOf(a) - placeOf(b)) }]
  })
}

const placeOf = ({ state, quest }: MemberQuest) =>
  state === 'theirs' ? 3 : state === 'done' ? 2 : quest.recurring === 'once' && quest.targetTime === null ? 1 : 0

function asItStandsFor({ id }: FamilyMember, { quest, status, doneBy }: QuestOccurrence): MemberQuest {
  if (status === 'unknown') return { quest, state: 'unknown' }
  // A once-quest is done for all of them, by one; a recurring one for each by themselves.
  const by = status === 'done' ? completedBySomeoneElse(quest, doneBy, id) : undefined
  if (by !== undefined) return { quest, state: 'theirs', by }
  return { quest, state: status === 'done' || doneBy.includes(id) ? 'done' : 'todo' }
}
