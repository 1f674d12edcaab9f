import { Archive, ArrowLeft, ArrowRight, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useSetAtom } from 'jotai'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { announce } from '#app/state/announce.ts'
import { DropdownMenu, MenuItem } from '#app/ui/overlays/dropdown-menu.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { board } from '#texts/board'
import { openColumnAtom } from './open-column.ts'
import type { BoardColumn } from './use-board.ts'

export type ColumnMenuProps = {
  familyId: FamilyId
  column: BoardColumn
  /** Its place on the board; 0 is the first. */
  place: number
  /** The number of columns; the only one cannot be deleted. */
  columnCount: number
  onPlace: (columnId: ColumnId, place: number) => void
}

/** The actions on a column, among them the moves that dragging its head offers. */
export function ColumnMenu({ familyId, column, place, columnCount, onPlace }: ColumnMenuProps) {
  const openColumn = useSetAtom(openColumnAtom)
  const moveTo = (next: number) => {
    announce(board.columnAt(column.title, next + 1, columnCount))
    onPlace(column.id, next)
  }
  const { mutate, isPending } = useCommand('archiveQuests', {
    success: (archived) => board.wereArchived(archived.quests.length),
    failure: board.archiveFailed,
  })
  const hasFinished = column.quests.some(({ recurring }) => recurring === 'once')
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
      {column.status === 'done' && (
        <MenuItem
          icon={<Archive aria-hidden className="text-muted" />}
          disabled={isPending || !hasFinished}
          onSelect={() => mutate({ familyId })}
        >
          {board.archive(column.title)}
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
