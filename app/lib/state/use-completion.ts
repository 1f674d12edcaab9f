import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { call } from '#app/lib/api/api-client.ts'
import { membersQuery } from '#app/lib/api/queries.ts'

export type Completing = { quest: Quest; lastColumn: ColumnId; member: FamilyMember; day: Day }

type Said = {
  /** It was recorded now, and `gems` were paid for it; `settled` of them were owed. */
  onDone: (gems: number, member: FamilyMember, settled: number, completing: Completing) => void
  /** Nothing was recorded or paid: the member, or `faster`, has done it before. */
  onDoneBefore: (quest: Quest, faster: FamilyMember | undefined) => void
  onFailed: (error: Error, completing: Completing) => void
}

/** Completes a quest for a member. What is said about it differs from room to room; it is said also when the dialog is gone. */
export function useCompleteQuest(familyId: FamilyId, said: Said) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ quest, lastColumn, member, day }: Completing) =>
      call('moveOrEditQuest', { questId: quest.id }, { columnId: lastColumn, completedDate: day, completingMemberId: member.id }),
    onSuccess: ({ completed, ...quest }, completing) => {
      const { member } = completing
      if (completed?.isNew === true) return said.onDone(completed.gems, member, completed.settled ?? 0, completing)
      const doer = completed?.completion.memberId
      const members = client.getQueryData(membersQuery(familyId).queryKey)
      return said.onDoneBefore(quest, doer === member.id ? undefined : members?.find(({ id }) => id === doer))
    },
    onError: said.onFailed,
  })
}
