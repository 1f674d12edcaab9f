import type { Chance } from '../chance.ts'
import { afterAnswer, roundOf, type Practice, type Round } from '../practice.ts'
import { capitalLetters, smallLetters, type Glyph } from './glyphs.ts'
import { letterOf, type Stroke } from './letters.ts'
import type { Point } from './pen.ts'
import { catalogue } from './skills.ts'
import { canBegin, isAdvancing, isDrawn, isLong, nextDotOf, nothingDrawn, penDown, penTo, penUp, type Trace } from './trace.ts'

export const letterCount = capitalLetters.length
/** Duration of the 'Amazing!' screen. */
export const celebrationMs = 2000
/** Duration of a finished capital before its small letter. */
export const finishedCapitalMs = 900

const noStroke: Stroke = { points: [] }
const missesToHint = 2
const missesToDemonstration = 3

export type AlphabetBubbls = {
  /** The round of practice; undefined from A to Z. */
  round: Round | undefined
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
  /** How many demonstrations of this letter were asked for; each increase plays one. */
  demonstrations: number
  /** Only `tracing` accepts drawing; `over` follows the last letter. */
  phase: 'tracing' | 'whole' | 'amazing' | 'over'
}

export type Move =
  | { type: 'down'; at: Point }
  | { type: 'draw'; to: Point }
  | { type: 'lift' }
  /** The next dot was chosen by a key or a switch. */
  | { type: 'dot' }
  | { type: 'reset' }
  | { type: 'help' }
  | { type: 'skip' }
  /** The time of the finished letter or the cheer has passed. */
  | { type: 'next' }

export function begin(chance: Chance, practice?: Practice): AlphabetBubbls {
  const round = practice && roundOf(catalogue, practice, chance)
  return atGlyph(round, (round?.queue[0] as Glyph | undefined) ?? 'A', 0)
}

/** Returns the game after a move; a move that the phase does not accept changes nothing. */
export function play(game: AlphabetBubbls, move: Move): AlphabetBubbls {
  if (move.type === 'next') return afterShowing(game)
  if (game.phase !== 'tracing') return game
  const stroke = strokeOf(game)
  switch (move.type) {
    case 'down':
      if (!canBegin(stroke, game.trace, move.at)) return missed(game)
      return { ...game, beforePen: game.trace, trace: penDown(stroke, game.trace, move.at) }
    case 'draw':
      if (game.trace.pen === undefined) return game
      return { ...game, trace: penTo(stroke, game.trace, move.to) }
    case 'lift': {
      if (game.trace.pen === undefined) return game
      if (isDrawn(game.trace)) return strokeDone(game)
      return isAdvancing(game.trace) ? { ...game, trace: penUp(game.trace), misses: 0 } : refused(game)
    }
    case 'dot': {
      const dot = stroke.points[nextDotOf(stroke, game.trace)]
      return dot === undefined ? game : play(play({ ...game, trace: penUp(game.trace) }, { type: 'down', at: dot }), { type: 'lift' })
    }
    case 'reset':
      return { ...game, trace: nothingDrawn(stroke) }
    case 'help':
      return { ...game, isHelped: true, demonstrations: game.demonstrations + 1 }
    case 'skip':
      return skipped(game)
  }
}

/** Returns the stroke to draw; one without points when the letter is finished. */
export const strokeOf = ({ glyph, stroke }: Pick<AlphabetBubbls, 'glyph' | 'stroke'>): Stroke => letterOf(glyph).strokes[stroke] ?? noStroke

/** Returns a letter's place in the alphabet, from 1. */
export const letterNumberOf = (glyph: Glyph): number => indexOf(glyph) + 1

export const isCapital = (glyph: Glyph): boolean => glyph === glyph.toUpperCase()

/** Whether to show a hint at the beginning of the stroke. */
export const isHinted = ({ misses }: AlphabetBubbls): boolean => misses >= missesToHint

/** Whether a letter was drawn in `ms` without long thought; more strokes may take longer. */
export const isQuick = (glyph: Glyph, ms: number): boolean => ms <= 4000 * (1 + letterOf(glyph).strokes.length)

const indexOf = (glyph: Glyph) => capitalLetters.findIndex((letter) => letter === glyph.toUpperCase())

function atGlyph(round: Round | undefined, glyph: Glyph, turn: number): AlphabetBubbls {
  const trace = nothingDrawn(strokeOf({ glyph, stroke: 0 }))
  return { round, glyph, turn, stroke: 0, trace, beforePen: trace, misses: 0, isHelped: false, demonstrations: 1, phase: 'tracing' }
}

function strokeDone(game: AlphabetBubbls): AlphabetBubbls {
  const stroke = game.stroke + 1
  const next = { ...game, stroke, misses: 0, trace: nothingDrawn(strokeOf({ glyph: game.glyph, stroke })) }
  if (stroke < letterOf(game.glyph).strokes.length) return next
  return { ...next, phase: game.round === undefined && isCapital(game.glyph) ? 'whole' : 'amazing' }
}

/** Removes a failed attempt; after more than a short touch the stroke is demonstrated at once. */
function refused(game: AlphabetBubbls): AlphabetBubbls {
  const back = { ...game, trace: game.beforePen }
  if (!isLong(game.trace)) return missed(back)
  return { ...back, misses: Math.max(missesToHint, game.misses + 1), isHelped: true, demonstrations: game.demonstrations + 1 }
}

function missed(game: AlphabetBubbls): AlphabetBubbls {
  const misses = game.misses + 1
  return {
    ...game,
    misses,
    isHelped: game.isHelped || misses >= missesToHint,
    demonstrations: game.demonstrations + (misses % missesToDemonstration === 0 ? 1 : 0),
  }
}

function afterShowing(game: AlphabetBubbls): AlphabetBubbls {
  if (game.phase === 'whole') return atGlyph(undefined, smallLetters[indexOf(game.glyph)] ?? 'a', game.turn + 1)
  if (game.phase === 'amazing') return afterGlyph(game, !game.isHelped)
  return game
}

const skipped = (game: AlphabetBubbls) => afterGlyph(game, false)

/** Returns the game at the next letter of the alphabet, or of the round. */
function afterGlyph(game: AlphabetBubbls, isRight: boolean): AlphabetBubbls {
  const round = game.round && afterAnswer(game.round, isRight)
  const glyph = round === undefined ? capitalLetters[indexOf(game.glyph) + 1] : (round.queue[0] as Glyph | undefined)
  return glyph === undefined ? { ...game, round, phase: 'over' } : atGlyph(round, glyph, game.turn + 1)
}
