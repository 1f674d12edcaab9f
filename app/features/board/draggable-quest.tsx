import { atom, useAtomValue, useSetAtom } from 'jotai'
import { memo, useMemo } from 'react'
import type { ColumnId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { remoteDragsAtom } from '#app/lib/live/live-status.ts'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/state/open-dialogs.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { common } from '#texts/common'
import { QuestCard, type QuestCardProps } from './quest-card.tsx'
import { QuestMenu } from './quest-menu.tsx'

export type DraggableQuestProps = Pick<QuestCardProps, 'quest' | 'status' | 'due' | 'doneCount' | 'members'> & {
  onMove: (quest: Quest, columnId: ColumnId) => void
}

/** A card on the board: dragged by pointer or finger anywhere on it, by keyboard at its icon. */
export const DraggableQuest = memo(function DraggableQuest({
  quest,
  status,
  due,
  doneCount,
  members,
  onMove,
}: DraggableQuestProps) {
  const openDialog = useSetAtom(questDialogAtom)
  const askToDelete = useSetAtom(questToDeleteAtom)
  // Subscribes to its own quest alone, so that a remote drag renders one card.
  const draggerId = useAtomValue(useMemo(() => atom((get) => get(remoteDragsAtom).get(quest.id)), [quest.id]))
  const dragger = members.find((member) => member.id === draggerId)
  const draggedBy = draggerId === undefined ? undefined : (dragger?.displayName ?? common.somebody)
  const edit = useMemo(() => () => openDialog({ kind: 'edit', questId: quest.id }), [openDialog, quest.id])
  const menu = useMemo(
    () => (
      <QuestMenu
        quest={quest}
        onMove={(columnId) => onMove(quest, columnId)}
        onEdit={edit}
        onDuplicate={() => openDialog({ kind: 'duplicate', questId: quest.id })}
        onDelete={() => askToDelete(quest.id)}
      />
    ),
    [quest, onMove, edit, openDialog, askToDelete],
  )
  return (
    <li
      data-glide={quest.id}
      data-drag-id={quest.id}
      className={cn(
        'shrink-0 touch-manipulation scroll-mx-6 list-none select-none [-webkit-touch-callout:none]',
        draggedBy === undefined && 'cv-auto',
      )}
    >
      <QuestCard
        quest={quest}
        status={status}
        due={due}
        doneCount={doneCount}
        members={members}
        onOpen={edit}
        draggedBy={draggedBy}
        dragger={dragger}
        menu={menu}
      />
    </li>
  )
})
