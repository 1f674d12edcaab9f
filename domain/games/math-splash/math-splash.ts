import type { Chance } from '../chance.ts'
import { afterAnswer, catalogueOf, roundOf, type Item, type Practice, type Round } from '../practice.ts'
import { lastLevel, type Fact } from './facts.ts'
import { questionOf, type Question } from './questions.ts'
import { skills } from './skills.ts'

export const correctForLevel = 6
const levelsWithHelp = [1, 3]

export type MathSplash = {
  chance: Chance
  /** 1 to 5. */
  level: number
  /** Correct answers on this level. */
  correct: number
  question: Question
  chosen: number | undefined
  /** The verdict on the answer that is shown; meanwhile no other answer is accepted. */
  verdict: 'correct' | 'wrong' | undefined
  isHelpShown: boolean
  /** Whether the help was ever shown for this question. */
  isHelped: boolean
  /** The first answer to this question. */
  answered: { item: Item; isRight: boolean; isQuick: boolean } | undefined
  /** In a round of practice. */
  round: Round | undefined
}

export type Move =
  | { type: 'answer'; answer: number; isQuick: boolean }
  | { type: 'toggleHelp' }
  /** The time of the answer has passed. */
  | { type: 'next' }

export function begin(seed: Chance, practice?: Practice): MathSplash {
  const round = practice && roundOf(catalogueOf(skills), practice, seed)
  return asked({ chance: seed, level: 1, correct: 0, round }, undefined)
}

/** Whether a round of practice has ended. The game itself has no end: it stays on its last level. */
export const isOver = ({ round }: MathSplash): boolean => round?.queue.length === 0

/** Whether the question offers a picture to count. */
export const hasHelp = ({ question }: MathSplash): boolean => levelsWithHelp.includes(question.level)

/** Whether the answer that is shown earns the next level. */
export const isLevelUp = ({ verdict, correct, level, round }: MathSplash): boolean =>
  verdict === 'correct' && round === undefined && correct >= correctForLevel && level < lastLevel

export function play(state: MathSplash, move: Move): MathSplash {
  if (isOver(state)) return state
  if (move.type === 'next') return next(state)
  if (state.verdict !== undefined) return state
  switch (move.type) {
    case 'toggleHelp':
      return hasHelp(state) ? { ...state, isHelpShown: !state.isHelpShown, isHelped: true } : state
    case 'answer': {
      const { question } = state
      if (!question.answers.includes(move.answer)) return state
      const isCorrect = move.answer === question.correctAnswer
      const answered = state.answered ?? { item: question.item, isRight: isCorrect && !state.isHelped, isQuick: move.isQuick }
      return { ...state, answered, chosen: move.answer, verdict: isCorrect ? 'correct' : 'wrong', correct: state.correct + (isCorrect ? 1 : 0) }
    }
  }
}

function next(state: MathSplash): MathSplash {
  const { verdict, round, level, question } = state
  if (verdict === undefined) return state
  if (verdict === 'wrong') return { ...state, verdict: undefined, chosen: undefined }
  if (round !== undefined) {
    const after = { ...state, verdict: undefined, round: afterAnswer(round, state.answered?.isRight ?? false) }
    return isOver(after) ? after : asked(after, question.fact)
  }
  return asked(isLevelUp(state) ? { ...state, level: level + 1, correct: 0 } : state, question.fact)
}

/** Returns the game at its next question. */
function asked({ chance, level, correct, round }: Pick<MathSplash, 'chance' | 'level' | 'correct' | 'round'>, before: Fact | undefined): MathSplash {
  const [question, after] = questionOf(chance, level, round?.queue[0], before)
  return { chance: after, level, correct, question, chosen: undefined, verdict: undefined, isHelpShown: false, isHelped: false, answered: undefined, round }
}
