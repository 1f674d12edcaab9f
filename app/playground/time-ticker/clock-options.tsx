import { digital, isSameTime } from '#domain/games/time-ticker/clock.ts'
import { targetOf } from '#domain/games/time-ticker/questions.ts'
import type { TimeTicker } from '#domain/games/time-ticker/time-ticker.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { timeTicker } from '#texts/timeTicker'
import { Choice } from '../parts/choice.tsx'
import { PopDrops } from '../parts/pop.tsx'
import { ClockFace } from './clock-face.tsx'
import { optionInWords } from './clock-words.ts'

/** Three times to choose from for a shown clock, or three clocks for a named time. */
export function ClockOptions({ state, onChoose }: { state: TimeTicker; onChoose: (option: number) => void }) {
  const { question, chosen } = state
  const { mode, options } = question
  const target = targetOf(question)
  const markOf = (index: number) =>
    index !== chosen ? undefined : isSameTime(options[index] ?? target, target) ? 'right' : 'wrong'
  if (mode === 'readclock') {
    return (
      <div className="grid grid-cols-3 gap-[min(0.75rem,3vw)] landscape:col-start-1 landscape:self-start">
        {options.map((option, index) => (
          <Choice key={index} mark={markOf(index)} onChoose={() => onChoose(index)}>
            <span className="sr-only">{optionInWords(mode, option)}</span>
            <span
              translate="no"
              aria-hidden
              className="font-display text-[min(1.875rem,6vw)] font-bold tabular-nums sm:text-5xl phone-landscape:text-3xl forced-colors:text-[CanvasText] forced-colors:forced-color-adjust-none"
            >
              {digital(option)}
            </span>
            {markOf(index) === 'right' && <PopDrops />}
          </Choice>
        ))}
      </div>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 grid-rows-3 gap-3 tiny:grid-cols-2 tiny:grid-rows-2 landscape:grid-cols-3 landscape:grid-rows-1 sm:portrait:grid-cols-2 sm:portrait:grid-rows-2">
      {options.map((option, index) => (
        <Choice
          key={index}
          mark={markOf(index)}
          onChoose={() => onChoose(index)}
          className={cn(
            'mx-auto min-h-36 w-full max-w-72 p-2 tiny:min-h-32 sm:max-w-none phone-landscape:min-h-0',
            index === 2 &&
              'sm:portrait:col-span-2 sm:portrait:w-[calc(50%-0.375rem)] tiny:col-span-2 tiny:w-[calc(50%-0.375rem)]',
          )}
        >
          <span className="grid size-full place-items-center [container-type:size]">
            <ClockFace
              time={option}
              label={timeTicker.clockNumber(index + 1, optionInWords(mode, option))}
              className="size-[min(100cqw,100cqh)]"
            />
          </span>
          {markOf(index) === 'right' && <PopDrops />}
        </Choice>
      ))}
    </div>
  )
}
