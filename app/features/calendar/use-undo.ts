import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { QuestCompletion } from '#domain/contract/quest-completions.ts'
import type { QuestOccurrence } from '#domain/rules/calendar.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { calendar } from '#texts/calendar'
import { common } from '#texts/common'
import { quests } from '#texts/quests'

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** Puts a once-quest back among those to do. What was paid for it today the server takes back; what is older stays. */
export function useReopenQuest() {
  return useCommand('moveOrEditQuest', {
    success: ({ id, title, takenBack = [] }) => {
      const { reopened, reopenedGemsStay, reopenedGemsBack } = calendar
      const isOlder = familyState().completions.some(({ questId }) => questId === id)
      const words = takenBack.length > 0 ? reopenedGemsBack : isOlder ? reopenedGemsStay : reopened
      return words(title, sumOf(takenBack.map((taken) => taken.gems)), sumOf(takenBack.map((taken) => taken.owed)))
    },
    failure: quests.updateFailed,
  })
}

/** The latest of a member's completions by which a quest is done. */
export function completionOf({ completions }: QuestOccurrence, member: FamilyMember | undefined): QuestCompletion | undefined {
  return completions.find(({ memberId }) => memberId === member?.id)
}

/** Takes back that a member did a recurring quest on a day, and the gems for it. */
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
