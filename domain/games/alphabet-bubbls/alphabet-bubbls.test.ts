import { describe, expect, test } from 'vitest'
import { Day } from '../../contract/days.ts'
import {
  alphabetBubbls,
  celebrationMs,
  isHinted,
  isLastDrawn,
  isQuick,
  letterCount,
  letterNumberOf,
  strokeOf,
  type AlphabetBubbls,
  type AlphabetBubblsMove,
} from './alphabet-bubbls.ts'
import { capitalLetters, smallLetters } from './glyphs.ts'
import { canvasSize, dotsOf, letterOf } from './letters.ts'
import { angleFrom, type Point } from './pen.ts'
import { catalogue, skills } from './skills.ts'
import { nextDotOf, type Direction } from './trace.ts'

const { start, play, isOver } = alphabetBubbls
const today = Day.parse('2026-03-10')
const corner: Point = [4, 4]
const lift = { type: 'lift', isQuick: true } as const
const dot = { type: 'dot', isQuick: true } as const

const moves = (game: AlphabetBubbls, ...all: AlphabetBubblsMove[]) => all.reduce(play, game)
const startOf = (game: AlphabetBubbls): Point => strokeOf(game).points[0] ?? corner

/** Draws the requested stroke in one movement. */
const drawStroke = (game: AlphabetBubbls) =>
  moves(
    game,
    { type: 'down', at: startOf(game) },
    ...strokeOf(game).points.map((to): AlphabetBubblsMove => ({ type: 'draw', to })),
    lift,
  )

function drawLetter(game: AlphabetBubbls): AlphabetBubbls {
  let drawn = game
  for (let strokes = letterOf(game.glyph).strokes.length; strokes > 0; strokes--) drawn = drawStroke(drawn)
  return drawn
}

const directions = ['right', 'down', 'left', 'up'] as const
const arrow = (direction: Direction) => ({ type: 'arrow', direction, isQuick: true }) as const

/** Returns the arrow from the last dot to the next one, as a child sees it on the paper. */
function arrowOf(game: AlphabetBubbls) {
  const stroke = strokeOf(game)
  const dots = dotsOf(stroke)
  const next = Math.max(1, dots.indexOf(nextDotOf(stroke, game.trace)))
  const [from = corner, to = from] = [stroke.points[dots[next - 1] ?? 0], stroke.points[dots[next] ?? 0]]
  return directions[(Math.round(angleFrom(from, to) / 90) + 4) % 4] ?? 'right'
}

/** Puts the pen down where no stroke begins. */
const miss: AlphabetBubblsMove[] = [{ type: 'down', at: corner }, lift]

test('26 letters, on a paper of 400 units, each cheered for 2 seconds', () => {
  expect([letterCount, canvasSize, celebrationMs]).toEqual([26, 400, 2000])
})

