import { undoSeconds } from '#domain/contract/constants.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import type { CompletionSurface } from '#app/lib/state/use-completion.ts'
import type { CommandWords } from '#app/lib/state/use-command.ts'
import { calendar } from '#texts/calendar'
import { common } from '#texts/common'
import { quests } from '#texts/quests'

/** Says that the completion of a recurring quest on a day is undone. */
export const undoWords = (): CommandWords<'undoCompletion'> => ({
  success: ({ questId, memberId, gems, owed }) => {
    const state = familyState()
    const name = state.members.find(({ id }) => id === memberId)?.displayName ?? common.somebody
    return calendar.undone(name, state.quests.find(({ id }) => id === questId)?.title ?? '', gems, owed)
  },
  failure: quests.updateFailed,
})

/** The calendar, where a quest is completed on a day. */
export const calendarCompletion = (): CompletionSurface => ({
  done: ({ name, gems, settled }) => ({
    title: calendar.completed,
    description: gems === 0 ? common.didIt(name) : calendar.earned(name, gems, settled),
  }),
  failure: quests.updateFailed,
  withoutColumn: calendar.completeFailed,
  sound: 'done',
  undo: { seconds: undoSeconds.screen, label: () => quests.undo, words: undoWords() },
})
