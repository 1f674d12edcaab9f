import { useMemo } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { QuestId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { excuseOf, excuseOfAll } from '#domain/rules/absences.ts'
import { progressOn, withLast } from '#domain/rules/occurrences.ts'
import { columnsInOrder, doneColumn, statusOfColumn, type QuestStatus } from '#domain/rules/columns.ts'
import { isNotYetDue, isOver } from '#domain/rules/due-days.ts'
import { doneSince, isArchived, questsInOrder } from '#domain/rules/quests.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { useShownMember } from '#app/lib/state/shown-member.ts'
import { useQuests } from '#app/lib/state/use-quests.ts'

export type BoardColumn = QuestColumn & {
  status: QuestStatus
  quests: readonly Quest[]
  /** The last column's quests that were finished long ago, as far as they were read. */
  archived: readonly Quest[]
  /** In the last column: how many assignees have done each daily or weekly quest. */
  doneCounts: ReadonlyMap<QuestId, number>
  /** Elsewhere: the quests that nobody has to do today, and why; they are the last of `quests`. */
  resting: ReadonlyMap<QuestId, Rest>
}

/** Why a quest is quieter: it is due later or its members are away, or it was skipped. */
export type Rest = 'later' | 'skipped'

export type BoardView = {
  columns: readonly BoardColumn[]
  members: readonly FamilyMember[]
}

const nothing: readonly never[] = []
const noCounts: ReadonlyMap<QuestId, number> = new Map()
const none: ReadonlyMap<QuestId, Rest> = new Map()

/**
 * A family's board: columns in order, each with its quests, oldest first, those of a later day below; in the last column
 * the latest finished first.
 */
export function useBoard(): BoardView {
  const { quests, columns, completions, today, dayOf, weekStartsOn } = useQuests()
  const members = useFamilyPart('members')
  const absences = useFamilyPart('absences')
  const shownMember = useShownMember()

  const since = doneSince(today)
  const doneCounts = useMemo((): ReadonlyMap<QuestId, number> => {
    const last = doneColumn(columns)?.id
    const byQuest = groupBy(completions, (completion) => completion.questId)
    return new Map(
      quests
        .filter((quest) => quest.columnId === last && quest.recurring !== 'once')
        .map((quest) => {
          const clock = { day: today, dayOf, weekStartsOn }
          const { left } = progressOn(quest, byQuest.get(quest.id) ?? [], clock)
          const open = left.filter((id) => excuseOf(quest, absences, id, clock) === undefined)
          return [quest.id, quest.assigneeIds.length - open.length]
        }),
    )
  }, [quests, columns, completions, absences, today, dayOf, weekStartsOn])
  const drawn = useMemo((): readonly BoardColumn[] => {
    const shown = shownMember === null ? quests : quests.filter((quest) => quest.assigneeIds.includes(shownMember))
    const [archived, seen] = [
      shown.filter((quest) => isArchived(quest, since)),
      shown.filter((quest) => !isArchived(quest, since) && !isOver(quest, today)),
    ]
    const restOf = (quest: Quest): [QuestId, Rest][] | undefined => {
      const excuse = excuseOfAll(quest, absences, quest.assigneeIds, { day: today, dayOf })
      const isLater = excuse !== undefined || isNotYetDue(quest, { today, dayOf })
      return isLater ? [[quest.id, excuse === 'skipped' ? 'skipped' : 'later']] : undefined
    }
    const byColumn = groupBy(seen, (quest) => quest.columnId)
    return columnsInOrder(columns).map((column): BoardColumn => {
      const status = statusOfColumn(columns, column.id) ?? 'idea'
      const own = byColumn.get(column.id) ?? []
      if (status !== 'done') {
        const resting = column.isSomeday ? none : new Map(own.flatMap((quest) => restOf(quest) ?? []))
        return {
          ...column,
          status,
          quests: withLast(questsInOrder(own, status), ({ id }) => resting.has(id)),
          archived: nothing,
          doneCounts: noCounts,
          resting,
        }
      }
      return {
        ...column,
        status,
        quests: questsInOrder(own, status),
        archived: questsInOrder(archived, status),
        doneCounts,
        resting: none,
      }
    })
  }, [columns, quests, absences, shownMember, since, today, dayOf, doneCounts])

  return { columns: drawn, members }
}

const isSameList = (a: readonly Quest[], b: readonly Quest[]) =>
  a.length === b.length && a.every((quest, index) => quest === b[index])

/** True when a column renders the same, so that a move renders only its two columns. */
export function isSameColumn(a: BoardColumn, b: BoardColumn): boolean {
  return (
    a.id === b.id &&
    a.title === b.title &&
    a.emoji === b.emoji &&
    a.isSomeday === b.isSomeday &&
    a.status === b.status &&
    isSameList(a.quests, b.quests) &&
    isSameList(a.archived, b.archived) &&
    a.quests.every(({ id }) => a.doneCounts.get(id) === b.doneCounts.get(id) && a.resting.get(id) === b.resting.get(id))
  )
}
