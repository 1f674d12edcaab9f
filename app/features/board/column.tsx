import {
  Archive,
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
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { DropdownMenu, MenuItem } from '#app/ui/overlays/dropdown-menu.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { board } from '#texts/board'
import { quests } from '#texts/quests'
import { DraggableQuest } from './draggable-quest.tsx'
import { ArchivedQuests } from './archived-quests.tsx'
import { openColumnAtom } from './open-column.ts'
import { isSameColumn, type BoardColumn } from './use-board.ts'

export type ColumnProps = {
  familyId: FamilyId
  column: BoardColumn
  /** The only column of the board, which cannot be deleted. */
  isOnly: boolean
  /** The number of cards visible at first; the others render later. */
  cardsAtFirst: number
  members: readonly FamilyMember[]
  onMove: (quest: Quest, columnId: ColumnId) => void
}

const looks: Record<QuestStatus, { Icon: LucideIcon; className: string }> = {
  idea: { Icon: Lightbulb, className: 'bg-sun-soft text-ink' },
  todo: { Icon: ListTodo, className: 'bg-sky-soft text-ink' },
  inprogress: { Icon: CircleDashed, className: 'bg-coral-soft text-ink' },
  done: { Icon: CircleCheck, className: 'bg-leaf-soft text-ink' },
}

export const Column = memo(DrawnColumn, (before, { familyId, column, isOnly, members, onMove }) => {
  return (
    isSameColumn(before.column, column) &&
    before.familyId === familyId &&
    before.isOnly === isOnly &&
    before.members === members &&
    before.onMove === onMove
  )
})

function DrawnColumn({ familyId, column, isOnly, cardsAtFirst, members, onMove }: ColumnProps) {
  const openDialog = useSetAtom(questDialogAtom)
  const openColumn = useSetAtom(openColumnAtom)
  const count = useProgressiveCount(column.quests.length, cardsAtFirst)
  const { Icon, className } = looks[column.status]
  const headingId = `column-${column.id}`
  const card = (quest: Quest) => (
    <DraggableQuest
      key={quest.id}
      familyId={familyId}
      quest={quest}
      status={column.status}
      doneCount={column.doneCounts.get(quest.id)}
      members={members}
      onMove={onMove}
    />
  )
  return (
    <section
      aria-labelledby={headingId}
      data-glide-home={column.id}
      data-drop-id={column.id}
      className="bg-sunken data-over:border-grape data-over:bg-grape-soft flex max-h-full min-w-[250px] flex-1 snap-center flex-col rounded-card border-2 border-transparent max-md:min-w-[82vw] max-md:snap-always"
    >
      <header className="flex items-center gap-1.5 py-1.5 pr-1 pl-2.5">
        <span translate="no" aria-hidden className="text-xl">
          {column.emoji}
        </span>
        <h3 translate="no" dir="auto" id={headingId} className="min-w-0 truncate text-base" title={column.title}>
          {column.title}
        </h3>
        <span
          className={cn(
            'flex shrink-0 items-center gap-1 rounded-full px-1.5 py-0.5 text-sm font-bold tabular-nums [&_svg]:size-4',
            className,
          )}
        >
          <Icon aria-label={board.statuses[column.status]} />
          <span translate="no">{column.quests.length}</span>
          <span className="sr-only">{board.unit(column.quests.length)}</span>
        </span>
        <OnItsWay id={column.id} />
        <span className="ml-auto flex shrink-0">
          {column.status === 'done' && <DoneMenu familyId={familyId} column={column} />}
          <IconButton
            label={board.editColumnOf(column.title)}
            icon={<Pencil aria-hidden />}
            className="w-8"
            onClick={() => openColumn({ kind: 'edit', columnId: column.id })}
          />
          {!isOnly && (
            <IconButton
              label={board.deleteColumnOf(column.title)}
              icon={<Trash2 aria-hidden />}
              variant="danger"
              className="w-8"
              onClick={() => openColumn({ kind: 'delete', columnId: column.id })}
            />
          )}
        </span>
      </header>
      <ul
        data-glide-list
        className="relative flex min-h-24 flex-col gap-2.5 overflow-y-auto overscroll-y-contain px-2 py-0.5"
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

function DoneMenu({ familyId, column }: Pick<ColumnProps, 'familyId' | 'column'>) {
  const { mutate, isPending } = useCommand('archiveQuests', {
    success: (archived) => board.wereArchived(archived.quests.length),
    failure: board.archiveFailed,
  })
  const hasFinished = column.quests.some(({ recurring }) => recurring === 'once')
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={board.moreForColumn(column.title)}
          icon={<Ellipsis aria-hidden />}
          className="w-8"
          tooltip={false}
        />
      }
    >
      <MenuItem
        icon={<Archive aria-hidden className="text-muted" />}
        disabled={isPending || !hasFinished}
        onSelect={() => mutate({ familyId })}
      >
        {board.archive(column.title)}
      </MenuItem>
    </DropdownMenu>
  )
}
