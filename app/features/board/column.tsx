import {
  Archive,
  ArrowLeft,
  ArrowRight,
  Check,
  CircleCheck,
  CircleDashed,
  Ellipsis,
  Lightbulb,
  ListTodo,
  Pencil,
  Plus,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { useSetAtom } from 'jotai'
import { memo } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestStatus } from '#domain/rules/columns.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useProgressiveCount } from '#app/lib/device/use-progressive-count.ts'
import { questDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { announce } from '#app/state/announce.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { DropdownMenu, MenuItem } from '#app/ui/overlays/dropdown-menu.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { board } from '#texts/board'
import { quests } from '#texts/quests'
import { DraggableQuest } from './draggable-quest.tsx'
import { columnDragHelpId } from './quest-card.tsx'
import { ArchivedQuests } from './archived-quests.tsx'
import { openColumnAtom } from './open-column.ts'
import { isSameColumn, type BoardColumn } from './use-board.ts'

export type ColumnProps = {
  familyId: FamilyId
  column: BoardColumn
  /** Its place on the board; 0 is the first. */
  place: number
  /** The number of columns; the only one cannot be deleted. */
  columnCount: number
  /** The number of cards visible at first; the others render later. */
  cardsAtFirst: number
  members: readonly FamilyMember[]
  isPhone: boolean
  onMove: (quest: Quest, columnId: ColumnId) => void
  onPlace: (columnId: ColumnId, place: number) => void
}

const looks: Record<QuestStatus, { Icon: LucideIcon; className: string }> = {
  idea: { Icon: Lightbulb, className: 'bg-sun-soft text-ink' },
  todo: { Icon: ListTodo, className: 'bg-sky-soft text-ink' },
  inprogress: { Icon: CircleDashed, className: 'bg-coral-soft text-ink' },
  done: { Icon: CircleCheck, className: 'bg-leaf-soft text-ink' },
}

export const Column = memo(
  DrawnColumn,
  (before, { familyId, column, place, columnCount, members, isPhone, onMove, onPlace }) => {
    return (
      isSameColumn(before.column, column) &&
      before.familyId === familyId &&
      before.place === place &&
      before.columnCount === columnCount &&
      before.members === members &&
      before.isPhone === isPhone &&
      before.onMove === onMove &&
      before.onPlace === onPlace
    )
  },
)

function DrawnColumn({
  familyId,
  column,
  place,
  columnCount,
  cardsAtFirst,
  members,
  isPhone,
  onMove,
  onPlace,
}: ColumnProps) {
  const openDialog = useSetAtom(questDialogAtom)
  const openColumn = useSetAtom(openColumnAtom)
  const count = useProgressiveCount(column.quests.length, cardsAtFirst)
  const { Icon, className } = looks[column.status]
  const headingId = `column-${column.id}`
  const card = (quest: Quest) => (
    <DraggableQuest
      key={quest.id}
      quest={quest}
      status={column.status}
      due={column.status === 'done' || column.isSomeday ? undefined : (column.resting.get(quest.id) ?? 'now')}
      doneCount={column.doneCounts.get(quest.id)}
      members={members}
      onMove={onMove}
    />
  )
  return (
    <section
      aria-labelledby={headingId}
      data-glide={column.id}
      data-glide-home={column.id}
      data-drop-id={column.id}
      className={cn(
        'bg-sunken data-over:border-grape data-over:bg-grape-soft @container flex flex-1 snap-center flex-col rounded-card border-2 border-transparent',
        isPhone ? 'min-h-[50dvh] min-w-full snap-always' : 'max-h-full min-w-[250px]',
      )}
    >
      {isPhone ? (
        <h3 translate="no" dir="auto" id={headingId} className="sr-only">
          {column.title}
        </h3>
      ) : (
        <header
          data-drag-id={column.id}
          className="in-data-drag-overlay:border-grape in-data-drag-overlay:bg-panel in-data-drag-overlay:shadow-lift data-drag-source:opacity-45 flex cursor-grab touch-manipulation flex-wrap items-center gap-x-1.5 rounded-card border border-transparent forced-colors:not-in-data-drag-overlay:border-[Canvas] py-1 pr-1 pl-1.5 select-none [-webkit-touch-callout:none]"
        >
          <div className="flex min-w-0 flex-[9999_1_9rem] items-center gap-1">
            <button
              type="button"
              aria-label={board.moveColumn(column.title)}
              aria-describedby={columnDragHelpId}
              data-drag-handle
              className="touch grid w-8 shrink-0 cursor-grab place-items-center rounded-control text-xl"
            >
              <span translate="no" aria-hidden>
                {column.emoji}
              </span>
            </button>
            <h3
              translate="no"
              dir="auto"
              id={headingId}
              className="line-clamp-2 min-w-0 text-base leading-tight wrap-anywhere hyphens-auto"
              title={column.title}
            >
              {column.title}
            </h3>
          </div>
          <div className="flex flex-[1_0_auto] items-center gap-1.5 pl-1.5">
            <span
              className={cn(
                'flex shrink-0 items-center gap-1 rounded-full px-1.5 py-0.5 text-sm font-bold tabular-nums [&_svg]:size-4',
                className,
              )}
            >
              <Icon aria-hidden />
              <span aria-hidden translate="no">
                {column.quests.length}
              </span>
              <span className="sr-only">{statusInWords(column)}</span>
            </span>
            <OnItsWay id={column.id} />
            <span className="ml-auto flex shrink-0">
              <ColumnMenu
                familyId={familyId}
                column={column}
                place={place}
                columnCount={columnCount}
                onPlace={onPlace}
              />
              <IconButton
                label={board.editColumnOf(column.title)}
                icon={<Pencil aria-hidden />}
                className="w-8"
                onClick={() => openColumn({ kind: 'edit', columnId: column.id })}
              />
              {columnCount > 1 && (
                <IconButton
                  label={board.deleteColumnOf(column.title)}
                  icon={<Trash2 aria-hidden />}
                  variant="danger"
                  className="w-8"
                  onClick={() => openColumn({ kind: 'delete', columnId: column.id })}
                />
              )}
            </span>
          </div>
        </header>
      )}
      {column.status === 'done' && (
        <p className="text-leaf-ink flex items-center gap-1.5 px-3 pb-2 text-sm font-semibold">
          <Check aria-hidden className="size-4 shrink-0" />
          <span>{board.landHere}</span>
        </p>
      )}
      <ul
        data-glide-list
        // No tab stop of its own in Firefox, because its cards are stops.
        tabIndex={-1}
        className={cn(
          'relative flex min-h-24 flex-col gap-1.5 px-2 py-0.5',
          isPhone ? 'px-1 pt-1' : 'overflow-y-auto overscroll-y-contain',
        )}
      >
        {column.quests.slice(0, count).map(card)}
        {column.quests.length === 0 && (
          <li className="text-muted border-line grid min-h-20 list-none place-items-center rounded-card border-2 border-dashed px-3 text-center text-sm">
            {board.noQuests}
          </li>
        )}
        {column.status === 'done' && (
          <li className="shrink-0 list-none">
            <Disclosure label={board.archived}>
              <ArchivedQuests familyId={familyId} quests={column.archived} card={card} />
            </Disclosure>
          </li>
        )}
      </ul>
      <div className="p-2">
        <Button
          variant="bare"
          className="text-muted w-full justify-start px-3"
          aria-label={board.addQuestTo(column.title)}
          onClick={() => openDialog({ kind: 'create', columnId: column.id })}
        >
          <Plus aria-hidden />
          <span>{quests.addQuest}</span>
        </Button>
      </div>
    </section>
  )
}

/** 'In progress, 2 quests'; without the status where the title is that word. */
function statusInWords({ status, title, quests: { length } }: BoardColumn): string {
  const [word, held] = [board.statuses[status], board.held(length)]
  return title.trim().toLowerCase() === word.toLowerCase() ? held : board.statusOf(word, held)
}

export type ColumnMenuProps = Pick<ColumnProps, 'familyId' | 'column' | 'place' | 'columnCount' | 'onPlace'> & {
  /** Whether editing and deleting are in it. */
  isWhole?: boolean
}

/** The actions on a column, among them the moves that dragging its head offers. */
export function ColumnMenu({ familyId, column, place, columnCount, onPlace, isWhole = false }: ColumnMenuProps) {
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
  if (!isWhole && columnCount === 1 && column.status !== 'done') return null
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={board.moreForColumn(column.title)}
          icon={<Ellipsis aria-hidden />}
          className={isWhole ? '' : 'w-8'}
          tooltip={false}
        />
      }
    >
      {isWhole && (
        <MenuItem
          icon={<Pencil aria-hidden className="text-muted" />}
          onSelect={() => openColumn({ kind: 'edit', columnId: column.id })}
        >
          {board.editColumnOf(column.title)}
        </MenuItem>
      )}
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
      {isWhole && columnCount > 1 && (
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
