import { useCallback } from 'react'
import { undoSeconds } from '#domain/contract/constants.ts'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import { columnsInOrder, doneColumn } from '#domain/rules/columns.ts'
import { familyState, serverState } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { toast, type ToastWords } from '#app/state/toast.ts'
import { board } from '#texts/board'
import { common } from '#texts/common'

/**
 * Returns a function that moves a column to a place, where 0 is the first. When another column becomes the last by
 * that, a toast offers to keep the one before.
 */
export function useColumnOrder(familyId: FamilyId): (columnId: ColumnId, place: number) => void {
  const { mutate } = useCommand('orderColumns', { failure: board.updateFailed })
  return useCallback(
    (columnId, place) => {
      const [before, columnIds] = [doneColumn(familyState().columns), orderWith(columnId, place)]
      const keep = (last: QuestColumn) =>
        mutate({ familyId, body: { columnIds: orderWith(last.id, familyState().columns.length) } })
      mutate(
        { familyId, body: { columnIds } },
        { onSuccess: () => before?.id === columnIds.at(-1) || toast(columnToast(board.moved, before, keep)) },
      )
    },
    [familyId, mutate],
  )
}

/** The shown columns in order, with that one at `place`. */
function orderWith(columnId: ColumnId, place: number): ColumnId[] {
  const others = columnsInOrder(familyState().columns).flatMap(({ id }) => (id === columnId ? [] : [id]))
  return others.toSpliced(place, 0, columnId)
}

/**
 * The toast after a change of columns: names the last one, the one for done quests, where that is another one than
 * `before`, and offers then to `keep` that one last.
 */
export function columnToast(
  description: string,
  before: QuestColumn | undefined,
  keep?: (before: QuestColumn) => void,
): ToastWords {
  const words = { title: common.success, description }
  const last = doneColumn(serverState().columns)
  if (before === undefined || last === undefined || before.id === last.id) return words
  const consequence = board.landIn(last.title)
  const holds = () => doneColumn(serverState().columns)?.id === last.id
  return { ...words, consequence, holds, ...(keep && offer(board.keepLast(before.title), () => keep(before))) }
}

/** What a toast offers while it takes something back. */
export const offer = (label: string, onAction: () => void): Pick<ToastWords, 'action' | 'duration'> => ({
  action: { label, onAction },
  duration: undoSeconds.screen * 1000,
})
