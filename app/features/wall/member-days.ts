import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { Standing } from '#domain/rules/calendar.ts'

/** A quest as it stands today for one of its assignees; `unknown` while nobody could say who did it. */
export type MemberQuest = { quest: Quest; state: 'todo' | 'done' | 'unknown' }
export type MemberDay = { member: FamilyMember; quests: readonly MemberQuest[] }

/** Today, member by member: a quest of several stands at each of them, what is done comes last. Who has none today is left out. */
export function daysOfMembers(standings: readonly Standing[], members: readonly FamilyMember[]): MemberDay[] {
  return members.flatMap((member) => {
    const quests = standings
      .filter(({ quest }) => quest.assigneeIds.includes(member.id))
      .map((standing) => ({ quest: standing.quest, state: stateFor(member, standing) }))
    return quests.length === 0 ? [] : [{ member, quests: quests.toSorted((a, b) => Number(a.state === 'done') - Number(b.state === 'done')) }]
  })
}

function stateFor({ id }: FamilyMember, { status, doneBy }: Standing): MemberQuest['state'] {
  if (status === 'unknown') return 'unknown'
  // A once-quest is done for all of them, a recurring one for each by themselves.
  return status === 'done' || doneBy.includes(id) ? 'done' : 'todo'
}
