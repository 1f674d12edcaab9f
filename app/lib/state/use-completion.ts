import { useCallback } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { Change } from '#domain/contract/routes.ts'
import { completionKey } from '#domain/rules/family-state.ts'
import { doneColumn } from '#domain/rules/columns.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { refundToast } from '#app/lib/text/refund-toast.ts'
import { toast, type ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { familyState } from './family-store.ts'
import { alreadyDoneToast } from './already-done-toast.ts'
import { isSafeToPress } from './kept-commands.ts'
import { useCommand, type CommandResult, type CommandWords } from './use-command.ts'

export type Completing = { quest: Quest; memberId: MemberId; day: Day }

/** A recorded completion: `gems` were paid to the member called `name`, of which `settled` paid off a debt. */
export type Recorded = Completing & { name: string; gems: number; settled: number }

/** The words of a surface for completions, and how its toast takes one back; made at each use, since texts load late. */
export type CompletionSurface = Pick<CommandWords<'moveOrEditQuest'>, 'delay'> & {
  done: (recorded: Recorded) => ToastWords
  failure: string
  /** The failure where the family has no last column. */
  withoutColumn?: string
  /** Plays with the toast; a bubble that pops has sounds of its own. */
  sound?: 'done'
  undo?: {
    seconds: number
    label: () => string
    words: CommandWords<'undoCompletion'>
  }
}

type CompletionResult = {
  complete: (completing: Completing, options?: { onSuccess?: () => void }) => void
  /** Resolves to true if it was recorded now, to false if it had been done before. */
  completeAsync: (completing: Completing) => Promise<boolean>
  /** Moves a quest. In the last column its only assignee has done it, unless the move says that nobody did. */
  move: CommandResult<'moveOrEditQuest'>['mutate']
  /** The member for whom a completion is pending. */
  completing: string | undefined
}

/** Completes quests, and shows a toast with each result, also after the dialog that asked has closed. */
export function useCompletion(surface: CompletionSurface): CompletionResult {
  const { done, failure, withoutColumn = failure, sound, undo, delay } = surface
  const { mutate: takeBack } = useCommand('undoCompletion', undo?.words)
  const { mutate, mutateAsync, variables, isPending } = useCommand('moveOrEditQuest', {
    ...(delay && { delay }),
    failure,
    success: ({ completed, takenBack, ...quest }, { body }) => {
      const wanted = 'completingMemberId' in body ? body.completingMemberId : undefined
      if (completed === undefined)
        return wanted === undefined
          ? refundToast(takenBack)
          : alreadyDoneToast(quest, quest.finishedBy ?? undefined, '')
      const { memberId, completedDate: day } = completed.completion
      if (!completed.isNew) return alreadyDoneToast(quest, memberId, wanted ?? memberId)
      const name = familyState().members.find(({ id }) => id === memberId)?.displayName ?? common.somebody
      const recorded = { quest, memberId, name, day, gems: completed.gems, settled: completed.settled ?? 0 }
      if (sound) playSound(sound)
      const key = completionKey(completed.completion)
      const holds = () => familyState().completions.some((each) => completionKey(each) === key)
      if (undo === undefined) return { ...done(recorded), holds }
      const onAction = () => takeBack({ questId: quest.id, memberId, completedDate: day })
      return { ...done(recorded), holds, action: { label: undo.label(), onAction }, duration: undo.seconds * 1000 }
    },
  })
  /** The change that completes a quest; undefined, with a toast, where the family has no last column. */
  const changeOf = useCallback(
    ({ quest, memberId, day }: Completing): Change<'moveOrEditQuest'> | undefined => {
      if (!isSafeToPress()) {
        toast({ title: common.needsConnection, isKind: true })
        return undefined
      }
      const columnId = doneColumn(familyState().columns)?.id
      if (columnId !== undefined)
        return { questId: quest.id, body: { columnId, completedDate: day, completingMemberId: memberId } }
      toast({ title: common.error, description: withoutColumn, destructive: true })
      return undefined
    },
    [withoutColumn],
  )
  const body = variables?.body
  return {
    complete: useCallback(
      (completing, options) => {
        const change = changeOf(completing)
        if (change) mutate(change, options)
      },
      [mutate, changeOf],
    ),
    completeAsync: useCallback(
      async (completing) => {
        const change = changeOf(completing)
        if (change === undefined) throw new Error(withoutColumn)
        return (await mutateAsync(change)).completed?.isNew === true
      },
      [mutateAsync, changeOf, withoutColumn],
    ),
    move: mutate,
    completing: isPending && body !== undefined && 'completingMemberId' in body ? body.completingMemberId : undefined,
  }
}
