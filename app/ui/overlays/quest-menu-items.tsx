import { CircleCheck, CircleMinus, Copy, Pencil, Trash2, Undo2, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { quests } from '#texts/quests'
import { MenuItem, MenuLine } from './dropdown-menu.tsx'

export type QuestMenuItemsProps = {
  /** Undefined if there is nothing to complete or to undo. */
  onComplete: (() => void) | undefined
  /** Completes it for somebody else than its only assignee. */
  onOther?: (() => void) | undefined
  onUndo?: (() => void) | undefined
  /** Skips it on its day, for all or for one, or takes that back. */
  skips?: readonly { label: string; onSelect: () => void }[]
  /** Items between these and the ones to edit and to delete. */
  children?: ReactNode
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
}

/** The actions on a quest in its menu. */
export function QuestMenuItems({
  onComplete,
  onOther,
  onUndo,
  skips = [],
  children,
  onEdit,
  onDuplicate,
  onDelete,
}: QuestMenuItemsProps) {
  return (
    <>
      {onComplete && (
        <MenuItem icon={<CircleCheck aria-hidden className="text-leaf-ink" />} onSelect={onComplete}>
          {quests.complete}
        </MenuItem>
      )}
      {onOther && (
        <MenuItem icon={<UserRoundCheck aria-hidden className="text-muted" />} onSelect={onOther}>
          {quests.otherDidIt}
        </MenuItem>
      )}
      {onUndo && (
        <MenuItem icon={<Undo2 aria-hidden className="text-muted" />} onSelect={onUndo}>
          {quests.undo}
        </MenuItem>
      )}
      {skips.map(({ label, onSelect }) => (
        <MenuItem key={label} icon={<CircleMinus aria-hidden className="text-muted" />} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
      {(onComplete ?? onUndo ?? skips[0]) && <MenuLine />}
      {children}
      <MenuItem icon={<Pencil aria-hidden className="text-muted" />} onSelect={onEdit}>
        {quests.editQuest}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden className="text-muted" />} onSelect={onDuplicate}>
        {quests.duplicate}
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} destructive onSelect={onDelete}>
        {quests.deleteQuest}
      </MenuItem>
    </>
  )
}
