import { useReducedMotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SumQuestion } from '#domain/games/math-splash/questions.ts'
import { Otter } from '#app/ui/media/otter.tsx'
import { popIn, spring } from '#app/ui/motion/transitions.ts'
import { Fish, Frog } from './creatures.tsx'
import { pictureInWords } from './sum-words.ts'

const bubbles = [
  [8, 84, 3],
  [14, 70, 1.5],
  [30, 12, 1.2],
  [86, 72, 2.5],
  [92, 58, 1.3],
  [90, 22, 1.8],
  [10, 28, 2.2],
] as const

/** The pond: with the otter, or, when help is shown, with the things to count. */
export function Pond({ question, isHelpShown }: { question: SumQuestion; isHelpShown: boolean }) {
  const { visualType, counts } = question
  const [first, second] = counts
  // For fish shows all of them at once, because with a sign in between the remaining ones would look like the minuend.
  const groups = visualType === 'fish' ? [first] : [first, second]
  return (
    <div className="border-line relative flex min-h-44 flex-1 items-stretch overflow-hidden rounded-tile border-2 bg-[linear-gradient(var(--sky-soft),var(--gem-soft)_45%,var(--water-top))] p-3 phone-landscape:min-h-0">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden
        className="pointer-events-none absolute inset-0 size-full fill-none stroke-(--glass) stroke-[0.8]"
      >
        {bubbles.map(([x, y, radius]) => (
          <circle key={x} cx={x} cy={y} r={radius} />
        ))}
      </svg>
      {isHelpShown ? (
        <div className="relative flex flex-1 items-stretch">
          <p className="sr-only">{pictureInWords(question)}</p>
          {groups.map((count, group) => (
            <div key={group} className="relative flex flex-1 items-center gap-1">
              {group === 1 && (
                <span aria-hidden className="bg-panel text-grape grid size-10 shrink-0 place-items-center rounded-full">
                  <Plus className="size-7" strokeWidth={3} />
                </span>
              )}
              <div className="grid size-full place-content-center [container-type:size]">
                {visualType === 'fish' ? (
                  <Shoal count={count} away={second} />
                ) : (
                  <Frogs count={count} isSecond={group === 1} />
                )}
              </div>
            </div>
          ))}
        </div>
      ) : (
        <div className="grid flex-1 place-items-center [container-type:size]">
          <Otter className="-mb-3 size-[min(100cqw,100cqh,22rem)] self-end" />
        </div>
      )}
      <svg
        viewBox="0 0 120 10"
        preserveAspectRatio="none"
        aria-hidden
        className="pointer-events-none absolute inset-x-0 bottom-0 h-5 w-full fill-(--water-deep)"
      >
        <path d="M0 5c5-5 10-5 15 0s10 5 15 0 10-5 15 0 10 5 15 0 10-5 15 0 10 5 15 0 10-5 15 0 10 5 15 0v5H0Z" />
      </svg>
    </div>
  )
}

const frogDelayMs = 400
const stepMs = 60

/** The width of each of `count` items, to fill the shared space. */
function widthOf(count: number): string {
  const columns = Math.ceil(Math.sqrt(count))
  const rows = Math.ceil(count / Math.max(1, columns))
  return `min(${Math.floor(96 / columns)}cqw, ${Math.floor(100 / rows)}cqh, 12rem)`
}

function Frogs({ count, isSecond }: { count: number; isSecond: boolean }) {
  return (
    <div className="flex w-[100cqw] flex-wrap justify-center">
      {Array.from({ length: count }, (_, index) => (
        <Creature key={index} count={count} delayMs={(isSecond ? frogDelayMs : 0) + index * stepMs}>
          <Frog hasFlower={isSecond} className="w-full" />
        </Creature>
      ))}
    </div>
  )
}

/** A number of fish, of which the last ones swim away. */
function Shoal({ count, away }: { count: number; away: number }) {
  return (
    <div className="flex w-[100cqw] flex-wrap justify-center">
      {Array.from({ length: count }, (_, index) => (
        <Creature key={index} count={count} delayMs={index * stepMs}>
          {index < count - away ? (
            <Fish isAway={false} className="w-full" />
          ) : (
            <SwimmingAway after={index - (count - away)} />
          )}
        </Creature>
      ))}
    </div>
  )
}

function Creature({ count, delayMs, children }: { count: number; delayMs: number; children: ReactNode }) {
  return (
    <m.span
      data-creature
      {...popIn}
      transition={{ ...spring, delay: delayMs / 1000 }}
      className="p-[3%]"
      style={{ width: widthOf(count) }}
    >
      {children}
    </m.span>
  )
}

/** Seconds to count all fish before the first one leaves. */
const countedSeconds = 1.8
const betweenSeconds = 0.5
const swimSeconds = 1.4

function SwimmingAway({ after }: { after: number }) {
  const isReduced = useReducedMotionConfig() === true
  const delay = countedSeconds + after * betweenSeconds
  return (
    <span data-away className="relative block">
      <Fish isAway className="w-full" />
      {!isReduced && (
        <m.span
          // Moves back a little, then out of the pond, which is as wide as the container.
          initial={{ transform: 'translateX(0%)', opacity: 1 }}
          animate={{ transform: ['translateX(0%)', 'translateX(10%)', 'translateX(-100cqw)'], opacity: 0 }}
          transition={{
            transform: { delay, duration: swimSeconds, times: [0, 0.15, 1], ease: 'easeIn' },
            opacity: { delay: delay + swimSeconds, duration: 0 },
          }}
          className="absolute inset-0 z-1"
        >
          <Fish isAway={false} className="w-full" />
        </m.span>
      )}
    </span>
  )
}
