import { useCallback } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { ColumnId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { Change } from '#domain/contract/routes.ts'
import type { ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { familyState } from './family-store.ts'
import { useCommand, type CommandResult, type CommandWords } from './use-command.ts'

export type Completing = { quest: Quest; lastColumn: ColumnId; memberId: MemberId; day: Day }

/** A recorded completion: `gems` were paid to the member called `name`, of which `settled` paid off a debt. */
export type Recorded = { quest: Quest; memberId: MemberId; name: string; day: Day; gems: number; settled: number }

type CompletionWords = Pick<CommandWords<'moveOrEditQuest'>, 'failure' | 'delay'> & {
  done: (recorded: Recorded) => ToastWords
}

type CompletionResult = Omit<CommandResult<'moveOrEditQuest'>, 'mutate' | 'mutateAsync'> & {
  mutate: (completing: Completing, options?: { onSuccess?: () => void }) => void
  /** Resolves to true if it was recorded now, to false if it had been done before. */
  mutateAsync: (completing: Completing) => Promise<boolean>
  /** The member for whom a completion is pending. */
  completing: string | undefined
}

/** Completes a quest for a member, and shows a toast with the result, also after its dialog has closed. */
export function useCompleteQuest({ done, ...words }: CompletionWords): CompletionResult {
  const { mutate, mutateAsync, ...command } = useCommand('moveOrEditQuest', {
    ...words,
    success: ({ completed, ...quest }, { body }) => {
      if (completed === undefined || !('completingMemberId' in body))
        return alreadyDoneToast(quest, quest.finishedBy ?? undefined, '')
      const { memberId, completedDate: day } = completed.completion
      if (!completed.isNew) return alreadyDoneToast(quest, memberId, body.completingMemberId)
      const name = familyState().members.find(({ id }) => id === memberId)?.displayName ?? common.somebody
      return done({ quest, memberId, name, day, gems: completed.gems, settled: completed.settled ?? 0 })
    },
  })
  const body = command.variables?.body
  return {
    ...command,
    mutate: useCallback((completing, options) => mutate(changeOf(completing), options), [mutate]),
    mutateAsync: useCallback(
      async (completing) => (await mutateAsync(changeOf(completing))).completed?.isNew === true,
      [mutateAsync],
    ),
    completing:
      command.isPending && body !== undefined && 'completingMemberId' in body ? body.completingMemberId : undefined,
  }
}

const changeOf = ({ quest, lastColumn, memberId, day }: Completing): Change<'moveOrEditQuest'> => ({
  questId: quest.id,
  body: { columnId: lastColumn, completedDate: day, completingMemberId: memberId },
})

/** The toast for a completion that paid nothing, because `doer`, who may be `member`, had done the quest before. */
function alreadyDoneToast(quest: Quest, doer: MemberId | undefined, member: string): ToastWords {
  const faster = doer === member ? undefined : familyState().members.find(({ id }) => id === doer)
  return faster === undefined
    ? { title: common.doneBefore, description: common.doneBeforeMeans(quest.title, quest.gemValue) }
    : { title: common.wasFaster(faster.displayName), description: common.wasFasterMeans(quest.title) }
}
