import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { completedBySomeoneElse } from '#domain/rules/completions.ts'
import { common } from '#texts/common'

/** The name of another member who finished a done quest; undefined if the member did it, or nobody. */
export function nameOfCompleter(
  quest: Quest,
  doneBy: readonly MemberId[],
  member: FamilyMember,
  members: readonly FamilyMember[],
): string | undefined {
  const doer = completedBySomeoneElse(quest, doneBy, member.id)
  return doer === undefined ? undefined : (members.find(({ id }) => id === doer)?.displayName ?? common.somebody)
}
