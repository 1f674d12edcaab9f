import { useCallback, useEffect, useRef } from 'react'
import type { ColumnId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { tellLift } from '#app/lib/use-live-family.ts'
import { carryWithin, type Carry } from '#app/ui/carry.ts'
import { toast } from '#app/ui/toast.ts'
import { board } from '#texts/board'
import { common } from '#texts/common'
import type { BoardColumn } from './use-board.ts'

/** Quests carried from column to column, told to the family and to whoever cannot see it; goes to the element around the board. */
export function useDrag(columns: readonly BoardColumn[], me: MemberId, onMove: (quest: Quest, columnId: ColumnId) => void, say: (text: string) => void) {
  const find = (id: string) => columns.flatMap(({ quests, earlier }) => [...quests, ...earlier]).find((quest) => quest.id === id)
  const titleOf = (id: string) => find(id)?.title ?? board.theQuest
  const columnOf = (id: string | undefined) => columns.find((known) => known.id === id)
  const tell = (id: string, lifted: boolean) => {
    const quest = find(id)
    if (quest) tellLift({ questId: quest.id, memberId: me, lifted })
    return quest
  }
  const carry: Carry = {
    onLift(id) {
      tell(id, true)
      say(board.lifted(titleOf(id)))
    },
    onOver(id, home) {
      const column = columnOf(home)
      say(column ? board.over(titleOf(id), column.title) : board.overNoColumn(titleOf(id)))
    },
    onDrop(id, home) {
      const quest = tell(id, false)
      const column = columnOf(home)
      say(column ? board.put(titleOf(id), column.title) : board.stays(titleOf(id)))
      if (quest === undefined || home === undefined || home === quest.columnId) return false
      if (column) onMove(quest, column.id)
      else toast({ title: common.error, description: board.invalidColumn, destructive: true })
      return column !== undefined
    },
    onCancel(id) {
      tell(id, false)
      say(board.stays(titleOf(id)))
    },
  }
  const latest = useRef(carry)
  useEffect(() => {
    latest.current = carry
  })
  return useCallback(
    (board: HTMLElement) =>
      carryWithin(board, {
        onLift: (id) => latest.current.onLift(id),
        onOver: (id, home) => latest.current.onOver(id, home),
        onDrop: (id, home) => latest.current.onDrop(id, home),
        onCancel: (id) => latest.current.onCancel(id),
      }),
    [],
  )
}
