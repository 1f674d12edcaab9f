import { CircleCheck, Ellipsis, Pencil, Trash2, Undo2 } from 'lucide-react'
import { DropdownMenu, MenuItem, MenuLine } from '#app/ui/overlays/dropdown-menu.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { quests } from '#texts/quests'

export type CalendarMenuProps = {
  title: string
  /** Undefined if there is nothing to complete or to undo. */
  onComplete: (() => void) | undefined
  onUndo: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

export function CalendarMenu({ title, onComplete, onUndo, onEdit, onDelete }: CalendarMenuProps) {
  return (
    <DropdownMenu trigger={<IconButton label={quests.moreFor(title)} icon={<Ellipsis aria-hidden />} tooltip={false} />}>
      {onComplete && (
        <MenuItem icon={<CircleCheck aria-hidden className="text-leaf-ink" />} onSelect={onComplete}>
          {quests.complete}
        </MenuItem>
      )}
      {onUndo && (
        <MenuItem icon={<Undo2 aria-hidden className="text-muted" />} onSelect={onUndo}>
          {quests.undo}
        </MenuItem>
      )}
      {(onComplete || onUndo) && <MenuLine />}
      <MenuItem icon={<Pencil aria-hidden className="text-muted" />} onSelect={onEdit}>
        {quests.editQuest}
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} destructive onSelect={onDelete}>
        {quests.deleteQuest}
      </MenuItem>
    </DropdownMenu>
  )
}
