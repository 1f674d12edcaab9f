import { useAtom, useSetAtom } from 'jotai'
import { memo, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import type { FamilyId } from '#domain/contract/ids.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { untilWords, whoIsAway } from '#app/lib/text/away-words.ts'
import { useFamilyPart, useServerPart } from '#app/lib/state/family-store.ts'
import { useIsPhone } from '#app/lib/device/is-phone.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { whenIdle } from '#app/lib/device/when-idle.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { CreateButton } from '#app/ui/controls/create-button.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { TopRow } from '#app/ui/layout/top-row.tsx'
import { LayoutAnimation } from '#app/ui/motion/layout-animation.tsx'
import { toast } from '#app/state/toast.ts'
import { away } from '#texts/away'
import { board as texts } from '#texts/board'
import { common } from '#texts/common'
import { BoardNotice } from './board-notice.tsx'
import { ArchivedQuests, Column } from './column.tsx'
import { bring } from './bring-column.ts'
import { openColumnAtom } from './open-column.ts'
import { useColumnOrder } from './use-column-order.ts'
import { useBoard, type BoardColumn } from './use-board.ts'
import type { QuestDragAndDropProps } from './quest-drag-and-drop.tsx'
import { useMove } from './use-move.ts'

// A chunk of its own, because only phones show it.
const ColumnStrip = lazyWithPreload(async () => ({ default: (await import('./column-strip.tsx')).ColumnStrip }))
// A chunk of its own, because it needs the form library, and the board does not.
const DeleteColumnDialog = lazyWithPreload(async () => ({
  default: (await import('./delete-column-dialog.tsx')).DeleteColumnDialog,
}))
const ColumnDialog = lazyWithPreload(async () => ({ default: (await import('./column-dialog.tsx')).ColumnDialog }))
const WhoDidItDialog = lazyWithPreload(async () => ({
  default: (await import('./who-did-it-dialog.tsx')).WhoDidItDialog,
}))

/**
 * Pixels: the least width of a column with its gap, and the usual height of a card with its share of the space above
 * the columns.
 */
const [columnWidth, cardHeight] = [266, 100]

/** The id of the columns' container for their layout animation. */
const columnsHome = 'columns'

/** The number of columns visible at first, and the cards in each. */
function inSight() {
  const { clientWidth } = document.querySelector('main') ?? document.body
  return { columns: Math.ceil(clientWidth / columnWidth), cards: Math.ceil(window.innerHeight / cardHeight) }
}

/** The place of the first column with quests that is neither for ideas nor the last, else of the first such column. */
function openingOf(columns: readonly BoardColumn[]): number {
  const isOfToday = ({ status, isSomeday }: BoardColumn) => status !== 'idea' && status !== 'done' && !isSomeday
  const full = columns.findIndex((column) => isOfToday(column) && column.quests.length > 0)
  return Math.max(0, full === -1 ? columns.findIndex(isOfToday) : full)
}

/** The board, and the question before a move into its last column. */
export const Kanban = memo(function Kanban({ familyId }: { familyId: FamilyId }) {
  const { move, asked, endQuestion } = useMove()
  return (
    <>
      <Board familyId={familyId} onMove={move} />
      {asked && (
        <Suspense fallback={null}>
          <WhoDidItDialog key={asked.quest.id} asked={asked} onClose={endQuestion} />
        </Suspense>
      )}
    </>
  )
})

type BoardProps = { familyId: FamilyId; onMove: QuestDragAndDropProps['onMove'] }

/** Renders only when the board changes. */
const Board = memo(function Board({ familyId, onMove }: BoardProps) {
  const board = useBoard()
  useLoadWhenIdle(ArchivedQuests, ColumnDialog, DeleteColumnDialog, WhoDidItDialog)
  const placeColumn = useColumnOrder(familyId)
  const contents = useMemo(
    () =>
      new Map<string, readonly unknown[]>([
        [columnsHome, board.columns.map(({ id }) => id)],
        ...board.columns.map(({ id, quests, archived }) => [id, [...quests, ...archived]] as const),
      ]),
    [board.columns],
  )
  const root = useRef<HTMLDivElement>(null)
  const openColumn = useSetAtom(openColumnAtom)
  const [first] = useState(inSight)
  const isPhone = useIsPhone()
  const [opening] = useState(() => (isPhone ? openingOf(board.columns) : 0))
  // Once the columns are there, which the strip of their names is before.
  const hasColumns = board.columns.length > 0
  useLayoutEffect(() => {
    if (isPhone && hasColumns) bring(root.current, opening, 'instant')
  }, [isPhone, hasColumns, opening])
  const addColumn = () => openColumn({ kind: 'add' })

  return (
    <section aria-labelledby="quest-board" className="flex h-full min-h-0 min-w-0 flex-col gap-1">
      {isPhone ? (
        <>
          <h2 id="quest-board" className="sr-only">
            {texts.title}
          </h2>
          <TopRow>
            <p aria-hidden className="font-display truncate px-1 text-lg font-bold">
              {texts.title}
            </p>
          </TopRow>
          <AwayToday />
        </>
      ) : (
        <div className="flex items-center gap-x-3">
          <h2 id="quest-board" className="text-xl">
            {texts.title}
          </h2>
          <AwayToday />
          <CreateButton label={texts.addColumn} variant="quiet" className="ml-auto" onClick={addColumn} />
        </div>
      )}
      {isPhone && board.columns.length > 0 && (
        <Suspense fallback={<div className="min-h-11" />}>
          <ColumnStrip root={root} columns={board.columns} first={opening} onPlace={placeColumn} onAdd={addColumn} />
        </Suspense>
      )}
      {board.columns.length === 0 ? (
        <BoardNotice />
      ) : (
        <div className="@container -mx-4 flex min-h-0 flex-1">
          <LayoutAnimation
            rootRef={root}
            contents={contents}
            scrolls
            className="relative flex min-w-0 flex-1 items-start board-columns overflow-x-auto overscroll-x-contain pb-3 not-data-dragging:snap-x not-data-dragging:snap-mandatory"
          >
            <div data-glide-home={columnsHome} className="contents">
              {board.columns.map((column, place) => (
                <ErrorBoundary key={column.id}>
                  <Column
                    familyId={familyId}
                    column={column}
                    place={place}
                    columnCount={board.columns.length}
                    cardsAtFirst={place >= opening && place < opening + first.columns ? first.cards : 0}
                    members={board.members}
                    isPhone={isPhone}
                    onMove={onMove}
                    onPlace={placeColumn}
                  />
                </ErrorBoundary>
              ))}
            </div>
          </LayoutAnimation>
        </div>
      )}
      {board.columns.length > 0 && <DragAndDropWhenIdle root={root} columns={board.columns} onMove={onMove} />}
      <ColumnDialogs familyId={familyId} columns={board.columns} />
    </section>
  )
})

/** Who is away today, and until when. */
function AwayToday() {
  const { today } = useFamilyClock()
  const found = whoIsAway(useFamilyPart('absences'), useFamilyPart('members'), today)
  if (found.length === 0) return null
  return (
    <p className="text-muted flex min-w-0 flex-wrap gap-x-3 text-sm font-semibold wrap-anywhere">
      {found.map(({ absence, picture, who }) => (
        <span key={who}>
          <span aria-hidden translate="no">{`${picture} `}</span>
          <span>{away.isAwayUntil(who, untilWords(absence, today))}</span>
        </span>
      ))}
    </p>
  )
}

/** Loads drag and drop after the first paint. Until then cards move by their menus. */
function DragAndDropWhenIdle(props: QuestDragAndDropProps) {
  const [Loaded, setLoaded] = useState<ComponentType<QuestDragAndDropProps>>()
  useEffect(
    () =>
      whenIdle(() => {
        importWithRetry(() => import('./quest-drag-and-drop.tsx')).then(
          ({ QuestDragAndDrop }) => setLoaded(() => QuestDragAndDrop),
          () => {},
        )
      }),
    [],
  )
  return Loaded && <Loaded {...props} />
}

/** Separate from the board, so that opening a dialog does not render the board. */
function ColumnDialogs({ familyId, columns }: { familyId: FamilyId; columns: readonly BoardColumn[] }) {
  const [open, setOpen] = useAtom(openColumnAtom)
  const saved = useServerPart('columns')
  const columnId = open === null || open.kind === 'add' ? undefined : open.columnId
  const column = saved.find(({ id }) => id === columnId)
  const shown = columns.find(({ id }) => id === columnId)
  // Another device may delete the column while its dialog is open.
  const isGone = open?.kind === 'edit' && column === undefined
  useEffect(() => {
    if (!isGone) return
    toast({ title: common.error, description: texts.deletedElsewhere, destructive: true })
    setOpen(null)
  }, [isGone, setOpen])
  if (open === null || isGone) return null
  const close = () => setOpen(null)
  const last = columns.at(-1)
  return (
    <Suspense fallback={null}>
      {open.kind === 'delete' ? (
        column && (
          <DeleteColumnDialog
            familyId={familyId}
            column={column}
            held={shown ? shown.quests.length + shown.archived.length : 0}
            onClose={close}
          />
        )
      ) : (
        <ColumnDialog
          familyId={familyId}
          column={column}
          isLast={column === undefined || column.id === last?.id}
          last={last && { title: last.title, place: columns.length }}
          onClose={close}
        />
      )}
    </Suspense>
  )
}
