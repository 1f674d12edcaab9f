import type { Chance } from '../chance.ts'
import type { Game, GameState, Next } from '../game.ts'
import { afterAnswer, catalogueOf, roundOf, type Practice } from '../practice.ts'
import { lastLevel, type Fact } from './facts.ts'
import { questionOf, type SumQuestion } from './questions.ts'
import { skills } from './skills.ts'

export const correctForLevel = 6
const levelsWithHelp = [0, 2]

export type MathSplash = GameState & {
  chance: Chance
  /** Index of the level. */
  level: number
  /** Correct answers on this level. */
  correct: number
  question: SumQuestion
  /** Index of the chosen answer. */
  chosen: number | undefined
  /** The verdict on the answer that is shown; meanwhile no other answer is accepted. */
  verdict: 'right' | 'wrong' | undefined
  isHelpShown: boolean
  /** Whether the help was ever shown for this question. */
  isHelped: boolean
}

export type MathSplashMove = { type: 'answer'; answer: number; isQuick: boolean } | { type: 'toggleHelp' } | Next

function start(seed: Chance, practice?: Practice): MathSplash {
  const round = practice && roundOf(catalogueOf(skills), practice, seed)
  return nextQuestion({ chance: seed, level: 0, correct: 0, round }, undefined)
}

/** Only a round of practice ends: the game itself stays on its last level. */
const isOver = ({ round }: MathSplash): boolean => round?.queue.length === 0

/** Whether the question offers a picture to count. */
export const hasHelp = ({ question }: MathSplash): boolean => levelsWithHelp.includes(question.level)

/** Whether the answer that is shown earns the next level. */
export const isLevelUp = ({ verdict, correct, level, round }: MathSplash): boolean =>
  verdict === 'right' && round === undefined && correct >= correctForLevel && level < lastLevel

function play(state: MathSplash, move: MathSplashMove): MathSplash {
  if (isOver(state)) return state
  if (move.type === 'next') return next(state)
  if (state.verdict !== undefined) return state
  switch (move.type) {
    case 'toggleHelp':
      return hasHelp(state) ? { ...state, isHelpShown: !state.isHelpShown, isHelped: true } : state
    case 'answer': {
      const { question } = state
      const chosen = question.answers.indexOf(move.answer)
      if (chosen < 0) return state
      const isCorrect = move.answer === question.correctAnswer
      const answered = state.answered ?? {
        item: question.item,
        isRight: isCorrect && !state.isHelped,
        isQuick: move.isQuick,
      }
      return {
        ...state,
        answered,
        chosen,
        verdict: isCorrect ? 'right' : 'wrong',
        correct: state.correct + (isCorrect ? 1 : 0),
      }
    }
  }
}

function next(state: MathSplash): MathSplash {
  const { verdict, round, level, question } = state
  if (verdict === undefined) return state
  if (verdict === 'wrong') return { ...state, verdict: undefined, chosen: undefined }
  if (round !== undefined) {
    const after = { ...state, verdict: undefined, round: afterAnswer(round, state.answered?.isRight ?? false) }
    return isOver(after) ? after : nextQuestion(after, question.fact)
  }
  return nextQuestion(isLevelUp(state) ? { ...state, level: level + 1, correct: 0 } : state, question.fact)
}

/** Returns the game at its next question. */
function nextQuestion(
  { chance, level, correct, round }: Pick<MathSplash, 'chance' | 'level' | 'correct' | 'round'>,
  before: Fact | undefined,
): MathSplash {
  const [question, after] = questionOf(chance, level, round?.queue[0], before)
  return {
    chance: after,
    level,
    correct,
    question,
    chosen: undefined,
    verdict: undefined,
    isHelpShown: false,
    isHelped: false,
    answered: undefined,
    round,
  }
}

export const mathSplash: Game<MathSplash, MathSplashMove> = { start, play, isOver }