describe('from A to Z', () => {
  test('A is drawn stroke by stroke, then a, then all is Amazing, then B', () => {
    let game = start(1)
    expect(game).toMatchObject({ glyph: 'A', stroke: 0, phase: 'tracing', demonstrations: 1 })
    game = drawStroke(game)
    expect(game).toMatchObject({ glyph: 'A', stroke: 1, phase: 'tracing' })
    game = drawStroke(drawStroke(game))
    expect(game).toMatchObject({ glyph: 'A', stroke: 3, phase: 'whole' })
    game = play(game, { type: 'next' })
    expect(game).toMatchObject({ glyph: 'a', stroke: 0, phase: 'tracing' })
    game = drawLetter(game)
    expect(game).toMatchObject({ glyph: 'a', phase: 'amazing' })
    expect(play(game, { type: 'next' })).toMatchObject({ glyph: 'B', stroke: 0, phase: 'tracing' })
  })

  test('all 52 letters are drawn to the end, each once', () => {
    let game = start(1)
    const drawn: string[] = []
    while (!isOver(game)) {
      drawn.push(game.glyph)
      expect(letterNumberOf(game.glyph)).toBe(Math.ceil(drawn.length / 2))
      game = play(drawLetter(game), { type: 'next' })
    }
    expect(drawn.join('')).toBe(capitalLetters.map((letter, index) => `${letter}${smallLetters[index]}`).join(''))
    expect(game.glyph).toBe('z')
  })

  test('all of it dot by dot, without a pen', () => {
    let game = start(1)
    let presses = 0
    for (; !isOver(game) && presses < 1000; presses++) {
      game = play(game, game.phase === 'tracing' ? dot : { type: 'next' })
      // A press that leads on by itself shows nothing of what the child knows.
      expect(game.answered).toBeUndefined()
    }
    expect(isOver(game)).toBe(true)
    expect(presses).toBeLessThan(700)
  })

  test('arrow keys draw each letter, right at the first try', () => {
    let game = start(1)
    const answered: unknown[] = []
    for (let presses = 0; !isOver(game) && presses < 1000; presses++) {
      game = play(game, game.phase === 'tracing' ? arrow(arrowOf(game)) : { type: 'next' })
      if (game.phase !== 'tracing' && game.answered) answered.push(game.answered)
    }
    expect(new Set(answered)).toEqual(
      new Set([...capitalLetters, ...smallLetters].map((item) => ({ item, isRight: true, isQuick: true }))),
    )
  })

  test('arrows that lead away are misses: pressed in turn, they draw next to no letter without help', () => {
    expect(moves(start(1), arrow('up'))).toMatchObject({ misses: 1, stroke: 0, isHelped: false })
    expect(isHinted(moves(start(1), arrow('up'), arrow('up')))).toBe(true)
    let game = start(1)
    let right = 0
    for (let presses = 0; !isOver(game) && presses < 5000; presses++) {
      game = play(game, game.phase === 'tracing' ? arrow(directions[presses % 4] ?? 'up') : { type: 'next' })
      if (game.phase !== 'tracing' && game.answered?.isRight) right++
    }
    expect(isOver(game)).toBe(true)
    expect(right).toBeLessThan(5)
  })

  test('only the letter z that is drawn is congratulated', () => {
    let game = start(1)
    for (let skips = 0; skips < 25; skips++) game = play(game, { type: 'skip' })
    expect(isLastDrawn(play(game, { type: 'skip' }))).toBe(false)
    const drawn = play(drawLetter(play(drawLetter(game), { type: 'next' })), { type: 'next' })
    expect([isOver(drawn), isLastDrawn(drawn)]).toEqual([true, true])
  })

  test('skipping leads to the next letter, from the last one to the end', () => {
    let game = play(start(1), { type: 'skip' })
    expect(game.glyph).toBe('B')
    game = play(play(drawLetter(game), { type: 'next' }), { type: 'skip' })
    expect(game.glyph).toBe('C')
    for (let skips = 0; skips < 23; skips++) game = play(game, { type: 'skip' })
    expect(game).toMatchObject({ glyph: 'Z', phase: 'tracing' })
    expect(isOver(play(game, { type: 'skip' }))).toBe(true)
  })

  test('nothing can be drawn while a letter is looked at or cheered', () => {
    const whole = drawLetter(start(1))
    for (const move of [
      dot,
      { type: 'skip' },
      { type: 'reset' },
      { type: 'help' },
      ...miss,
    ] satisfies AlphabetBubblsMove[])
      expect(play(whole, move)).toBe(whole)
    expect(play(start(1), { type: 'next' })).toEqual(start(1))
  })
})

