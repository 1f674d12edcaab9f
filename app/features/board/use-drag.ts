import {
  closestCenter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { useState } from 'react'
import type { ColumnId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { toast } from '#app/ui/toast.ts'
import { tellLift } from '#app/lib/use-live-family.ts'
import type { BoardColumn } from './use-board.ts'

/** The card in the hand, and the one just let go of, which finds its place without a glide. */
export type Drag = { quest: Quest | undefined; settling: string | undefined }

export function useDrag(columns: readonly BoardColumn[], me: MemberId, onMove: (quest: Quest, columnId: ColumnId) => void) {
  const [drag, setDrag] = useState<Drag>({ quest: undefined, settling: undefined })
  const sensors = useSensors(
    // A small way first, so that a click stays a click; a short wait first, so that a swipe scrolls.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextColumn }),
  )
  const find = (id: unknown) => columns.flatMap((column) => column.quests).find((quest) => quest.id === id)
  const letGo = (id: unknown) => {
    const quest = find(id)
    if (quest) tellLift({ questId: quest.id, memberId: me, lifted: false })
    setDrag({ quest: undefined, settling: String(id) })
    return quest
  }

  return {
    drag,
    context: {
      sensors,
      autoScroll: edgeScroll,
      collisionDetection: underPointer,
      onDragStart: ({ active }: { active: { id: unknown } }) => {
        const quest = find(active.id)
        if (!quest) return
        setDrag({ quest, settling: quest.id })
        tellLift({ questId: quest.id, memberId: me, lifted: true })
      },
      onDragCancel: ({ active }: { active: { id: unknown } }) => void letGo(active.id),
      onDragEnd: ({ active, over }: DragEndEvent) => {
        const quest = letGo(active.id)
        if (!over || !quest || over.id === quest.columnId) return
        const column = columns.find((known) => known.id === over.id)
        if (column) onMove(quest, column.id)
        else toast({ title: 'Error', description: 'Cannot move quest to an invalid column. Please refresh the page.', destructive: true })
      },
      accessibility: {
        announcements: announcementsFor(columns),
        screenReaderInstructions: {
          draggable:
            'Press space to lift the quest, the left and right arrow keys to choose a column, space again to put it down, and escape to leave it where it was.',
        },
      },
    },
  }
}

// At the very edge the board moves by `acceleration` pixels every 5 ms. Two columns a second can still
// be followed with the eye; the library's own 10 rushes past the column that was meant.
const edgeScroll = { acceleration: 3, threshold: { x: 0.15, y: 0.15 } }

const underPointer: CollisionDetection = (args) => {
  // The keyboard has no pointer: there the middle of the card decides.
  if (args.pointerCoordinates === null) return closestCenter(args)
  const within = pointerWithin(args)
  return within.length > 0 ? within : rectIntersection(args)
}

/** Left and right lead to the neighbouring column. */
const nextColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context: { droppableRects, over, collisionRect } }) => {
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
  if (step === 0 || !collisionRect) return undefined
  event.preventDefault()
  const fromLeft = [...droppableRects].toSorted(([, a], [, b]) => a.left - b.left)
  const at = fromLeft.findIndex(([id]) => id === over?.id)
  const rect = fromLeft[at + step]?.[1]
  if (rect === undefined) return currentCoordinates
  return { x: rect.left + (rect.width - collisionRect.width) / 2, y: rect.top + 60 }
}

function announcementsFor(columns: readonly BoardColumn[]): Announcements {
  const column = (id: unknown) => columns.find((known) => known.id === id)?.title
  const title = (active: { id: unknown }) => columns.flatMap(({ quests }) => quests).find((quest) => quest.id === active.id)?.title ?? 'The quest'
  return {
    onDragStart: ({ active }) => `Lifted ${title(active)}.`,
    onDragOver: ({ active, over }) => (over ? `${title(active)} is over ${column(over.id) ?? 'no column'}.` : `${title(active)} is over no column.`),
    onDragEnd: ({ active, over }) => (over ? `Put ${title(active)} into ${column(over.id) ?? 'its column'}.` : `${title(active)} stays where it was.`),
    onDragCancel: ({ active }) => `${title(active)} stays where it was.`,
  }
}
