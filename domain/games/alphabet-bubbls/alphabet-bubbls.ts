import type { Chance } from '../chance.ts'
import type { Game, GameState, ItemResult, Next } from '../game.ts'
import { afterAnswer, roundOf, type Practice, type Round } from '../practice.ts'
import { capitalLetters, smallLetters, type Glyph } from './glyphs.ts'
import { letterOf, type Stroke } from './letters.ts'
import type { Point } from './pen.ts'
import { catalogue } from './skills.ts'
import {
  canBegin,
  isAdvancing,
  isDrawn,
  isLong,
  isTowardsNextDot,
  nextDotOf,
  emptyTrace,
  penDown,
  penTo,
  penUp,
  type Direction,
  type Trace,
} from './trace.ts'

export const letterCount = capitalLetters.length
/** Duration of the 'Amazing!' screen. */
export const celebrationMs = 2000
/** Duration of a finished capital before its small letter. */
export const finishedCapitalMs = 900

const noStroke: Stroke = { points: [] }
const missesToHint = 2
const missesToDemonstration = 3

export type AlphabetBubbls = GameState & {
  glyph: Glyph
  /** The index of the letter in this game, from 0: a round of practice may repeat a letter. */
  turn: number
  /** The index of the stroke to draw; the number of strokes when all are drawn. */
  stroke: number
  trace: Trace
  /** The trace before the pen went down. */
  beforePen: Trace
  /** Failed attempts in a row at this stroke. */
  misses: number
  /** Whether this letter needed a hint or another demonstration. */
  isHelped: boolean
  /** Whether a part of this letter was drawn by a press that leads on by itself; it is not recorded. */
  isGuided: boolean
  /** How many demonstrations of this letter were asked for; each increase plays one. */
  demonstrations: number
  /** Only `tracing` accepts drawing; `over` follows the last letter. */
  phase: 'tracing' | 'whole' | 'amazing' | 'over'
}

export type AlphabetBubblsMove =
  | { type: 'down'; at: Point }
  | { type: 'draw'; to: Point }
  /** `isQuick`: the child has not been thinking long about this letter. */
  | { type: 'lift'; isQuick: boolean }
  /** A key or a switch that draws to the next dot, wherever it is. */
  | { type: 'dot'; isQuick: boolean }
  /** An arrow key: draws to the next dot if that is in its direction. */
  | { type: 'arrow'; direction: Direction; isQuick: boolean }
  | { type: 'reset' }
  | { type: 'help' }
  | { type: 'skip' }
  | Next

function start(seed: Chance, practice?: Practice): AlphabetBubbls {
  const round = practice && roundOf(catalogue, practice, seed)
  return startLetter(round, (round?.queue[0] as Glyph | undefined) ?? 'A', 0)
}

function play(state: AlphabetBubbls, move: AlphabetBubblsMove): AlphabetBubbls {
  if (move.type === 'next') return next(state)
  if (state.phase !== 'tracing') return state
  const stroke = strokeOf(state)
  switch (move.type) {
    case 'down':
      if (!canBegin(stroke, state.trace, move.at)) return missed(state)
      return { ...state, beforePen: state.trace, trace: penDown(stroke, state.trace, move.at) }
    case 'draw':
      if (state.trace.pen === undefined) return state
      return { ...state, trace: penTo(stroke, state.trace, move.to) }
    case 'lift': {
      if (state.trace.pen === undefined) return state
      if (isDrawn(state.trace)) return strokeDone(state, move.isQuick)
      return isAdvancing(state.trace) ? { ...state, trace: penUp(state.trace), misses: 0 } : refused(state)
    }
    case 'dot':
      return drawDot({ ...state, isGuided: true }, move.isQuick)
    case 'arrow': {
      if (!isTowardsNextDot(stroke, state.trace, move.direction)) return missed(state)
      // The first arrow of a stroke puts the pen down at its start, and goes on.
      const begun = state.trace.reached < 0 ? drawDot(state, move.isQuick) : state
      return begun.stroke === state.stroke ? drawDot(begun, move.isQuick) : begun
    }
    case 'reset':
      return { ...state, trace: emptyTrace(stroke) }
    case 'help':
      return { ...state, isHelped: true, demonstrations: state.demonstrations + 1 }
    case 'skip':
      return skipped(state)
  }
}

