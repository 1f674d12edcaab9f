import { useCallback } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { doneColumn } from '#domain/rules/columns.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { useCompleteQuest } from '#app/lib/state/use-complete-quest.ts'
import { toast } from '#app/state/toast.ts'
import { calendar } from '#texts/calendar'
import { common } from '#texts/common'
import { quests } from '#texts/quests'
import { useUndoCompletion } from './use-undo-completion.ts'

/** Milliseconds in which a completion can be undone from its toast. */
const undoMs = 10_000

/** Completes a quest on a day for a member, with a toast that offers an undo. */
export function useCompleteOnDay() {
  const { mutate: undo } = useUndoCompletion()
  const { mutate, completing } = useCompleteQuest({
    done: ({ quest, memberId, name, day, gems, settled }) => {
      playSound('done')
      return {
        title: calendar.completed,
        description: gems === 0 ? common.didIt(name) : calendar.earned(name, gems, settled),
        action: { label: quests.undo, onAction: () => undo({ questId: quest.id, memberId, completedDate: day }) },
        duration: undoMs,
      }
    },
    failure: quests.updateFailed,
  })
  const complete = useCallback(
    (quest: Quest, memberId: MemberId, day: Day, options?: { onSuccess: () => void }) => {
      const lastColumn = doneColumn(familyState().columns)?.id
      if (lastColumn === undefined) toast(completeFailedToast())
      else mutate({ quest, lastColumn, memberId, day }, options)
    },
    [mutate],
  )
  return { complete, completing }
}

/** The toast for a quest that cannot be completed, because it or the last column is gone. */
export const completeFailedToast = () => ({
  title: common.error,
  description: calendar.completeFailed,
  destructive: true,
})
