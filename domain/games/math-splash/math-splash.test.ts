import { expect, test } from 'vitest'
import { Day } from '../../contract/days.ts'
import { hasHelp, isLevelUp, mathSplash, type MathSplash } from './math-splash.ts'

const { start, play, isOver } = mathSplash
const today = Day.parse('2026-03-10')

const answer = (state: MathSplash, isQuick = true) =>
  play(state, { type: 'answer', answer: state.question.correctAnswer, isQuick })
const miss = (state: MathSplash) =>
  play(state, {
    type: 'answer',
    answer: state.question.answers.find((each) => each !== state.question.correctAnswer) ?? -1,
    isQuick: true,
  })
const rightly = (state: MathSplash) => play(answer(state), { type: 'next' })
const after = (state: MathSplash, answers: number) => Array.from({ length: answers }).reduce<MathSplash>(rightly, state)

test('six correct answers raise the level, through all five; the fifth one stays', () => {
  let state = start(1)
  const levels: number[] = []
  for (let answers = 0; answers < 40; answers++) {
    expect(state.question.level).toBe(state.level)
    levels.push(state.level)
    expect(isLevelUp(answer(state))).toBe(answers % 6 === 5 && answers < 24)
    state = rightly(state)
  }
  expect(levels.filter((_, index) => index % 6 === 0)).toEqual([0, 1, 2, 3, 4, 4, 4])
  expect(isOver(state)).toBe(false)
})

test('while an answer is shown, all is locked', () => {
  for (const shown of [answer(start(3)), miss(start(3))]) {
    expect(miss(shown)).toBe(shown)
    expect(answer(shown)).toBe(shown)
    expect(play(shown, { type: 'toggleHelp' })).toBe(shown)
  }
})

test('a wrong answer is cleared, counts for nothing, and the same question waits', () => {
  const started = start(2)
  const missed = miss(started)
  expect(missed).toMatchObject({ verdict: 'wrong', correct: 0, answered: { isRight: false } })
  const again = play(missed, { type: 'next' })
  expect(again).toMatchObject({ verdict: undefined, chosen: undefined, question: started.question })
  expect(answer(again)).toMatchObject({ verdict: 'right', correct: 1, answered: { isRight: false } })
})

test('an answer that was not offered, and a next before an answer, do nothing', () => {
  const started = start(2)
  expect(play(started, { type: 'answer', answer: 99, isQuick: true })).toBe(started)
  expect(play(started, { type: 'next' })).toBe(started)
})

test('help is there on levels 1 and 3, goes again, and who took it has not known the answer', () => {
  expect([0, 6, 12, 18, 24].map((answers) => hasHelp(after(start(5), answers)))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
  const shown = play(start(5), { type: 'toggleHelp' })
  expect(shown.isHelpShown).toBe(true)
  const hidden = play(shown, { type: 'toggleHelp' })
  expect(hidden.isHelpShown).toBe(false)
  expect(answer(hidden).answered?.isRight).toBe(false)
  expect(rightly(hidden)).toMatchObject({ isHelpShown: false, isHelped: false })
  const second = after(start(5), 6)
  expect(play(second, { type: 'toggleHelp' })).toBe(second)
})

test('slow or quick comes from who measures it', () => {
  expect(answer(start(1), false).answered).toMatchObject({ isRight: true, isQuick: false })
})

test('practice asks what is due, a missed sum again, and ends', () => {
  const known = ['8-5', '3+4', 'missing number'].map((item) => ({ item, box: 1, dueOn: today }))
  let state = miss(start(4, { known, today }))
  const first = state.question.item
  const asked: string[] = []
  state = play(state, { type: 'next' })
  while (!isOver(state) && asked.length < 20) {
    asked.push(state.question.item)
    state = rightly(state)
  }
  expect(isOver(state)).toBe(true)
  expect(asked.filter((item) => item === first)).toHaveLength(2)
  expect(new Set(asked)).toEqual(new Set(['8-5', '3+4', 'missing number', '1+1', '1+2', '2+1', '1+3']))
  expect(play(state, { type: 'next' })).toBe(state)
})
