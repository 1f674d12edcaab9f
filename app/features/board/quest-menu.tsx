import { ArrowRight, Ellipsis } from 'lucide-react'
import type { QuestColumn } from '#domain/contract/columns.ts'
import type { ColumnId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { columnsInOrder, doneColumn } from '#domain/rules/columns.ts'
import { completersOf } from '#domain/rules/completions.ts'
import { useQuests } from '#app/lib/state/use-quests.ts'
import { useSkips } from '#app/lib/state/use-skips.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { DropdownMenu, focusTrigger, MenuItem, MenuLabel, MenuLine } from '#app/ui/overlays/dropdown-menu.tsx'
import { QuestMenuItems } from '#app/ui/overlays/quest-menu-items.tsx'
import { board } from '#texts/board'
import { quests } from '#texts/quests'

export type QuestMenuProps = {
  quest: Quest
  onMove: (columnId: ColumnId) => void
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
}

/** The actions on a quest, among them the moves that dragging offers. */
export function QuestMenu(props: QuestMenuProps) {
  return (
    <DropdownMenu
      trigger={<IconButton label={quests.moreFor(props.quest.title)} icon={<Ellipsis aria-hidden />} tooltip={false} />}
    >
      <Items {...props} />
    </DropdownMenu>
  )
}

/** Reads the columns itself, because it is mounted only while the menu is open. */
function Items({ quest, onMove, ...items }: QuestMenuProps) {
  const { columns, completions, today, ...clock } = useQuests()
  const moveTo = ({ id }: QuestColumn) => {
    focusTrigger()
    onMove(id)
  }
  // Without completions the server decides.
  const ofQuest = completions.filter(({ questId }) => questId === quest.id)
  const canComplete = completersOf(quest, columns, ofQuest, { ...clock, day: today }).length > 0
  const lastColumn = doneColumn(columns)
  const isOpen = canComplete && quest.columnId !== lastColumn?.id
  const skips = useSkips(quest)
  const others = columnsInOrder(columns).filter((column) => column.id !== quest.columnId)
  return (
    <QuestMenuItems
      onComplete={canComplete && lastColumn ? () => moveTo(lastColumn) : undefined}
      skips={isOpen ? skips : []}
      {...items}
    >
      {others.length > 0 && (
        <>
          <MenuLabel>{board.moveTo}</MenuLabel>
          {others.map((column) => (
            <MenuItem
              key={column.id}
              aria-label={`${board.moveTo} ${column.title}`}
              icon={<ArrowRight aria-hidden className="text-muted" />}
              onSelect={() => moveTo(column)}
            >
              <span translate="no" aria-hidden>
                {column.emoji}
              </span>
              <span translate="no" dir="auto">
                {column.title}
              </span>
            </MenuItem>
          ))}
          <MenuLine />
        </>
      )}
    </QuestMenuItems>
  )
}
