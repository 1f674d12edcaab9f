import { Check, Plus } from 'lucide-react'
import { useSetAtom } from 'jotai'
import { memo, Suspense } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestStatus } from '#domain/rules/columns.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { useProgressiveCount } from '#app/lib/device/use-progressive-count.ts'
import { questDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { board } from '#texts/board'
import { quests } from '#texts/quests'
import { DraggableQuest } from './draggable-quest.tsx'
import { ColumnMenu, type ColumnMenuProps } from './column-menu.tsx'
import { isSameColumn, type BoardColumn } from './use-board.ts'

// A chunk of its own, because it is read only when it is opened.
export const ArchivedQuests = lazyWithPreload(() => import('./archived-quests.tsx'))

export type ColumnProps = ColumnMenuProps & {
  familyId: FamilyId
  /** The number of cards visible at first; the others render later. */
  cardsAtFirst: number
  members: readonly FamilyMember[]
  isPhone: boolean
  onMove: (quest: Quest, columnId: ColumnId) => void
}

const looks: Record<QuestStatus, string> = {
  idea: 'bg-sun-soft text-ink',
  todo: 'bg-sky-soft text-ink',
  inprogress: 'bg-coral-soft text-ink',
  done: 'bg-leaf-soft text-ink',
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
  const count = useProgressiveCount(column.quests.length, cardsAtFirst)
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
      data-many={columnCount > 4 || undefined}
      className={cn(
        'bg-sunken data-over:border-grape data-over:bg-grape-soft @container flex flex-1 flex-col rounded-card border-2 border-transparent',
        isPhone ? 'min-h-[50dvh] min-w-full snap-center snap-always' : 'board-column max-h-full snap-start',
      )}
    >
      {isPhone ? (
        <h3 translate="no" dir="auto" id={headingId} className="sr-only">
          {column.title}
        </h3>
      ) : (
        <header className="flex h-10 items-center gap-1.5 pr-1 pl-3">
          <span translate="no" aria-hidden className="text-xl">
            {column.emoji}
          </span>
          <h3
            translate="no"
            dir="auto"
            id={headingId}
            className="line-clamp-2 min-w-0 text-base leading-tight wrap-anywhere hyphens-auto"
            title={column.title}
          >
            {column.title}
          </h3>
          <span
            className={cn('shrink-0 rounded-full px-2 py-0.5 text-sm font-bold tabular-nums', looks[column.status])}
          >
            <span aria-hidden translate="no">
              {column.quests.length}
            </span>
            <span className="sr-only">{statusInWords(column)}</span>
          </span>
          <OnItsWay id={column.id} />
          <span className="ml-auto">
            <ColumnMenu column={column} place={place} columnCount={columnCount} onPlace={onPlace} />
          </span>
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
              <Suspense fallback={null}>
                <ArchivedQuests familyId={familyId} quests={column.archived} card={card} />
              </Suspense>
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
