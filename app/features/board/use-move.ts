import { useCallback, useState } from 'react'
import { undoSeconds } from '#domain/contract/constants.ts'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { ColumnId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { doneColumn } from '#domain/rules/columns.ts'
import { completersOf } from '#domain/rules/completions.ts'
import { progressOn } from '#domain/rules/occurrences.ts'
import { refundToast } from '#app/lib/text/refund-toast.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { membersOf } from '#app/lib/state/use-calendar.ts'
import { announce } from '#app/state/announce.ts'
import { useCompletion, type CompletionSurface } from '#app/lib/state/use-completion.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { board as texts } from '#texts/board'
import { quests as questTexts } from '#texts/quests'

/** The board: if nothing else keeps an undone quest in the last column, it returns to its own. */
export const boardCompletion = (): CompletionSurface => ({
  done: ({ quest, name, gems, settled }) => ({
    title: texts.didIt(name, gems),
    description: texts.doneMeans(quest.title, settled),
  }),
  failure: questTexts.updateFailed,
  sound: 'done',
  undo: {
    seconds: undoSeconds.screen,
    label: () => questTexts.undo,
    words: { success: (taken) => refundToast([taken]), failure: questTexts.updateFailed },
  },
})

/** The question who did a quest on its way to the last column; `doneBy` are those who have done it for that day. */
export type AskedWhoDidIt = {
  quest: Quest
  lastColumn: ColumnId
  day: Day
  assignees: readonly FamilyMember[]
  doneBy: readonly MemberId[]
}

/** Has screen readers say into which column a quest was put. */
export function announcePut({ title }: Quest, columnId: ColumnId): void {
  const column = familyState().columns.find(({ id }) => id === columnId)
  if (column !== undefined) announce(texts.put(title, column.title))
}

/** Moves quests. Before one of several assignees comes to the last column, `asked` holds the question who did it. */
export function useMove() {
  const { today, dayOf, weekStartsOn } = useFamilyClock()
  const { move: send, complete } = useCompletion(boardCompletion())
  const [questions, setQuestions] = useState<readonly AskedWhoDidIt[]>([])
  const move = useCallback(
    (quest: Quest, columnId: ColumnId): boolean => {
      const { columns, members, completions } = familyState()
      const clock = { day: today, dayOf, weekStartsOn }
      const ofQuest = completions.filter(({ questId }) => questId === quest.id)
      const assignees =
        columnId === doneColumn(columns)?.id ? membersOf(completersOf(quest, columns, ofQuest, clock), members) : []
      const [only, ...others] = assignees
      if (others.length > 0) {
        const { doneBy } = progressOn(quest, ofQuest, clock)
        setQuestions((known) => [...known, { quest, lastColumn: columnId, day: today, assignees, doneBy }])
      } else if (columnId !== quest.columnId) {
        announcePut(quest, columnId)
        send({ questId: quest.id, body: { columnId } })
      } else if (only !== undefined) complete({ quest, memberId: only.id, day: today })
      return others.length === 0
    },
    [today, dayOf, weekStartsOn, send, complete],
  )
  return { move, asked: questions[0], endQuestion: () => setQuestions(([, ...others]) => others) }
}
