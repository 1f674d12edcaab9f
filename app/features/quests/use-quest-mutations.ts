import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyId, QuestId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { hearEdited, takenBackWords } from '#app/lib/edited-quest.ts'
import { hear } from '#app/lib/family-news.ts'
import { serverNow } from '#app/lib/server-clock.ts'
import { dayOf } from '#app/lib/today.ts'
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
    mutationFn: ({ questId, patch }: { questId: QuestId; patch: Body<'moveOrEditQuest'> }) =>
      call('moveOrEditQuest', { questId }, patch.columnId === undefined ? patch : { ...patch, day: dayOf(new Date(serverNow())) }),
    onSuccess: (edited) => {
      const words = takenBackWords(client, familyId, hearEdited(client, familyId, edited))
      // What was taken back is the greater news, and there is one toast at a time.
      if (words) toast(words)
      else succeeded(quests.updated)
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
