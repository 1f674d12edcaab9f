import { useMutation } from '@tanstack/react-query'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { ColumnId } from '#domain/contract/ids.ts'
import type { QuestCompletion } from '#domain/contract/quest-completions.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { Standing } from '#domain/rules/calendar.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { toast } from '#app/state/toast.ts'
import { calendar } from '#texts/calendar'
import { common } from '#texts/common'
import { quests } from '#texts/quests'

const failed = (error: Error) => void toast({ title: common.error, description: sentenceFrom(error, quests.updateFailed), destructive: true })

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

type Reopening = { quest: Quest; toColumn: ColumnId; doneBy: readonly FamilyMember[] }

/** Puts a once-quest back among those to do. What was paid for it today the server takes back; what is older stays. */
export function useReopenQuest() {
  return useMutation({
    mutationFn: ({ quest, toColumn }: Reopening) => call('moveOrEditQuest', { questId: quest.id }, { columnId: toColumn }),
    onSuccess: ({ title, takenBack = [] }, { doneBy }) => {
      const { reopened, reopenedGemsStay, reopenedGemsBack } = calendar
      const said = doneBy.length === 0 ? reopened : takenBack.length === 0 ? reopenedGemsStay : reopenedGemsBack
      const [gems, owed] = [sumOf(takenBack.map((taken) => taken.gems)), sumOf(takenBack.map((taken) => taken.owed))]
      toast({ title: common.success, description: said(title, gems, owed) })
    },
    onError: failed,
  })
}

/** The latest of a member's completions by which a quest is done. */
export function completionOf({ completions }: Standing, member: FamilyMember | undefined): QuestCompletion | undefined {
  return completions.find(({ memberId }) => memberId === member?.id)
}

type Undoing = { quest: Quest; member: FamilyMember; day: Day }

/** Takes back that a member did a recurring quest on a day, and the gems for it. */
export function useUndoCompletion() {
  return useMutation({
    mutationFn: ({ quest, member, day }: Undoing) => call('undoCompletion', { questId: quest.id, memberId: member.id, completedDate: day }),
    onSuccess: ({ gems, owed }, { quest, member }) => {
      toast({ title: common.success, description: calendar.undone(member.displayName, quest.title, gems, owed) })
    },
    onError: failed,
  })
}
