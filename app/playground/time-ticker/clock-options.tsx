import { digital, isSameTime } from '#domain/games/time-ticker/clock.ts'
import { optionInWords, targetOf } from '#domain/games/time-ticker/questions.ts'
import type { TimeTicker } from '#domain/games/time-ticker/time-ticker.ts'
import { cn } from '#app/ui/cn.ts'
import { Choice } from '../parts/choice.tsx'
import { ClockFace } from './clock-face.tsx'

/** Three times for a clock that is shown, or three clocks for a time that is named. */
export function ClockOptions({ state, onChoose }: { state: TimeTicker; onChoose: (option: number) => void }) {
  const { question, chosen } = state
  const { mode, options } = question
  const target = targetOf(question)
  const markOf = (index: number) => (index !== chosen ? undefined : isSameTime(options[index] ?? target, target) ? 'right' : 'wrong')
  if (mode === 'readclock') {
    return (
      <div className="grid grid-cols-3 gap-3 landscape:col-start-1 landscape:pb-2">
        {options.map((option, index) => (
          <Choice key={index} label={optionInWords(mode, option)} mark={markOf(index)} onChoose={() => onChoose(index)}>
            <span className="font-display text-3xl font-bold tabular-nums sm:text-5xl landscape:max-lg:text-3xl">{digital(option)}</span>
          </Choice>
        ))}
      </div>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 grid-cols-2 grid-rows-2 gap-3 landscape:col-start-2 landscape:row-span-2 landscape:row-start-1 landscape:grid-cols-3 landscape:grid-rows-1">
      {options.map((option, index) => (
        <Choice
          key={index}
          label={`Clock ${index + 1}: ${optionInWords(mode, option)}`}
          mark={markOf(index)}
          onChoose={() => onChoose(index)}
          className={cn(
            'min-h-44 p-2 landscape:min-h-36',
            index === 2 && 'max-landscape:col-span-2 max-landscape:w-[calc(50%-0.375rem)] max-landscape:justify-self-center',
          )}
        >
          <span className="grid size-full place-items-center [container-type:size]">
            <ClockFace time={option} className="size-[min(100cqw,100cqh)]" />
          </span>
        </Choice>
      ))}
    </div>
  )
}
