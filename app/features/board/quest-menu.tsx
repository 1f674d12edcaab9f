import { ArrowRight, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ColumnId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { DropdownMenu, MenuItem, MenuLabel, MenuLine } from '#app/ui/dropdown-menu.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import type { BoardColumn } from './use-board.ts'

export type QuestMenuProps = {
  quest: Quest
  columns: readonly BoardColumn[]
  onMove: (columnId: ColumnId) => void
  onEdit: () => void
  onDelete: () => void
}

/** Everything a drag can do, and the rest, without dragging. */
export function QuestMenu({ quest, columns, onMove, onEdit, onDelete }: QuestMenuProps) {
  const others = columns.filter((column) => column.id !== quest.columnId)
  return (
    <DropdownMenu trigger={<IconButton label={`More for ${quest.title}`} icon={<Ellipsis aria-hidden />} tooltip={false} />}>
      {others.length > 0 && (
        <>
          <MenuLabel>Move to</MenuLabel>
          {others.map((column) => (
            <MenuItem key={column.id} icon={<ArrowRight aria-hidden className="text-muted" />} onSelect={() => onMove(column.id)}>
              <span aria-hidden>{column.emoji}</span>
              {column.title}
            </MenuItem>
          ))}
          <MenuLine />
        </>
      )}
      <MenuItem icon={<Pencil aria-hidden className="text-muted" />} onSelect={onEdit}>
        Edit Quest
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} destructive onSelect={onDelete}>
        Delete Quest
      </MenuItem>
    </DropdownMenu>
  )
}
