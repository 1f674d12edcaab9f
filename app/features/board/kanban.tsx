import { DndContext, DragOverlay } from '@dnd-kit/core'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { ColumnId, FamilyId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { Button } from '#app/ui/button.tsx'
import { Glide } from '#app/ui/glide.tsx'
import { isStill, springDuration, springEasing } from '#app/ui/spring.ts'
import { BoardNotice } from './board-notice.tsx'
import { Column } from './column.tsx'
import { QuestCard } from './quest-card.tsx'
import { useDrag } from './use-drag.ts'
import { useBoard, type BoardColumn } from './use-board.ts'
import { useMoveQuest } from './use-move-quest.ts'

// Brings the form library along, which the board itself does not need.
const DeleteColumnDialog = lazy(() => import('./delete-column-dialog.tsx').then((chunk) => ({ default: chunk.DeleteColumnDialog })))
const ColumnDialog = lazy(() => import('./column-dialog.tsx').then((chunk) => ({ default: chunk.ColumnDialog })))

type OpenColumn = { kind: 'add' } | { kind: 'edit'; column: BoardColumn } | { kind: 'delete'; column: BoardColumn } | null

export function Kanban({ familyId, me }: { familyId: FamilyId; me: MemberId }) {
  const board = useBoard(familyId)
  const { mutate } = useMoveQuest(familyId)
  const move = useCallback((quest: Quest, columnId: ColumnId) => mutate({ quest, columnId }), [mutate])
  const { drag, context } = useDrag(board.columns, me, move)
  const [open, setOpen] = useState<OpenColumn>(null)
  const close = () => setOpen(null)
  const nextPosition = Math.max(-1, ...board.columns.map((column) => column.position)) + 1

  return (
    <section aria-labelledby="quest-board" className="flex h-full min-h-0 min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3">
        <h2 id="quest-board" className="text-xl">
          Quest Board
        </h2>
        <Button look="quiet" className="ml-auto max-sm:px-3" onClick={() => setOpen({ kind: 'add' })}>
          <Plus aria-hidden />
          Add Column
        </Button>
      </div>
      {board.columns.length === 0 ? (
        <BoardNotice board={board} />
      ) : (
        <DndContext {...context}>
          <Glide
            except={drag.settling}
            className="relative -mx-4 flex min-h-0 flex-1 items-start gap-4 overflow-x-auto overscroll-x-contain px-4 pb-3 max-md:not-has-[[data-dragging]]:snap-x max-md:not-has-[[data-dragging]]:snap-mandatory sm:-mx-6 sm:px-6"
          >
            {board.columns.map((column) => (
              <Column
                key={column.id}
                column={column}
                columns={board.columns}
                members={board.members}
                onMove={move}
                onEdit={() => setOpen({ kind: 'edit', column })}
                onDelete={board.columns.length > 1 ? () => setOpen({ kind: 'delete', column }) : undefined}
              />
            ))}
            {drag.quest && <span data-dragging hidden />}
          </Glide>
          <DragOverlay dropAnimation={isStill() ? null : { duration: springDuration, easing: springEasing }}>
            {drag.quest && <QuestCard quest={drag.quest} status="todo" members={board.members} look="hand" />}
          </DragOverlay>
        </DndContext>
      )}
      <Suspense fallback={null}>
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <ColumnDialog familyId={familyId} column={open.kind === 'edit' ? open.column : undefined} position={nextPosition} onClose={close} />
        )}
        {open?.kind === 'delete' && (
          <DeleteColumnDialog familyId={familyId} column={board.columns.find((column) => column.id === open.column.id) ?? open.column} onClose={close} />
        )}
      </Suspense>
    </section>
  )
}
