import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyId, QuestId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { hear } from '#app/lib/family-news.ts'
import { toast } from '#app/ui/toast.ts'
import { common } from '#texts/common'
import { quests } from '#texts/quests'

const failed = (fallback: string) => (error: Error) => void toast({ title: common.error, description: sentenceFrom(error, fallback), destructive: true })
const succeeded = (description: string) => void toast({ title: common.success, description })

export function useAddQuest(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (quest: Body<'addQuest'>) => call('addQuest', { familyId }, quest),
    onSuccess: (quest) => {
      hear(client, familyId, { type: 'quest.saved', revision: quest.version, quest })
      succeeded(quests.created)
    },
    onError: failed(quests.createFailed),
  })
}

export function useEditQuest(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ questId, patch }: { questId: QuestId; patch: Body<'moveOrEditQuest'> }) => call('moveOrEditQuest', { questId }, patch),
    onSuccess: (quest) => {
      hear(client, familyId, { type: 'quest.saved', revision: quest.version, quest })
      succeeded(quests.updated)
    },
    onError: failed(quests.updateFailed),
  })
}

export function useDeleteQuest(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (questId: QuestId) => call('deleteQuest', { questId }),
    onSuccess: (quest) => {
      // The answer is the quest as it last was; its deletion is news of its own, one later.
      hear(client, familyId, { type: 'quest.deleted', revision: quest.version, questId: quest.id })
      succeeded(quests.deleted)
    },
    onError: failed(quests.deleteFailed),
  })
}