describe('a stroke', () => {
  test('is judged when the pen is lifted: what follows without a lift belongs to it', () => {
    const game = start(1)
    const { points } = strokeOf(game)
    const drawn = moves(
      game,
      { type: 'down', at: startOf(game) },
      ...points.map((to): AlphabetBubblsMove => ({ type: 'draw', to })),
    )
    expect(drawn.stroke).toBe(0)
    expect(play(drawn, lift).stroke).toBe(1)
    expect(moves(drawn, { type: 'draw', to: [390, 10] }, { type: 'draw', to: [10, 10] }, lift).stroke).toBe(0)
  })

  test('that is refused is taken away, and shown at once; a touch in passing is only a miss', () => {
    const game = start(1)
    const begun = moves(
      game,
      { type: 'down', at: startOf(game) },
      { type: 'draw', to: strokeOf(game).points[6] ?? corner },
      lift,
    )
    const scribbled = moves(
      begun,
      { type: 'down', at: startOf(game) },
      { type: 'draw', to: [390, 10] },
      { type: 'draw', to: [10, 200] },
      lift,
    )
    expect(scribbled).toMatchObject({ stroke: 0, trace: begun.trace, misses: 2, isHelped: true, demonstrations: 2 })
    expect(isHinted(scribbled)).toBe(true)
    const touched = moves(begun, { type: 'down', at: startOf(game) }, lift)
    expect(touched).toMatchObject({ trace: begun.trace, misses: 1, isHelped: false, demonstrations: 1 })
  })

  test('ink beside the way takes nothing away; Reset Stroke takes this stroke', () => {
    const game = drawStroke(start(1))
    const { points } = strokeOf(game)
    const begun = moves(game, { type: 'down', at: startOf(game) }, { type: 'draw', to: points[6] ?? corner }, lift)
    const kept = begun.trace.covered.filter(Boolean).length
    expect(kept).toBeGreaterThan(5)
    const strayed = moves(begun, { type: 'down', at: startOf(game) }, { type: 'draw', to: [390, 10] }, lift)
    expect(strayed.trace.covered.filter(Boolean).length).toBeGreaterThanOrEqual(kept)
    expect(play(strayed, { type: 'reset' })).toMatchObject({ stroke: 1, trace: game.trace })
  })

  test('two misses bring a hint, the third one the demonstration again; what leads on ends them', () => {
    const one = moves(start(1), ...miss)
    expect(one.trace).toEqual(start(1).trace)
    expect([one.misses, isHinted(one), one.isHelped, one.demonstrations]).toEqual([1, false, false, 1])
    const two = moves(one, ...miss)
    expect([isHinted(two), two.isHelped, two.demonstrations]).toEqual([true, true, 1])
    const three = moves(two, ...miss)
    expect([isHinted(three), three.demonstrations]).toEqual([true, 2])
    const again = play(three, dot)
    expect([isHinted(again), again.isHelped]).toEqual([false, true])
    expect(moves(three, ...miss, ...miss, ...miss).demonstrations).toBe(3)
  })
})

describe('practice', () => {
  const known = [{ item: 'B', box: 1, dueOn: today }]

  test('asks for the letters of the round, each followed by Amazing, and ends with it', () => {
    let game = start(3, { known, today })
    expect(game.glyph).toBe('B')
    const asked: string[] = []
    const turns = new Set<number>()
    while (!isOver(game)) {
      asked.push(game.glyph)
      turns.add(game.turn)
      game = drawLetter(game)
      expect(game.phase).toBe('amazing')
      game = play(game, { type: 'next' })
    }
    expect(asked).toEqual(['B', 'A', 'C', 'D', 'E', 'B', 'A', 'C'])
    expect(turns.size).toBe(8)
  })

  test('a letter that needed help or was skipped comes again', () => {
    const game = start(3, { known, today })
    const helped = play(drawLetter(play(game, { type: 'help' })), { type: 'next' })
    expect(helped.round?.missed).toEqual({ B: 1 })
    expect(play(game, { type: 'skip' }).round?.missed).toEqual({ B: 1 })
    expect(play(drawLetter(play(game, dot)), { type: 'next' }).round?.missed).toEqual({ B: 1 })
    expect(play(drawLetter(game), { type: 'next' }).round?.missed).toEqual({})
  })

  test('a drawn letter is answered once, right without help; a skipped one as skipped', () => {
    const game = start(3, { known, today })
    const drawn = drawLetter(game)
    expect(drawn.answered).toEqual({ item: 'B', isRight: true, isQuick: true })
    expect(play(drawn, { type: 'next' }).answered).toBeUndefined()
    expect(drawLetter(play(game, { type: 'help' })).answered).toMatchObject({ item: 'B', isRight: false })
    expect(play(drawStroke(game), { ...dot, isQuick: false }).answered).toBeUndefined()
    expect(play(game, { type: 'skip' })).toMatchObject({
      turn: 1,
      answered: { item: 'B', isRight: false, isQuick: false, isSkipped: true },
    })
    expect(play(start(1), { type: 'skip' }).answered).toBeUndefined()
  })

  test('the catalogue holds the 52 letters, the small ones by family', () => {
    expect(new Set(catalogue).size).toBe(52)
    expect(catalogue.toSorted()).toEqual([...capitalLetters, ...smallLetters].toSorted())
    expect(skills.map(({ id, items }) => [id, items.length])).toEqual([
      ['capital', 26],
      ['small', 26],
    ])
    expect(skills[1]?.items.slice(0, 5)).toEqual(['c', 'o', 'a', 'd', 'g'])
  })

  test('quick is 8 seconds for one stroke, longer for more', () => {
    expect([isQuick('c', 8000), isQuick('c', 8001), isQuick('E', 20_000), isQuick('E', 20_001)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
})
