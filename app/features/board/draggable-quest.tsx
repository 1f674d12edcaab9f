import { useDraggable } from '@dnd-kit/core'
import { useAtomValue, useSetAtom } from 'jotai'
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
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({ id: quest.id })
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
        grip={{ ref: setActivatorNodeRef, ...attributes, ...(onKeyDown && { onKeyDown: (event) => onKeyDown(event) }) }}
        menu={<QuestMenu quest={quest} columns={columns} onMove={(columnId) => onMove(quest, columnId)} onEdit={edit} onDelete={() => askToDelete(quest.id)} />}
      />
    </li>
  )
}
