import { ArrowRight, CircleCheck, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { columnsInOrder, doneColumn } from '#domain/rules/columns.ts'
import { completersOf } from '#domain/rules/completions.ts'
import { useQuests } from '#app/lib/state/use-quests.ts'
import { DropdownMenu, focusTrigger, MenuItem, MenuLabel, MenuLine } from '#app/ui/overlays/dropdown-menu.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { board } from '#texts/board'
import { quests } from '#texts/quests'

export type QuestMenuProps = {
  familyId: FamilyId
  quest: Quest
  onMove: (columnId: ColumnId) => void
  onEdit: () => void
  onDelete: () => void
}

/** The actions on a quest, among them the moves that dragging offers. */
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

/** Reads the columns itself, because it is mounted only while the menu is open. */
function Moves({ familyId, quest, onMove }: Pick<QuestMenuProps, 'familyId' | 'quest' | 'onMove'>) {
  const { columns = [], completions = [], today, dayOf } = useQuests(familyId)
  const moveTo = (columnId: ColumnId) => {
    focusTrigger()
    onMove(columnId)
  }
  // Without completions the server decides.
  const ofQuest = completions.filter(({ questId }) => questId === quest.id)
  const canComplete = completersOf(quest, columns, ofQuest, { day: today, dayOf }).length > 0
  const lastColumn = doneColumn(columns)
  const others = columnsInOrder(columns).filter((column) => column.id !== quest.columnId)
  return (
    <>
      {canComplete && lastColumn && (
        <>
          <MenuItem icon={<CircleCheck aria-hidden className="text-leaf-ink" />} onSelect={() => moveTo(lastColumn.id)}>
            {quests.complete}
          </MenuItem>
          <MenuLine />
        </>
      )}
      {others.length > 0 && <MenuLabel>{board.moveTo}</MenuLabel>}
      {others.map((column) => (
        <MenuItem key={column.id} icon={<ArrowRight aria-hidden className="text-muted" />} onSelect={() => moveTo(column.id)}>
          <span translate="no" aria-hidden>
            {column.emoji}
          </span>
          <span translate="no">{column.title}</span>
        </MenuItem>
      ))}
      {others.length > 0 && <MenuLine />}
    </>
  )
}
