import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyId, QuestId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { takenBackWords } from '#app/lib/text/taken-back-words.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { quests } from '#texts/quests'

const failed = (fallback: string) => (error: Error) => void toast({ title: common.error, description: sentenceFrom(error, fallback), destructive: true })
const succeeded = (description: string) => void toast({ title: common.success, description })

export function useAddQuest(familyId: FamilyId) {
  return useMutation({
    mutationFn: (quest: Body<'addQuest'>) => call('addQuest', { familyId }, quest),
    onSuccess: () => succeeded(quests.created),
    onError: failed(quests.createFailed),
  })
}

export function useEditQuest(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ questId, patch }: { questId: QuestId; patch: Body<'moveOrEditQuest'> }) => call('moveOrEditQuest', { questId }, patch),
    onSuccess: ({ takenBack }) => {
      const words = takenBackWords(client, familyId, takenBack)
      // What was taken back is the greater news, and there is one toast at a time.
      if (words) toast(words)
      else succeeded(quests.updated)
    },
    onError: failed(quests.updateFailed),
  })
}

export function useDeleteQuest() {
  return useMutation({
    mutationFn: (questId: QuestId) => call('deleteQuest', { questId }),
    onSuccess: () => succeeded(quests.deleted),
    onError: failed(quests.deleteFailed),
  })
}
