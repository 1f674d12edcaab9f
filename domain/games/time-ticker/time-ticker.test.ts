import { expect, test } from 'vitest'
import { Day } from '../../contract/days.ts'
import { digital, isSameTime } from './clock.ts'
import { targetOf } from './questions.ts'
import { levelOfGame, timeTicker, type TimeTicker, type TimeTickerMove } from './time-ticker.ts'

const { start, play, isOver } = timeTicker
const today = Day.parse('2026-03-10')
const played = (state: TimeTicker, ...moves: TimeTickerMove[]) => moves.reduce(play, state)

/** A game whose first question is of a mode. */
const gameOf = (mode: string) => {
  for (let seed = 0; ; seed++) if (start(seed).question.mode === mode) return start(seed)
}

function answer(state: TimeTicker, isQuick = true): TimeTicker {
  const { question } = state
  const target = targetOf(question)
  if (question.mode !== 'setclock')
    return play(state, {
      type: 'choose',
      option: question.options.findIndex((each) => isSameTime(each, target)),
      isQuick,
    })
  let set = state
  while (set.hands.minutes !== target.minutes) set = play(set, { type: 'step', hand: question.level.snapped, steps: 1 })
  while (set.hands.hours !== target.hours)
    set = play(set, { type: 'step', hand: 'hour', steps: question.level.id === 'halfhour' ? 2 : 1 })
  return play(set, { type: 'check', isQuick })
}

const miss = (state: TimeTicker): TimeTicker =>
  play(
    state,
    state.question.mode === 'setclock'
      ? { type: 'check', isQuick: true }
      : {
          type: 'choose',
          option: (state.question.options.findIndex((each) => isSameTime(each, targetOf(state.question))) + 1) % 3,
          isQuick: true,
        },
  )

const rightly = (state: TimeTicker) => play(answer(state), { type: 'next' })

test('three correct answers raise the level, through all five, in every mode; the last one stays', () => {
  for (let seed = 0; seed < 40; seed++) {
    let state = start(seed)
    const levels: string[] = []
    for (let question = 0; question < 20; question++) {
      levels.push(levelOfGame(state).id)
      const modes = new Set([state.question.mode])
      expect(digital(state.hands)).not.toBe(digital(targetOf(state.question)))
      state = rightly(state)
      if (question % 3 === 0) expect(modes.add(state.question.mode).add(rightly(state).question.mode).size).toBe(3)
      expect([state.points, state.streak]).toEqual([(question + 1) * 10, question + 1])
    }
    expect(levels.filter((_, index) => index % 3 === 0)).toEqual([
      'oclock',
      'halfhour',
      'quarter',
      'fiveminute',
      'tominute',
      'tominute',
      'tominute',
    ])
    expect(isOver(state)).toBe(false)
  }
})

test('a wrong answer is shown, costs the streak alone, and the same question waits', () => {
  for (const mode of ['setclock', 'readclock', 'matchtime']) {
    const started = gameOf(mode)
    const second = { ...started, points: 10, streak: 1 }
    const missed = miss(second)
    expect(missed).toMatchObject({ verdict: 'wrong', points: 10, streak: 0, misses: 1 })
    expect(missed.answered).toEqual({ item: ':00', isRight: false, isQuick: true })
    const again = play(missed, { type: 'next' })
    expect(again).toMatchObject({ verdict: undefined, chosen: undefined, question: started.question })
    const found = answer(again)
    expect(found).toMatchObject({ verdict: 'right', points: 20, streak: 1 })
    expect(found.answered).toBe(missed.answered)
  }
})

test('nothing moves while an answer is shown', () => {
  const done = answer(gameOf('setclock'))
  const moves: TimeTickerMove[] = [
    { type: 'step', hand: 'hour', steps: 1 },
    { type: 'put', hand: 'hour', degrees: 90 },
    { type: 'check', isQuick: true },
    { type: 'choose', option: 0, isQuick: true },
    { type: 'showMe' },
  ]
  for (const move of moves) expect(play(done, move)).toBe(done)
  const chosen = answer(gameOf('readclock'))
  expect(play(chosen, { type: 'choose', option: 0, isQuick: true })).toBe(chosen)
})

test('hands belong to setting alone, options to choosing; an early next does nothing', () => {
  const reading = gameOf('readclock')
  expect(
    played(
      reading,
      { type: 'step', hand: 'hour', steps: 1 },
      { type: 'check', isQuick: true },
      { type: 'showMe' },
      { type: 'next' },
    ),
  ).toBe(reading)
  const setting = gameOf('setclock')
  expect(played(setting, { type: 'choose', option: 0, isQuick: true }, { type: 'next' })).toBe(setting)
})

test('who was shown still earns the points, but has not known it', () => {
  const shown = answer(play(gameOf('setclock'), { type: 'showMe' }))
  expect(shown).toMatchObject({ verdict: 'right', points: 10, answered: { isRight: false } })
  expect(play(shown, { type: 'next' }).isHelped).toBe(false)
})

test('slow or quick comes from who measures it', () => {
  expect(answer(start(1), false).answered).toEqual({ item: ':00', isRight: true, isQuick: false })
})

test('practice asks what is due, a missed one again, and ends', () => {
  const known = [':45', ':05', 'to the minute'].map((item) => ({ item, box: 1, dueOn: today }))
  let state = start(4, { known, today })
  const asked: string[] = []
  while (!isOver(state) && asked.length < 20) {
    state = asked.length === 0 ? play(miss(state), { type: 'next' }) : state
    const done = answer(state)
    asked.push(done.answered?.item ?? '')
    state = play(done, { type: 'next' })
  }
  expect(isOver(state)).toBe(true)
  expect(new Set(asked)).toEqual(new Set([':45', ':05', 'to the minute', ':00', ':30', ':15', ':10']))
  expect(asked.filter((item) => item === asked[0]).length).toBeGreaterThan(1)
  expect(play(state, { type: 'next' })).toBe(state)
})
