import { useRef, type RefObject } from 'react'
import type { ColumnId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { broadcastDrag } from '#app/lib/live/use-live-family.ts'
import { DragAndDrop, type DragAndDropProps } from '#app/ui/motion/drag-and-drop.tsx'
import { dismissErrorAbout, toast } from '#app/state/toast.ts'
import { board } from '#texts/board'
import { common } from '#texts/common'
import { dragHelpId } from './quest-card.tsx'
import type { BoardColumn } from './use-board.ts'

export type QuestDragAndDropProps = {
  root: RefObject<HTMLElement | null>
  columns: readonly BoardColumn[]
  me: MemberId
  onMove: (quest: Quest, columnId: ColumnId) => void
}

/** Drags quests between columns; broadcasts drags to the family, and announces each step to screen readers. */
export function QuestDragAndDrop({ root, columns, me, onMove }: QuestDragAndDropProps) {
  const dragged = useRef<{ quest: Quest | undefined; hasLeft: boolean }>({ quest: undefined, hasLeft: false })
  const columnOf = (id: unknown) => columns.find((known) => known.id === id)
  const title = () => dragged.current.quest?.title ?? board.theQuest
  const broadcast = (id: string, lifted: boolean) => {
    const quest = columns.flatMap(({ quests, archived }) => [...quests, ...archived]).find((known) => known.id === id)
    if (quest) broadcastDrag({ questId: quest.id, memberId: me, lifted })
    return quest
  }
  const drop: DragAndDropProps['onDrop'] = (id, columnId) => {
    const quest = broadcast(id, false)
    const column = columnOf(columnId)
    if (quest === undefined || columnId === undefined || columnId === quest.columnId) return false
    const about = `drop ${id}`
    dismissErrorAbout(about)
    if (column) onMove(quest, column.id)
    else toast({ title: common.error, description: board.invalidColumn, destructive: true, about })
    return column !== undefined
  }
  const accessibility: DragAndDropProps['accessibility'] = {
    screenReaderInstructions: { draggable: board.dragHelp },
    announcements: {
      onDragStart: () => board.lifted(title()),
      onDragOver({ over }) {
        const column = columnOf(over?.id)
        // A drag starts over its own column, whose announcement would replace that of the start.
        if (!dragged.current.hasLeft && column?.id === dragged.current.quest?.columnId) return undefined
        dragged.current.hasLeft = true
        return column ? board.over(title(), column.title) : board.overNoColumn(title())
      },
      onDragEnd({ over }) {
        const column = columnOf(over?.id)
        return column ? board.put(title(), column.title) : board.stays(title())
      },
      onDragCancel: () => board.stays(title()),
    },
  }
  return (
    <DragAndDrop
      id={dragHelpId}
      root={root}
      dropIds={columns.map(({ id }) => id)}
      variant="columns"
      overlayClassName="rotate-2"
      accessibility={accessibility}
      onStart={(id) => (dragged.current = { quest: broadcast(id, true), hasLeft: false })}
      onDrop={drop}
      onCancel={(id) => broadcast(id, false)}
    />
  )
}
