import * as m from 'framer-motion/m'
import { digital } from '#domain/games/time-ticker/clock.ts'
import { targetOf } from '#domain/games/time-ticker/questions.ts'
import { pointsForCorrect, type TimeTicker } from '#domain/games/time-ticker/time-ticker.ts'
import { ClockOwl } from '#app/ui/media/clock-owl.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { popIn } from '#app/ui/motion/transitions.ts'
import { filled } from '#app/texts/filled.tsx'
import { timeTicker } from '#texts/timeTicker'
import { QuestionLine } from '../parts/question-line.tsx'
import { spokenPromptOf } from './clock-words.ts'

export type OwlQuestionProps = {
  state: TimeTicker
  /** Places the owl above the clock on all screens, never beside it. */
  isAbove: boolean
  /** The name of the next level, if this choice has earned it. */
  nextLevel: string | undefined
}

/** The owl, its question in a speech bubble, and its reaction. */
export function OwlQuestion({ state, isAbove, nextLevel }: OwlQuestionProps) {
  const { question, verdict } = state
  const target = targetOf(question)
  return (
    <div
      className={cn(
        'flex items-center justify-center gap-4 phone-landscape:gap-2',
        isAbove
          ? 'phone-landscape:flex-col phone-landscape:self-center'
          : 'landscape:flex-col landscape:self-end phone-landscape:flex-row',
      )}
    >
      <m.div
        key={verdict === 'right' ? 'cheering' : 'asking'}
        {...(verdict === 'right' && popIn)}
        className={cn('size-24 shrink-0 tiny:size-16 sm:size-40 phone-landscape:size-16', !isAbove && 'lg:size-56')}
      >
        <ClockOwl
          mood={verdict === undefined ? 'idle' : verdict === 'right' ? 'cheering' : 'puzzled'}
          className="size-full"
        />
      </m.div>
      <div className="bg-panel border-line relative rounded-tile border-2 px-5 py-3 tiny:px-3 phone-landscape:px-4 phone-landscape:py-1">
        <QuestionLine
          className="phone-landscape:text-xl forced-colors:text-[CanvasText] forced-colors:forced-color-adjust-none"
          spoken={spokenPromptOf(question)}
          question={question}
        >
          {filled(timeTicker.prompts[question.mode], {
            time: (
              <span translate="no" className="text-grape text-[length:min(1.6em,10vw)] leading-none tabular-nums">
                {timeTicker.written(digital(target))}
              </span>
            ),
          })}
        </QuestionLine>
        {verdict === 'right' && state.round === undefined && (
          <m.p
            translate="no"
            aria-hidden
            {...popIn}
            className="bg-leaf-soft text-leaf-ink font-display absolute -top-4 z-1 right-4 rounded-full px-4 text-2xl leading-tight font-bold tabular-nums"
          >
            {`+${pointsForCorrect}`}
          </m.p>
        )}
        {nextLevel !== undefined && (
          <m.p
            {...popIn}
            className="bg-sun font-display absolute inset-0 grid place-items-center rounded-tile text-3xl font-bold text-[#211c3d]"
          >
            {nextLevel}
          </m.p>
        )}
      </div>
    </div>
  )
}
