import { shuffled, type Chance } from '../chance.ts'
import type { Game, GameState, Next } from '../game.ts'
import { afterAnswer, catalogueOf, roundOf, type Practice } from '../practice.ts'
import { isSameTime, type Hand, type Time } from './clock.ts'
import { putHand, stepHand, turnHand, levels, type ClockLevel } from './levels.ts'
import { modes, questionOf, targetOf, type Mode, type ClockQuestion } from './questions.ts'
import { itemOf, levelOf, skills } from './skills.ts'

export const pointsForCorrect = 10
export const correctForLevel = 3

export type TimeTicker = GameState & {
  chance: Chance
  /** Index of the level. */
  level: number
  points: number
  /** Correct answers since the last wrong one. */
  streak: number
  /** Correct answers on this level. */
  correct: number
  question: ClockQuestion
  /** The time the child has set. */
  hands: Time
  /** Index of the chosen option. */
  chosen: number | undefined
  /** The verdict on the answer that is shown; meanwhile no move is accepted. */
  verdict: 'right' | 'wrong' | undefined
  /** How often this question was missed. */
  misses: number
  /** Whether the child asked to see the answer. */
  isHelped: boolean
  /** The modes to come before any is repeated. */
  modesToCome: readonly Mode[]
}

export type TimeTickerMove =
  /** A hand is placed by a press, or dragged on from there; degrees clockwise from the twelve. */
  | { type: 'put' | 'turn'; hand: Hand; degrees: number }
  | { type: 'step'; hand: Hand; steps: number }
  | { type: 'check'; isQuick: boolean }
  | { type: 'choose'; option: number; isQuick: boolean }
  | { type: 'showMe' }
  | Next

const noon: Time = { hours: 12, minutes: 0 }
const six: Time = { hours: 6, minutes: 0 }

function start(seed: Chance, practice?: Practice): TimeTicker {
  const round = practice && roundOf(catalogueOf(skills), practice, seed)
  return nextQuestion({ chance: seed, level: 0, points: 0, streak: 0, correct: 0, modesToCome: [], round }, undefined)
}

export const levelOfGame = ({ level }: Pick<TimeTicker, 'level'>): ClockLevel => levels[level] ?? levels[0]

/** Only a round of practice ends: the game itself stays on its last level. */
const isOver = ({ round }: TimeTicker): boolean => round?.queue.length === 0

/** Whether the answer that is shown earns the next level. */
export const isLevelUp = ({ verdict, correct, level, round }: TimeTicker): boolean =>
  verdict === 'right' && round === undefined && correct >= correctForLevel && level + 1 < levels.length

function play(state: TimeTicker, move: TimeTickerMove): TimeTicker {
  if (isOver(state)) return state
  if (move.type === 'next') return next(state)
  if (state.verdict !== undefined) return state
  const { question, hands } = state
  if (move.type === 'choose') {
    const option = question.options[move.option]
    return option === undefined ? state : withVerdict({ ...state, chosen: move.option }, option, move.isQuick)
  }
  if (question.mode !== 'setclock') return state
  switch (move.type) {
    case 'put':
      return { ...state, hands: putHand(question.level, hands, move.hand, move.degrees) }
    case 'turn':
      return { ...state, hands: turnHand(question.level, hands, move.hand, move.degrees) }
    case 'step':
      return { ...state, hands: stepHand(question.level, hands, move.hand, move.steps) }
    case 'check':
      return withVerdict(state, hands, move.isQuick)
    case 'showMe':
      return { ...state, isHelped: true }
  }
}

function withVerdict(state: TimeTicker, answer: Time, isQuick: boolean): TimeTicker {
  const isCorrect = isSameTime(answer, targetOf(state.question))
  const answered = state.answered ?? {
    item: itemOf(state.question.targetMinutes),
    isRight: isCorrect && !state.isHelped,
    isQuick,
  }
  if (!isCorrect) return { ...state, answered, verdict: 'wrong', misses: state.misses + 1, streak: 0 }
  return {
    ...state,
    answered,
    verdict: 'right',
    points: state.points + pointsForCorrect,
    streak: state.streak + 1,
    correct: state.correct + 1,
  }
}

function next(state: TimeTicker): TimeTicker {
  if (state.verdict === undefined) return state
  if (state.verdict === 'wrong') return { ...state, verdict: undefined, chosen: undefined }
  const { round, level, question } = state
  const before = targetOf(question)
  if (round !== undefined) {
    const after = { ...state, round: afterAnswer(round, state.answered?.isRight ?? false) }
    return isOver(after) ? after : nextQuestion(after, before)
  }
  return nextQuestion(isLevelUp(state) ? { ...state, level: level + 1, correct: 0 } : state, before)
}

type Kept = Pick<TimeTicker, 'chance' | 'level' | 'points' | 'streak' | 'correct' | 'modesToCome' | 'round'>

/** Returns the game at its next question. */
function nextQuestion(
  { chance, level, points, streak, correct, modesToCome, round }: Kept,
  before: Time | undefined,
): TimeTicker {
  const item = round?.queue[0]
  let to = chance
  let bag = modesToCome
  if (bag.length === 0) [bag, to] = shuffled(to, modes)
  const [mode = modes[0], ...rest] = bag
  let question: ClockQuestion
  ;[question, to] = questionOf(to, item === undefined ? levelOfGame({ level }) : levelOf(item), mode, before)
  const hands = isSameTime(noon, targetOf(question)) ? six : noon
  const unanswered = { chosen: undefined, verdict: undefined, misses: 0, isHelped: false, answered: undefined }
  return { chance: to, level, points, streak, correct, question, hands, ...unanswered, modesToCome: rest, round }
}

export const timeTicker: Game<TimeTicker, TimeTickerMove> = { start, play, isOver }
