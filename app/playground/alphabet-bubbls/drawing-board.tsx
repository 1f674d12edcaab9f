import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import {
  isCapital,
  isHinted,
  strokeOf,
  type AlphabetBubbls,
  type AlphabetBubblsMove,
} from '#domain/games/alphabet-bubbls/alphabet-bubbls.ts'
import type { Glyph } from '#domain/games/alphabet-bubbls/glyphs.ts'
import { canvasSize, letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import type { Point } from '#domain/games/alphabet-bubbls/pen.ts'
import { nextDotOf, type Direction } from '#domain/games/alphabet-bubbls/trace.ts'
import { alphabetBubbls } from '#texts/alphabetBubbls'
import { useBlockTouchGestures } from '../parts/use-block-touch-gestures.ts'
import { Demonstration } from './demonstration.tsx'
import { inkColours, createInk, type Ink } from './ink.ts'
import { Lines, Numbers, Start } from './signs.tsx'
import { Sparkle } from './sparkle.tsx'

export type DrawingBoardProps = {
  /** The game as last rendered; while the pen is down the current game is ahead of it. */
  state: AlphabetBubbls
  /** Whether the child has not been thinking long about this letter. */
  isQuick: () => boolean
  send: (move: AlphabetBubblsMove) => AlphabetBubbls
  isDemonstrating: boolean
  onDemonstrated: () => void
}

/** The number of points from the start to the target of a hint. */
const ahead = 5

/** The accessible name of the paper: 'Capital A: draw the next dot'. */
export const paperName = (glyph: Glyph): string =>
  (isCapital(glyph) ? alphabetBubbls.drawCapital : alphabetBubbls.drawSmall)(glyph.toUpperCase())

const directionOf: Partial<Record<string, Direction>> = {
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowUp: 'up',
}

/**
 * The paper, for a finger, a mouse, a pen or the arrow keys. Enter or a switch draws up to the next dot, and practises
 * nothing.
 */
export function DrawingBoard({ state, isQuick, send, isDemonstrating, onDemonstrated }: DrawingBoardProps) {
  const board = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const ink = useRef<Ink>(undefined)
  const shown = useRef(state)
  const pen = useRef<{ id: number; toPoint: (event: { clientX: number; clientY: number }) => Point }>(undefined)
  const wasPointer = useRef(false)
  const [inkId, keysId] = [useId(), useId()]
  useBlockTouchGestures(() => pen.current !== undefined)

  useLayoutEffect(() => {
    shown.current = state
    if (canvas.current === null) return
    ink.current ??= createInk(canvas.current)
    ink.current.paint(state)
  }, [state])

  useEffect(() => {
    paper.current?.focus({ preventScroll: true })
    const repaint = () => ink.current?.paint(shown.current)
    const sizes = new ResizeObserver(repaint)
    if (canvas.current !== null) sizes.observe(canvas.current)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', repaint)
    return () => {
      sizes.disconnect()
      dark.removeEventListener('change', repaint)
    }
  }, [])

  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    wasPointer.current = true
    if (pen.current !== undefined || event.button !== 0) return
    const { left, top, width } = event.currentTarget.getBoundingClientRect()
    const toPoint = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => [
      ((clientX - left) * canvasSize) / width,
      ((clientY - top) * canvasSize) / width,
    ]
    const at = toPoint(event)
    if (send({ type: 'down', at }).trace.pen === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    if (board.current !== null) board.current.dataset['drawing'] = ''
    pen.current = { id: event.pointerId, toPoint }
    ink.current?.begin(at)
  }

  const onMove = (event: PointerEvent) => {
    const held = pen.current
    if (held?.id !== event.pointerId) return
    const seen = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const each of seen.length > 0 ? seen : [event.nativeEvent]) {
      const to = held.toPoint(each)
      ink.current?.drawTo(to)
      if (send({ type: 'draw', to }).trace.pen === undefined) return release()
    }
  }

  const release = () => {
    pen.current = undefined
    delete board.current?.dataset['drawing']
  }

  const onUp = (event: PointerEvent) => {
    if (pen.current?.id !== event.pointerId) return
    release()
    if (send({ type: 'lift', isQuick: isQuick() }).misses > shown.current.misses) ink.current?.removeLast()
  }

  const onPress = () => {
    // A click after a pointer event is ignored, because that has drawn already; others come from a switch or a screen
    // reader.
    if (!wasPointer.current) send({ type: 'dot', isQuick: isQuick() })
    wasPointer.current = false
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directionOf[event.key]
    const isDot = event.key === 'Enter' || event.key === ' '
    if (direction === undefined && !isDot) return
    event.preventDefault()
    // A held key draws only one dot.
    if (!event.repeat)
      send(
        direction === undefined
          ? { type: 'dot', isQuick: isQuick() }
          : { type: 'arrow', direction, isQuick: isQuick() },
      )
  }

  const letter = letterOf(state.glyph)
  const stroke = strokeOf(state)
  const next = state.phase === 'tracing' ? nextDotOf(stroke, state.trace) : 0
  const start = state.phase === 'tracing' && !isDemonstrating ? stroke.points[next] : undefined
  const done = letter.strokes[state.stroke - 1]?.points.at(-1)
  const isMissing = state.misses > 0
  return (
    <div
      ref={board}
      translate="no"
      className="group/board border-line bg-panel relative aspect-square w-[min(100cqw,100cqh)] overflow-hidden rounded-tile border-2"
    >
      <svg viewBox={`0 0 ${canvasSize} ${canvasSize}`} aria-hidden className="absolute inset-0 size-full" fill="none">
        <Lines letter={letter} />
      </svg>
      <canvas ref={canvas} className="fill-sunken text-grape absolute inset-0 size-full" />
      <svg
        viewBox={`0 0 ${canvasSize} ${canvasSize}`}
        aria-hidden
        className="pointer-events-none absolute inset-0 size-full"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <linearGradient id={inkId} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2={canvasSize} y2={canvasSize}>
          {inkColours.map((colour, index) => (
            <stop key={colour} offset={index / (inkColours.length - 1)} stopColor={colour} />
          ))}
        </linearGradient>
        {state.phase === 'tracing' && !isDemonstrating && <Numbers letter={letter} after={state.stroke} />}
        {done && <Sparkle key={`${state.turn} ${state.stroke}`} at={done} />}
        {isDemonstrating && (
          <Demonstration
            key={`${state.turn} ${state.demonstrations}`}
            strokes={letter.strokes}
            first={state.stroke}
            last={isMissing ? state.stroke + 1 : letter.strokes.length}
            ink={`url(#${inkId})`}
            onEnd={onDemonstrated}
          />
        )}
        {start && (
          <Start
            key={`${state.turn} ${state.stroke} ${next} ${state.misses}`}
            at={start}
            number={state.stroke + 1}
            towards={stroke.points[next + ahead]}
            isHinted={isHinted(state)}
          />
        )}
      </svg>
      {/* Takes keys in four directions, which a screen reader would keep from a button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={paper}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={paperName(state.glyph)}
        aria-describedby={keysId}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onLostPointerCapture={onUp}
        onClick={onPress}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => event.preventDefault()}
        className="absolute inset-0 touch-none rounded-tile outline-offset-[-6px] select-none"
      >
        {/* Inside, because Orca takes an application without content for a button. */}
        <p id={keysId} className="sr-only">
          {alphabetBubbls.arrowKeys}
        </p>
      </div>
    </div>
  )
}
