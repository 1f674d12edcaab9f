import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { ColumnId, FamilyId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { call, keyOf } from './api-client.ts'
import { hear } from './family-news.ts'
import { gemEntriesQuery, gemsQuery } from './queries.ts'

type Completing = { quest: Quest; lastColumn: ColumnId; member: FamilyMember; day: Day }

/** Completes a quest for a member. What is said about it differs from room to room; it is said also when the dialog is gone. */
export function useCompleteQuest(familyId: FamilyId, said: { onDone: (quest: Quest, member: FamilyMember) => void; onFailed: (error: Error) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ quest, lastColumn, member, day }: Completing) =>
      call('moveOrEditQuest', { questId: quest.id }, { columnId: lastColumn, completedDate: day, completingMemberId: member.id }),
    onSuccess: (quest, { member, day }) => {
      const revision = quest.version
      // The completion first: a quest that is done and has none would jump to the day it was made on.
      hear(client, familyId, { type: 'completion.saved', revision, completion: { questId: quest.id, memberId: member.id, completedDate: day } })
      hear(client, familyId, { type: 'quest.saved', revision, quest })
      void askAboutGems(client, familyId, [member.id])
      said.onDone(quest, member)
    },
    onError: said.onFailed,
  })
}

/** A completion, and taking it back, change more than the answer tells. */
export async function askAboutGems(client: QueryClient, familyId: FamilyId, memberIds: readonly MemberId[]): Promise<void> {
  const keys = [keyOf('completions', { familyId }), ...memberIds.flatMap((id) => [gemsQuery(familyId, id).queryKey, gemEntriesQuery(familyId, id).queryKey])]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
