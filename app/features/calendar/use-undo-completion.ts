import type { FamilyMember } from '#domain/contract/members.ts'
import type { QuestCompletion } from '#domain/contract/completions.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { calendar } from '#texts/calendar'
import { common } from '#texts/common'
import { quests } from '#texts/quests'

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
export function useUndoCompletion() {
  return useCommand('undoCompletion', {
    success: ({ questId, memberId, gems, owed }) => {
      const state = familyState()
      const name = state.members.find(({ id }) => id === memberId)?.displayName ?? common.somebody
      return calendar.undone(name, state.quests.find(({ id }) => id === questId)?.title ?? '', gems, owed)
    },
    failure: quests.updateFailed,
  })
}
