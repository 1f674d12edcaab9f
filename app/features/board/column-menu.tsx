import { ArrowLeft, ArrowRight, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useSetAtom } from 'jotai'
import type { ColumnId } from '#domain/contract/ids.ts'
import { announce } from '#app/state/announce.ts'
import { DropdownMenu, MenuItem } from '#app/ui/overlays/dropdown-menu.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { board } from '#texts/board'
import { openColumnAtom } from './open-column.ts'
import type { BoardColumn } from './use-board.ts'

export type ColumnMenuProps = {
  column: BoardColumn
  /** Its place on the board; 0 is the first. */
  place: number
  /** The number of columns; the only one cannot be deleted. */
  columnCount: number
  onPlace: (columnId: ColumnId, place: number) => void
}

/** The actions on a column, among them its moves. */
export function ColumnMenu({ column, place, columnCount, onPlace }: ColumnMenuProps) {
  const openColumn = useSetAtom(openColumnAtom)
  const moveTo = (next: number) => {
    announce(board.columnAt(column.title, next + 1, columnCount))
    onPlace(column.id, next)
  }
  return (
    <DropdownMenu
      trigger={<IconButton label={board.moreForColumn(column.title)} icon={<Ellipsis aria-hidden />} tooltip={false} />}
    >
      <MenuItem
        icon={<Pencil aria-hidden className="text-muted" />}
        onSelect={() => openColumn({ kind: 'edit', columnId: column.id })}
      >
        {board.editColumnOf(column.title)}
      </MenuItem>
      {place > 0 && (
        <MenuItem icon={<ArrowLeft aria-hidden className="text-muted" />} onSelect={() => moveTo(place - 1)}>
          {board.moveLeft}
        </MenuItem>
      )}
      {place < columnCount - 1 && (
        <MenuItem icon={<ArrowRight aria-hidden className="text-muted" />} onSelect={() => moveTo(place + 1)}>
          {board.moveRight}
        </MenuItem>
      )}
      {columnCount > 1 && (
        <MenuItem
          icon={<Trash2 aria-hidden className="text-danger" />}
          onSelect={() => openColumn({ kind: 'delete', columnId: column.id })}
        >
          {board.deleteColumnOf(column.title)}
        </MenuItem>
      )}
    </DropdownMenu>
  )
}
