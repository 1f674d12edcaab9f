import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { completedBySomeoneElse } from '#domain/rules/finished.ts'
import { common } from '#texts/common'

/** The name of whoever else finished a quest that is done; undefined where it is the member's own deed, or nobody's. */
export function otherDoer(quest: Quest, doneBy: readonly MemberId[], member: FamilyMember, members: readonly FamilyMember[]): string | undefined {
  const doer = completedBySomeoneElse(quest, doneBy, member.id)
  return doer === undefined ? undefined : (members.find(({ id }) => id === doer)?.displayName ?? common.somebody)
}
