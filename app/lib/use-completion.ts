import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { ColumnId, FamilyId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { call, keyOf } from './api-client.ts'
import { hear } from './family-news.ts'
import { gemEntriesQuery, gemsQuery, membersQuery } from './queries.ts'

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
      const revision = quest.version
      // The completion first: a quest that is done and has none would jump to the day it was made on.
      if (completed !== undefined) hear(client, familyId, { type: 'completion.saved', revision, completion: completed.completion })
      hear(client, familyId, { type: 'quest.saved', revision, quest })
      void askAboutGems(client, familyId, [member.id])
      if (completed?.isNew === true) return said.onDone(completed.gems, member, completed.settled ?? 0, completing)
      const doer = completed?.completion.memberId
      const members = client.getQueryData(membersQuery(familyId).queryKey)
      return said.onDoneBefore(quest, doer === member.id ? undefined : members?.find(({ id }) => id === doer))
    },
    onError: said.onFailed,
  })
}

/** A completion, and taking it back, change more than the answer tells. */
export async function askAboutGems(client: QueryClient, familyId: FamilyId, memberIds: readonly MemberId[]): Promise<void> {
  const keys = [keyOf('completions', { familyId }), ...memberIds.flatMap((id) => [gemsQuery(familyId, id).queryKey, gemEntriesQuery(familyId, id).queryKey])]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
