import { useEffect, useRef, useState, type RefObject } from 'react'
import { CreateButton } from '#app/ui/controls/create-button.tsx'
import { prefersReducedMotion } from '#app/ui/motion/reduced-motion.ts'
import { board as texts } from '#texts/board'
import { bring } from './bring-column.ts'
import { ColumnMenu, type ColumnMenuProps } from './column-menu.tsx'
import type { BoardColumn } from './use-board.ts'

export type ColumnStripProps = {
  /** The container of the columns, of which one is in sight. */
  root: RefObject<HTMLElement | null>
  columns: readonly BoardColumn[]
  /** The place of the column in sight at first. */
  first: number
  onPlace: ColumnMenuProps['onPlace']
  onAdd: () => void
}

/** The names of the columns on a phone: a press brings one into sight, whose menu is beside them. */
export function ColumnStrip({ root, columns, first, onPlace, onAdd }: ColumnStripProps) {
  const [place, setPlace] = useState(first)
  const shown = columns[Math.min(place, columns.length - 1)]
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const board = root.current
    if (board === null) return undefined
    const follow = () => setPlace(Math.round(board.scrollLeft / (board.scrollWidth / columns.length)))
    board.addEventListener('scroll', follow, { passive: true })
    return () => board.removeEventListener('scroll', follow)
  }, [root, columns.length])
  useEffect(() => {
    const [row, name] = [strip.current, strip.current?.querySelector<HTMLElement>('[aria-pressed=true]')]
    row?.scrollTo({ left: (name?.offsetLeft ?? 0) - 16, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
    // The name is not read here, but the mark is at another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shown?.id])
  return (
    <div className="bg-paper sticky top-14 z-10 -mx-4 flex items-center gap-1 pr-2">
      <div
        ref={strip}
        // No tab stop of its own in Firefox, because its names are stops.
        tabIndex={-1}
        className="relative flex min-w-0 flex-1 gap-1 overflow-x-auto pl-4"
      >
        {columns.map((column, index) => (
          <button
            key={column.id}
            type="button"
            aria-pressed={column === shown}
            onClick={() => bring(root.current, index, prefersReducedMotion() ? 'instant' : 'smooth')}
            className="touch text-muted aria-pressed:bg-grape-soft aria-pressed:text-grape forced-colors:aria-pressed:underline flex shrink-0 items-center gap-1.5 rounded-control px-2.5 font-bold"
          >
            <span translate="no" aria-hidden>
              {column.emoji}
            </span>
            <span translate="no" dir="auto" className="max-w-40 truncate">
              {column.title}
            </span>
            <span translate="no" aria-hidden className="text-sm font-semibold tabular-nums">
              {column.quests.length}
            </span>
            <span className="sr-only">{texts.held(column.quests.length)}</span>
          </button>
        ))}
        <CreateButton label={texts.addColumn} variant="bare" className="text-muted" onClick={onAdd} />
      </div>
      {shown && (
        <ColumnMenu column={shown} place={columns.indexOf(shown)} columnCount={columns.length} onPlace={onPlace} />
      )}
    </div>
  )
}
