import type { FamilyMember } from '#domain/contract/members.ts'
import type { QuestCompletion } from '#domain/contract/completions.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { calendar } from '#texts/calendar'
import { quests } from '#texts/quests'
import { undoWords } from './calendar-completion.ts'

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** Reopens a once-quest. The server takes back the gems paid for it today; older ones stay. */
export function useReopenQuest() {
  return useCommand('moveOrEditQuest', {
    success: ({ id, title, gemValue, takenBack = [] }) => {
      const { reopened, reopenedGemsStay, reopenedGemsBack } = calendar
      const hasOlder = gemValue > 0 && familyState().completions.some(({ questId }) => questId === id)
      const words = takenBack.length > 0 ? reopenedGemsBack : hasOlder ? reopenedGemsStay : reopened
      return words(title, sumOf(takenBack.map((taken) => taken.gems)), sumOf(takenBack.map((taken) => taken.owed)))
    },
    failure: quests.updateFailed,
  })
}

/** The latest of a member's completions that make a quest done. */
export function completionOf(
  { completions }: QuestOccurrence,
  member: FamilyMember | undefined,
): QuestCompletion | undefined {
  return completions.find(({ memberId }) => memberId === member?.id)
}

/** Undoes a member's completion of a recurring quest on a day, and takes back its gems. */
export const useUndoCompletion = () => useCommand('undoCompletion', undoWords)