/** Draws to the next dot of the stroke. */
function drawDot(state: AlphabetBubbls, isQuick: boolean): AlphabetBubbls {
  const stroke = strokeOf(state)
  const at = stroke.points[nextDotOf(stroke, state.trace)]
  if (at === undefined) return state
  return play(play({ ...state, trace: penUp(state.trace) }, { type: 'down', at }), { type: 'lift', isQuick })
}

/** Returns the stroke to draw; one without points when the letter is finished. */
export const strokeOf = ({ glyph, stroke }: Pick<AlphabetBubbls, 'glyph' | 'stroke'>): Stroke =>
  letterOf(glyph).strokes[stroke] ?? noStroke

/** Returns a letter's place in the alphabet, from 1. */
export const letterNumberOf = (glyph: Glyph): number => indexOf(glyph) + 1

export const isCapital = (glyph: Glyph): boolean => glyph === glyph.toUpperCase()

/** Whether the last letter is drawn, at the end of the alphabet: the letters before may have been skipped. */
export const isLastDrawn = (state: AlphabetBubbls): boolean => state.stroke === letterOf(state.glyph).strokes.length

/** Whether to show a hint at the beginning of the stroke. */
export const isHinted = ({ misses }: AlphabetBubbls): boolean => misses >= missesToHint

/** Whether a letter was drawn in `ms` without long thought; more strokes may take longer. */
export const isQuick = (glyph: Glyph, ms: number): boolean => ms <= 4000 * (1 + letterOf(glyph).strokes.length)

const indexOf = (glyph: Glyph) => capitalLetters.findIndex((letter) => letter === glyph.toUpperCase())

function startLetter(round: Round | undefined, glyph: Glyph, turn: number): AlphabetBubbls {
  const trace = emptyTrace(strokeOf({ glyph, stroke: 0 }))
  return {
    round,
    glyph,
    turn,
    stroke: 0,
    trace,
    beforePen: trace,
    misses: 0,
    isHelped: false,
    isGuided: false,
    demonstrations: 1,
    phase: 'tracing',
    answered: undefined,
  }
}

function strokeDone(state: AlphabetBubbls, isQuick: boolean): AlphabetBubbls {
  const stroke = state.stroke + 1
  const next = { ...state, stroke, misses: 0, trace: emptyTrace(strokeOf({ glyph: state.glyph, stroke })) }
  if (stroke < letterOf(state.glyph).strokes.length) return next
  const answered = state.isGuided ? undefined : { item: state.glyph, isRight: !state.isHelped, isQuick }
  return { ...next, phase: state.round === undefined && isCapital(state.glyph) ? 'whole' : 'amazing', answered }
}

/** Removes a failed attempt; after more than a short touch the stroke is demonstrated at once. */
function refused(state: AlphabetBubbls): AlphabetBubbls {
  const back = { ...state, trace: state.beforePen }
  if (!isLong(state.trace)) return missed(back)
  return {
    ...back,
    misses: Math.max(missesToHint, state.misses + 1),
    isHelped: true,
    demonstrations: state.demonstrations + 1,
  }
}

function missed(state: AlphabetBubbls): AlphabetBubbls {
  const misses = state.misses + 1
  return {
    ...state,
    misses,
    isHelped: state.isHelped || misses >= missesToHint,
    demonstrations: state.demonstrations + (misses % missesToDemonstration === 0 ? 1 : 0),
  }
}

function next(state: AlphabetBubbls): AlphabetBubbls {
  if (state.phase === 'whole') return startLetter(undefined, smallLetters[indexOf(state.glyph)] ?? 'a', state.turn + 1)
  if (state.phase === 'amazing') return nextLetter(state, !state.isHelped && !state.isGuided)
  return state
}

function skipped(state: AlphabetBubbls): AlphabetBubbls {
  const answered: ItemResult = { item: state.glyph, isRight: false, isQuick: false, isSkipped: true }
  return { ...nextLetter(state, false), answered: state.round && answered }
}

/** Returns the game at the next letter of the alphabet, or of the round. */
function nextLetter(state: AlphabetBubbls, isRight: boolean): AlphabetBubbls {
  const round = state.round && afterAnswer(state.round, isRight)
  const glyph = round === undefined ? capitalLetters[indexOf(state.glyph) + 1] : (round.queue[0] as Glyph | undefined)
  return glyph === undefined ? { ...state, round, phase: 'over' } : startLetter(round, glyph, state.turn + 1)
}

export const alphabetBubbls: Game<AlphabetBubbls, AlphabetBubblsMove> = {
  start,
  play,
  isOver: ({ phase }) => phase === 'over',
}
