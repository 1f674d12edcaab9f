import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { guess, takeBack } from '#domain/rules/board.ts'
import { doneColumn } from '#domain/rules/completion.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { changeQuests } from '#app/lib/state/family-news.ts'
import { nextPaint } from '#app/lib/device/next-frame.ts'
import { columnsQuery } from '#app/lib/api/queries.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { takenBackWords } from '#app/lib/text/taken-back-words.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { quests as texts } from '#texts/quests'

/** What the server notes of a quest that is moved: in the last column it is finished, and lies on top; in any other it is open. */
function placedFields(client: QueryClient, familyId: FamilyId, quest: Quest, columnId: ColumnId): Partial<Quest> {
  const isDone = doneColumn(client.getQueryData(columnsQuery(familyId).queryKey) ?? [])?.id === columnId
  if (isDone && quest.finishedAt !== null) return { columnId }
  return { columnId, finishedAt: isDone ? new Date(serverNow()).toISOString() : null, finishedBy: null, isArchived: false }
}

/**
 * Moves a quest, and back again when the server says no. The server is told at once; on this screen the next frame
 * answers the hand, and the card is drawn in its new place right behind it.
 */
export function useMoveQuest(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ quest, columnId }: { quest: Quest; columnId: ColumnId }) => call('moveOrEditQuest', { questId: quest.id }, { columnId }),
    onMutate: ({ quest, columnId }) => ({
      guessed: nextPaint().then(() => changeQuests(client, familyId, (quests) => guess(quests, quest, placedFields(client, familyId, quest, columnId)))),
    }),
    onSuccess: async ({ takenBack }, _, { guessed }) => {
      await guessed
      const words = takenBackWords(client, familyId, takenBack)
      if (words) toast(words)
    },
    onError: async (error, { quest }, context) => {
      await context?.guessed
      changeQuests(client, familyId, (quests) => takeBack(quests, quest))
      toast({ title: common.error, description: sentenceFrom(error, texts.updateFailed), destructive: true })
    },
  })
}
