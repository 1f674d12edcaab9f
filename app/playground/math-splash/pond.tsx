import { Minus, Plus } from 'lucide-react'
import type { Question } from '#domain/games/math-splash/questions.ts'
import { Otter } from '#app/ui/otter.tsx'
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

/** The water: with the otter in it, or, for who asked to be shown, with what there is to count. */
export function Pond({ question, isHelpShown }: { question: Question; isHelpShown: boolean }) {
  const { visualType, counts } = question
  const isFish = visualType === 'fish'
  const [first, second] = counts
  const groups = isFish ? [first - second, second] : [first, second]
  const Sign = isFish ? Minus : Plus
  return (
    <div className="border-line relative flex min-h-44 flex-1 items-stretch overflow-hidden rounded-tile border-2 bg-[linear-gradient(var(--sky-soft),var(--gem-soft)_45%,var(--water-top))] p-3 short:min-h-0">
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
                  <Sign className="size-7" strokeWidth={3} />
                </span>
              )}
              <div className="grid size-full place-content-center [container-type:size]">
                <Group count={count} isFish={isFish} isSecond={group === 1} />
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

function Group({ count, isFish, isSecond }: { count: number; isFish: boolean; isSecond: boolean }) {
  const columns = Math.ceil(Math.sqrt(count))
  const rows = Math.ceil(count / Math.max(1, columns))
  const width = `min(${Math.floor(96 / columns)}cqw, ${Math.floor(100 / rows)}cqh, 12rem)`
  return (
    <div className="flex w-[100cqw] flex-wrap justify-center">
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          data-creature
          className="animate-arrive p-[3%]"
          style={{ width, animationDelay: `${(isSecond ? 400 : 0) + index * 60}ms`, animationFillMode: 'backwards' }}
        >
          {isFish ? <Fish isAway={isSecond} className="w-full" /> : <Frog hasFlower={isSecond} className="w-full" />}
        </span>
      ))}
    </div>
  )
}
