import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { ColumnId, FamilyId, MemberId, QuestId } from '#domain/contract/ids.ts'
import type { QuestCompletion } from '#domain/contract/quest-completions.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { progressOn } from '#domain/rules/calendar.ts'
import { completersOf, doneColumn } from '#domain/rules/completion.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { doneBefore } from '#app/lib/text/done-before.ts'
import { columnsQuery, completionsQuery, membersQuery } from '#app/lib/api/queries.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { play } from '#app/lib/device/sound.ts'
import { useTimeZone } from '#app/lib/time/time-zone.ts'
import { takenBackWords } from '#app/lib/text/taken-back-words.ts'
import { dayIn } from '#app/lib/time/today.ts'
import { membersOf } from '#app/lib/state/use-calendar.ts'
import { useCompleteQuest, type Completing } from '#app/lib/state/use-completion.ts'
import { completionDays } from '#app/lib/state/use-quests.ts'
import { toast } from '#app/state/toast.ts'
import { board as texts } from '#texts/board'
import { common } from '#texts/common'
import { quests as questTexts } from '#texts/quests'
import { useMoveQuest } from './use-move-quest.ts'

/** Milliseconds in which a completion can be undone from its toast. */
const undoMs = 10_000

/** Who did it, asked after a move: `quest` as it was before, `doneBy` who has done it for that day. */
export type AskedAfterMove = { quest: Quest; lastColumn: ColumnId; day: Day; assignees: readonly FamilyMember[]; doneBy: readonly MemberId[] }

/** Moves quests. One that comes to the last column is then completed for its only assignee; of several `asked` holds the question. */
export function useCompleteAfterMove(familyId: FamilyId) {
  const client = useQueryClient()
  const familyDayOf = dayIn(useTimeZone())
  const { mutateAsync: moveQuest } = useMoveQuest(familyId)
  const { mutate: complete } = useCompleteMovedQuest(familyId)
  const [questions, setQuestions] = useState<readonly AskedAfterMove[]>([])
  const targets = useRef(new Map<QuestId, ColumnId>())

  const findCompleters = useCallback(
    async (quest: Quest, lastColumn: ColumnId): Promise<AskedAfterMove> => {
      const clock = { day: familyDayOf(new Date(serverNow())), dayOf: familyDayOf }
      // Without them the server still knows what was done before.
      const completions = quest.recurring === 'once' ? [] : await completionsOf(client, familyId, quest.id, clock.day).catch(() => [])
      const columns = client.getQueryData(columnsQuery(familyId).queryKey) ?? []
      const members = client.getQueryData(membersQuery(familyId).queryKey) ?? []
      const assignees = membersOf(completersOf(quest, columns, completions, clock), members)
      return { quest, lastColumn, day: clock.day, assignees, doneBy: progressOn(quest, completions, clock).doneBy }
    },
    [client, familyId, familyDayOf],
  )
  const move = useCallback(
    async (quest: Quest, columnId: ColumnId) => {
      targets.current.set(quest.id, columnId)
      const lastColumn = doneColumn(client.getQueryData(columnsQuery(familyId).queryKey) ?? [])?.id
      const completers = columnId === lastColumn ? findCompleters(quest, lastColumn) : undefined
      try {
        if (columnId !== quest.columnId) await moveQuest({ quest, columnId })
      } catch {
        return
      }
      const found = await completers
      // Moved on before the answer, it is not completed.
      if (found === undefined || targets.current.get(quest.id) !== columnId) return
      const [member, ...others] = found.assignees
      if (others.length > 0) setQuestions((known) => [...known, found])
      else if (member !== undefined) complete({ quest, lastColumn: columnId, member, day: found.day })
    },
    [client, familyId, findCompleters, moveQuest, complete],
  )
  return { move, asked: questions[0], endQuestion: () => setQuestions(([, ...others]) => others) }
}

/** Completes a quest that was moved before, and offers to take back both. `quest` of what is completed is as it was before the move. */
export function useCompleteMovedQuest(familyId: FamilyId) {
  const { mutate: undo } = useUndoMovedQuest(familyId)
  return useCompleteQuest(familyId, {
    onDone: (gems, member, settled, completing) => {
      play('done')
      toast({
        title: texts.didIt(member.displayName, gems),
        description: texts.doneMeans(completing.quest.title, settled),
        action: { label: questTexts.undo, onAction: () => undo(completing) },
        duration: undoMs,
      })
    },
    onDoneBefore: (quest, faster) => toast(doneBefore(quest, faster)),
    onFailed: (error, { quest, lastColumn }) =>
      toast({
        title: quest.columnId === lastColumn ? common.error : texts.movedOnly,
        description: sentenceFrom(error, questTexts.updateFailed),
        destructive: true,
      }),
  })
}

/** Takes a completion back; where nothing else holds it in the last column, the quest stands where it stood before the move. */
function useUndoMovedQuest(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ quest, member, day }: Completing) => call('undoCompletion', { questId: quest.id, memberId: member.id, completedDate: day }),
    onSuccess: (takenBack) => {
      const words = takenBackWords(client, familyId, [takenBack])
      if (words) toast(words)
    },
    onError: (error) => toast({ title: common.error, description: sentenceFrom(error, questTexts.updateFailed), destructive: true }),
  })
}

/** Reads a quest's completions around the family's today, where they are not cached. */
async function completionsOf(client: QueryClient, familyId: FamilyId, questId: QuestId, today: Day): Promise<QuestCompletion[]> {
  const completions = await client.fetchQuery(completionsQuery(familyId, completionDays(today)))
  return completions.filter((completion) => completion.questId === questId)
}
