import { useDraggable } from '@dnd-kit/core'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { memo, useMemo } from 'react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestStatus } from '#domain/rules/columns.ts'
import { liftedElsewhereAtom } from '#app/lib/live-status.ts'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/open-dialogs.ts'
import { cn } from '#app/ui/cn.ts'
import { QuestCard } from './quest-card.tsx'
import { QuestMenu } from './quest-menu.tsx'

export type DraggableQuestProps = {
  familyId: FamilyId
  quest: Quest
  status: QuestStatus
  members: readonly FamilyMember[]
  onMove: (quest: Quest, columnId: ColumnId) => void
}

/**
 * A card on the board: carried by pointer or finger anywhere on it, by keyboard at its icon. While any
 * card is carried all of them hear of it; what is drawn stays the same for those that lie still.
 */
export const DraggableQuest = memo(function DraggableQuest({ familyId, quest, status, members, onMove }: DraggableQuestProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({ id: quest.id })
  const openDialog = useSetAtom(questDialogAtom)
  const askToDelete = useSetAtom(questToDeleteAtom)
  // Of all that is lifted elsewhere a card listens to itself alone.
  const holder = useAtomValue(useMemo(() => atom((get) => get(liftedElsewhereAtom).get(quest.id)), [quest.id]))
  const heldBy = holder === undefined ? undefined : (members.find((member) => member.id === holder)?.displayName ?? 'Somebody')
  const { onKeyDown, ...pointerListeners } = listeners ?? {}
  const edit = useMemo(() => () => openDialog({ kind: 'edit', questId: quest.id }), [openDialog, quest.id])
  const grip = useMemo(
    () => ({ ref: setActivatorNodeRef, ...attributes, ...(onKeyDown && { onKeyDown: (event: React.KeyboardEvent) => onKeyDown(event) }) }),
    [setActivatorNodeRef, attributes, onKeyDown],
  )
  const menu = useMemo(
    () => <QuestMenu familyId={familyId} quest={quest} onMove={(columnId) => onMove(quest, columnId)} onEdit={edit} onDelete={() => askToDelete(quest.id)} />,
    [familyId, quest, onMove, edit, askToDelete],
  )
  return (
    <li
      ref={setNodeRef}
      data-glide={quest.id}
      {...pointerListeners}
      className={cn('touch-manipulation list-none [-webkit-touch-callout:none]', heldBy === undefined && 'skippable')}
    >
      <QuestCard
        quest={quest}
        status={status}
        members={members}
        onOpen={edit}
        heldBy={isDragging ? undefined : heldBy}
        look={isDragging ? 'place' : 'rest'}
        grip={grip}
        menu={menu}
      />
    </li>
  )
})
