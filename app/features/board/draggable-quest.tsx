import { useDraggable } from '@dnd-kit/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { GripVertical } from 'lucide-react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { ColumnId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { liftedElsewhereAtom } from '#app/lib/live-status.ts'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/open-dialogs.ts'
import { QuestCard } from './quest-card.tsx'
import { QuestMenu } from './quest-menu.tsx'
import type { BoardColumn } from './use-board.ts'

export type DraggableQuestProps = {
  quest: Quest
  column: BoardColumn
  columns: readonly BoardColumn[]
  members: readonly FamilyMember[]
  onMove: (quest: Quest, columnId: ColumnId) => void
}

/** A card on the board: carried by pointer or finger anywhere on it, by keyboard at its icon. */
export function DraggableQuest({ quest, column, columns, members, onMove }: DraggableQuestProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({ id: quest.id, data: { title: quest.title } })
  const { onKeyDown, ...pointerListeners } = listeners ?? {}
  const openDialog = useSetAtom(questDialogAtom)
  const askToDelete = useSetAtom(questToDeleteAtom)
  const holder = useAtomValue(liftedElsewhereAtom).get(quest.id)
  const heldBy = holder === undefined ? undefined : (members.find((member) => member.id === holder)?.displayName ?? 'Somebody')
  const edit = () => openDialog({ kind: 'edit', questId: quest.id })
  return (
    <li ref={setNodeRef} data-glide={quest.id} {...pointerListeners} className="touch-manipulation list-none [-webkit-touch-callout:none]">
      <QuestCard
        quest={quest}
        status={column.status}
        members={members}
        onOpen={edit}
        heldBy={isDragging ? undefined : heldBy}
        look={isDragging ? 'place' : 'rest'}
        grip={(icon) => (
          <button
            ref={setActivatorNodeRef}
            type="button"
            aria-label={`Move ${quest.title}`}
            {...attributes}
            {...(onKeyDown && { onKeyDown: (event) => onKeyDown(event) })}
            className="group/grip relative z-10 -m-0.5 cursor-grab rounded-control p-0.5 active:cursor-grabbing"
          >
            {icon}
            <GripVertical aria-hidden className="bg-panel text-muted border-line absolute -right-1 -bottom-1 size-5 rounded-full border p-0.5 opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible/grip:opacity-100" />
          </button>
        )}
        menu={<QuestMenu quest={quest} columns={columns} onMove={(columnId) => onMove(quest, columnId)} onEdit={edit} onDelete={() => askToDelete(quest.id)} />}
      />
    </li>
  )
}
