import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import {
  alphabetBubbls,
  strokeOf,
  type AlphabetBubbls,
  type AlphabetBubblsMove,
} from './alphabet-bubbls/alphabet-bubbls.ts'
import { bubbleSort, type BubbleSort, type BubbleSortMove } from './bubble-sort/bubble-sort.ts'
import type { Game, GameState } from './game.ts'
import { gameIds, type GameId } from './games.ts'
import { mathSplash, type MathSplash, type MathSplashMove } from './math-splash/math-splash.ts'
import { catalogueOf, type Practice, type SkillGroup } from './practice.ts'
import { isAsked, skillsOf } from './skills.ts'
import { angleOf, isSameTime } from './time-ticker/clock.ts'
import { targetOf } from './time-ticker/questions.ts'
import { timeTicker, type TimeTicker, type TimeTickerMove } from './time-ticker/time-ticker.ts'
import { tileIn, wordPop, type WordPop, type WordPopMove } from './word-pop/word-pop.ts'

const days = ['2026-03-09', '2026-03-10', '2026-03-11'].map((day) => Day.parse(day))
const [today = Day.parse('2026-03-10')] = days.slice(1)

const practiceOf = (id: GameId): fc.Arbitrary<Practice> => {
  const item = fc.constantFrom(...catalogueOf(skillsOf[id] satisfies readonly SkillGroup[]))
  const known = fc.record({ item, box: fc.integer({ min: 1, max: 5 }), dueOn: fc.constantFrom(...days) })
  return fc.record({
    known: fc.uniqueArray(known, { selector: (each) => each.item, maxLength: 12 }),
    today: fc.constant(today),
  })
}

/** Freezes a state, so that a game that writes to it throws. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    for (const part of Object.values(Object.freeze(value))) freeze(part)
  return value
}

/**
 * Plays random runs, and returns how many ended. `movesIn` returns moves to choose from: right, wrong and impossible
 * ones.
 */
function playRuns<State extends GameState, Move>(
  id: GameId,
  game: Game<State, Move>,
  movesIn: (state: State) => readonly [Move, ...Move[]],
): number {
  let ended = 0
  const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  const choices = fc.array(fc.nat({ max: 999 }), { maxLength: 400, size: 'max' })
  const run = fc.property(seeds, fc.option(practiceOf(id), { nil: undefined }), choices, (seed, practice, chosen) => {
    const states = [freeze(game.start(seed, practice))]
    const moves: Move[] = []
    for (const choice of chosen) {
      const before = states.at(-1) as State
      const possible = movesIn(before)
      const move = freeze(possible[choice % possible.length] ?? possible[0])
      const after = freeze(game.play(before, move))
      const { answered } = after
      if (game.isOver(before) && after !== before)
        throw new Error(`${JSON.stringify(move)} changes a game that is over`)
      if (answered !== undefined && !isAsked(id, answered.item))
        throw new Error(`${answered.item} is no item of the game`)
      states.push(after)
      moves.push(move)
    }
    if (game.isOver(states.at(-1) as State)) ended++
    let again = game.start(seed, practice)
    expect([again, ...moves.map((move) => (again = game.play(again, move)))]).toEqual(states)
  })
  fc.assert(run, { numRuns: 60 })
  return ended
}

const next = { type: 'next' } as const

const runs: Record<GameId, () => number> = {
  'alphabet-bubbls': () =>
    playRuns<AlphabetBubbls, AlphabetBubblsMove>('alphabet-bubbls', alphabetBubbls, (state) => {
      const { points } = strokeOf(state)
      const places = [points[0], points[Math.floor(points.length / 2)], points.at(-1), [4, 4] as const].filter(
        (point) => point !== undefined,
      )
      const drawn = places.flatMap((at) => [{ type: 'down', at } as const, { type: 'draw', to: at } as const])
      const dots = [true, false].map((isQuick) => ({ type: 'dot', isQuick }) as const)
      return [
        next,
        ...drawn,
        ...dots,
        ...dots,
        ...(['right', 'down', 'left', 'up'] as const).map(
          (direction) => ({ type: 'arrow', direction, isQuick: true }) as const,
        ),
        { type: 'lift', isQuick: true },
        { type: 'reset' },
        { type: 'help' },
        { type: 'skip' },
      ]
    }),
  'time-ticker': () =>
    playRuns<TimeTicker, TimeTickerMove>('time-ticker', timeTicker, ({ question, hands }) => {
      const target = targetOf(question)
      const right = question.options.findIndex((option) => isSameTime(option, target))
      const chosen = [right, right, right, 0, 1, 7].map(
        (option) => ({ type: 'choose', option, isQuick: true }) as const,
      )
      const put = (['minute', 'hour'] as const).map(
        (hand) => ({ type: 'put', hand, degrees: angleOf(hand, target) }) as const,
      )
      const check = { type: 'check', isQuick: false } as const
      const turned = [
        { type: 'turn', hand: 'minute', degrees: 351.5 } as const,
        { type: 'step', hand: 'hour', steps: -1 } as const,
      ]
      const leading = question.mode !== 'setclock' ? chosen : isSameTime(hands, target) ? [check, check, check] : put
      return [next, next, ...leading, ...leading, ...leading, check, ...chosen.slice(3), ...turned, { type: 'showMe' }]
    }),
  'bubble-sort': () =>
    playRuns<BubbleSort, BubbleSortMove>('bubble-sort', bubbleSort, ({ objects, targets }) => {
      const [{ id, correctTarget } = { id: 99, correctTarget: 'nowhere' }] = objects
      const places = [correctTarget, correctTarget, correctTarget, ...targets.map((target) => target.id), 'nowhere']
      const drops = places.map((target) => ({ type: 'drop', object: id, target, isQuick: true }) as const)
      return [next, next, next, ...drops, { type: 'drop', object: 99, target: 'blue', isQuick: false }]
    }),
  'word-pop': () =>
    playRuns<WordPop, WordPopMove>('word-pop', wordPop, (state) => {
      const slot = state.slots.indexOf(undefined)
      const right =
        state.pool.find(({ id, letter }) => letter === state.word[slot] && !state.slots.includes(id))?.id ?? 99
      const places = [right, right, right, right, right, right, 0, 99].map(
        (tile) => ({ type: 'place', tile, isQuick: true }) as const,
      )
      const wrong = state.slots.findIndex(
        (_, each) => tileIn(state, each) !== undefined && tileIn(state, each)?.letter !== state.word[each],
      )
      return [
        next,
        next,
        ...places,
        { type: 'place', tile: 1, slot: 1, isQuick: false },
        { type: 'giveBack', slot: wrong },
        { type: 'giveBack', slot: 0 },
      ]
    }),
  'math-splash': () =>
    playRuns<MathSplash, MathSplashMove>('math-splash', mathSplash, ({ question }) => {
      const answers = [...question.answers, 99].map((answer) => ({ type: 'answer', answer, isQuick: true }) as const)
      return [next, next, ...answers, { type: 'toggleHelp' }]
    }),
}

test.each(gameIds)('%s plays any moves to the same states again, writes to no state, and stays over', (id) => {
  expect(runs[id]()).toBeGreaterThan(0)
})
