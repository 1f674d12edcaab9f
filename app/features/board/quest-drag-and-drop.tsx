import { useRef, type RefObject } from 'react'
import type { ColumnId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { broadcastDrag } from '#app/lib/live/use-live-family.ts'
import { announce } from '#app/state/announce.ts'
import { DragAndDrop, type DragAndDropProps } from '#app/ui/motion/drag-and-drop.tsx'
import { dismissErrorAbout, toast } from '#app/state/toast.ts'
import { board } from '#texts/board'
import { common } from '#texts/common'
import { dragHelpId } from './quest-card.tsx'
import type { BoardColumn } from './use-board.ts'

export type QuestDragAndDropProps = {
  root: RefObject<HTMLElement | null>
  columns: readonly BoardColumn[]
  /** Returns true if it moves at once, and false if it asks first. */
  onMove: (quest: Quest, columnId: ColumnId) => boolean
}

/** A quest, and whether it has left the column over which the drag began. */
type Dragged = { quest?: Quest | undefined; hasLeft: boolean }

/** Drags quests between columns. Broadcasts drags to the family, and announces each step to screen readers. */
export function QuestDragAndDrop({ root, columns, onMove }: QuestDragAndDropProps) {
  const dragged = useRef<Dragged>({ hasLeft: false })
  const columnOf = (id: unknown) => columns.find((known) => known.id === id)
  const title = () => dragged.current.quest?.title ?? board.theQuest
  const broadcast = (id: string, lifted: boolean) => {
    const quest = columns.flatMap(({ quests, archived }) => [...quests, ...archived]).find((known) => known.id === id)
    if (quest) broadcastDrag(quest.id, lifted)
    return quest
  }
  const drop: DragAndDropProps['onDrop'] = (id, columnId) => {
    const quest = broadcast(id, false)
    const column = columnOf(columnId)
    if (quest === undefined || columnId === undefined || columnId === quest.columnId) return false
    const about = `drop ${id}`
    dismissErrorAbout(about)
    if (column) return onMove(quest, column.id)
    toast({ title: common.error, description: board.invalidColumn, destructive: true, about })
    return false
  }
  const steps: DragAndDropProps['steps'] = {
    onDragStart() {
      announce(board.lifted(title()))
    },
    onDragOver({ over }) {
      const column = columnOf(over?.id)
      // A drag starts over its own column.
      const { hasLeft, quest } = dragged.current
      if (!hasLeft && column?.id === quest?.columnId) return
      dragged.current.hasLeft = true
      if (column === undefined) announce(board.overNoColumn(title()))
      else announce(board.over(title(), column.title))
    },
    onDragEnd({ over }) {
      const column = columnOf(over?.id)
      // A quest in another column is announced once it has moved, which may be asked first.
      if (column === undefined || column.id === dragged.current.quest?.columnId) announce(board.stays(title()))
    },
    onDragCancel() {
      announce(board.stays(title()))
    },
  }
  return (
    <>
      <p id={dragHelpId} hidden>
        {board.dragHelp}
      </p>
      <DragAndDrop
        root={root}
        dropIds={columns.map(({ id }) => id)}
        variant="columns"
        overlayClassName="rotate-2"
        steps={steps}
        onStart={(id) => (dragged.current = { quest: broadcast(id, true), hasLeft: false })}
        onDrop={drop}
        onCancel={(id) => broadcast(id, false)}
      />
    </>
  )
}
