import { useCallback, useState } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { ColumnId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { progressOn } from '#domain/rules/occurrences.ts'
import { completersOf } from '#domain/rules/completions.ts'
import { doneColumn } from '#domain/rules/columns.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { membersOf } from '#app/lib/state/use-calendar.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useCompleteQuest } from '#app/lib/state/use-complete-quest.ts'
import { refundToast } from '#app/lib/text/refund-toast.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { board as texts } from '#texts/board'
import { common } from '#texts/common'
import { quests as questTexts } from '#texts/quests'

/** Milliseconds in which a completion can be undone from its toast. */
const undoMs = 10_000

/**
 * The question who did a moved quest: `quest` as it was before the move, `doneBy` the members who have done it for that
 * day.
 */
export type AskedAfterMove = {
  quest: Quest
  lastColumn: ColumnId
  day: Day
  assignees: readonly FamilyMember[]
  doneBy: readonly MemberId[]
}

/**
 * Moves quests, and completes one that comes to the last column for its only assignee; with several, `asked` holds the
 * question.
 */
export function useCompleteAfterMove() {
  const { today, dayOf } = useFamilyClock()
  const { mutateAsync: moveQuest } = useCommand('moveOrEditQuest', {
    success: ({ takenBack }) => refundToast(takenBack),
    failure: questTexts.updateFailed,
  })
  const { mutate: completeMoved } = useCompleteMovedQuest(texts.movedOnly)
  const { mutate: complete } = useCompleteMovedQuest(common.error)
  const [questions, setQuestions] = useState<readonly AskedAfterMove[]>([])

  const move = useCallback(
    async (quest: Quest, columnId: ColumnId) => {
      const { columns, members, completions } = familyState()
      const clock = { day: today, dayOf }
      const ofQuest = completions.filter(({ questId }) => questId === quest.id)
      const completers =
        columnId === doneColumn(columns)?.id ? membersOf(completersOf(quest, columns, ofQuest, clock), members) : []
      const isMoved = columnId !== quest.columnId
      try {
        if (isMoved) await moveQuest({ questId: quest.id, body: { columnId } })
      } catch {
        return
      }
      const [member, ...others] = completers
      // Skips a quest that was moved on or deleted before the reply.
      const isFinished = familyState().quests.some(({ id, finishedAt }) => id === quest.id && finishedAt !== null)
      if (member === undefined || !isFinished) return
      const found = {
        quest,
        lastColumn: columnId,
        day: today,
        assignees: completers,
        doneBy: progressOn(quest, ofQuest, clock).doneBy,
      }
      if (others.length > 0) setQuestions((known) => [...known, found])
      else (isMoved ? completeMoved : complete)({ quest, lastColumn: columnId, memberId: member.id, day: today })
    },
    [today, dayOf, moveQuest, completeMoved, complete],
  )
  return { move, asked: questions[0], endQuestion: () => setQuestions(([, ...others]) => others) }
}

/**
 * Completes a quest of the last column, and offers an undo: if nothing else keeps the quest there, it returns to its
 * column.
 */
export function useCompleteMovedQuest(failureTitle: string) {
  const { mutate: undo } = useCommand('undoCompletion', {
    success: (taken) => refundToast([taken]),
    failure: questTexts.updateFailed,
  })
  return useCompleteQuest({
    done: ({ quest, memberId, name, day, gems, settled }) => {
      playSound('done')
      return {
        title: texts.didIt(name, gems),
        description: texts.doneMeans(quest.title, settled),
        action: { label: questTexts.undo, onAction: () => undo({ questId: quest.id, memberId, completedDate: day }) },
        duration: undoMs,
      }
    },
    failure: (error) => ({
      title: failureTitle,
      description: sentenceFrom(error, questTexts.updateFailed),
      destructive: true,
    }),
  })
}
