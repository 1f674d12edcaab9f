import * as m from 'framer-motion/m'
import { Star, Zap } from 'lucide-react'
import { levels } from '#domain/games/time-ticker/levels.ts'
import { correctForLevel, levelOfGame, type TimeTicker } from '#domain/games/time-ticker/time-ticker.ts'
import { popIn } from '#app/ui/motion/transitions.ts'
import { games } from '#texts/games'
import { timeTicker } from '#texts/timeTicker'
import { Step } from '../parts/step.tsx'

/** Shows the level and the progress on it, the points, and the streak of right choices. */
export function TickerScore({ state }: { state: TimeTicker }) {
  const { level, correct, points, streak } = state
  const isLast = level + 1 === levels.length
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 max-sm:text-base sm:gap-x-4">
      <m.p
        key={level}
        {...popIn}
        className="bg-grape-soft text-grape flex items-center gap-2 rounded-full pr-3 pl-4 whitespace-nowrap"
      >
        <span className="sr-only">{timeTicker.levelOf(level + 1, levels.length)}</span>
        <span
          translate="no"
          aria-hidden
          className="font-display bg-grape text-on-grape -ml-3 grid size-7 place-items-center rounded-full text-base leading-none"
        >
          {level + 1}
        </span>
        <span>{timeTicker.levels[levelOfGame(state).id]}</span>
      </m.p>
      {!isLast && (
        <p className="flex items-center gap-1.5">
          <span className="sr-only">{games.correctOf(correct, correctForLevel)}</span>
          {Array.from({ length: correctForLevel }, (_, step) => (
            <Step key={step} isFull={step < correct} className="border-grape size-4" fill="bg-grape" />
          ))}
        </p>
      )}
      <p className="text-ink flex items-center gap-1 tabular-nums">
        <Star aria-hidden className="fill-sun text-sun size-6" />
        <span translate="no">{points}</span> <span className="sr-only">{timeTicker.points(points)}</span>
      </p>
      <p className="text-ink flex items-center gap-1 tabular-nums">
        <Zap aria-hidden className="fill-coral text-coral size-6" />
        <span translate="no">{streak}</span> <span className="sr-only">{timeTicker.inARow}</span>
      </p>
    </div>
  )
}
