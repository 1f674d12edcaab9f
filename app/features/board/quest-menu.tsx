import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { columnsInOrder } from '#domain/rules/columns.ts'
import { columnsQuery } from '#app/lib/queries.ts'
import { DropdownMenu, giveBackFocus, MenuItem, MenuLabel, MenuLine } from '#app/ui/dropdown-menu.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { board } from '#texts/board'
import { quests } from '#texts/quests'

export type QuestMenuProps = {
  familyId: FamilyId
  quest: Quest
  onMove: (columnId: ColumnId) => void
  onEdit: () => void
  onDelete: () => void
}

/** Everything a drag can do, and the rest, without dragging. */
export function QuestMenu({ familyId, quest, onMove, onEdit, onDelete }: QuestMenuProps) {
  return (
    <DropdownMenu trigger={<IconButton label={quests.moreFor(quest.title)} icon={<Ellipsis aria-hidden />} tooltip={false} />}>
      <Moves familyId={familyId} quest={quest} onMove={onMove} />
      <MenuItem icon={<Pencil aria-hidden className="text-muted" />} onSelect={onEdit}>
        {quests.editQuest}
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} destructive onSelect={onDelete}>
        {quests.deleteQuest}
      </MenuItem>
    </DropdownMenu>
  )
}

/** Asks for the columns itself: it is there only while the menu is open. */
function Moves({ familyId, quest, onMove }: Pick<QuestMenuProps, 'familyId' | 'quest' | 'onMove'>) {
  const { data: columns = [] } = useQuery(columnsQuery(familyId))
  const moveTo = (columnId: ColumnId) => {
    giveBackFocus()
    onMove(columnId)
  }
  const others = columnsInOrder(columns).filter((column) => column.id !== quest.columnId)
  if (others.length === 0) return null
  return (
    <>
      <MenuLabel>{board.moveTo}</MenuLabel>
      {others.map((column) => (
        <MenuItem key={column.id} icon={<ArrowRight aria-hidden className="text-muted" />} onSelect={() => moveTo(column.id)}>
          <span translate="no" aria-hidden>
            {column.emoji}
          </span>
          <span translate="no">{column.title}</span>
        </MenuItem>
      ))}
      <MenuLine />
    </>
  )
}
