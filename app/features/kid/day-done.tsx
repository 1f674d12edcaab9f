import { Puzzle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { playDayDone } from '#app/lib/device/celebration-sounds.ts'
import { useSpoken } from '#app/lib/device/speech.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { DayBubbles } from '#app/ui/motion/day-bubbles.tsx'
import { sentences } from '#app/state/sentences.ts'
import { kid } from '#texts/kid'
import { ReadToMe } from './read-to-me.tsx'

/** Celebrates the day of a child that has done everything; fills the screen. `icons` are those of its quests. */
export default function DayDone({ icons, onClose }: { icons: readonly string[]; onClose: () => void }) {
  const picture = useRef<HTMLDivElement>(null)
  useEffect(() => {
    playDayDone()
    picture.current?.scrollIntoView({ block: 'end' })
  }, [])
  useSpoken(kid.allDone)
  return (
    <div
      ref={picture}
      data-day-done
      className="day-sky relative isolate flex min-h-[calc(100dvh-var(--header)-var(--bottom-bar,0px)-6.5rem)] scroll-mb-4 flex-col items-center justify-center gap-6 overflow-hidden rounded-tile px-5 py-8 text-center"
    >
      <svg
        aria-hidden
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        className="day-wave absolute inset-x-0 bottom-0 -z-10 h-2/5 w-full fill-(--water-top)"
      >
        <path opacity="0.5" d="M0 12c14-10 24-10 36-2s26 8 38 0 18-8 26-4v34H0Z" />
        <path opacity="0.75" d="M0 20c16 8 26 8 40 0s22-8 34-2 18 6 26 0v22H0Z" />
      </svg>
      <DayBubbles icons={icons} className="max-w-xl text-5xl sm:text-6xl" />
      <BubbleMark mood="cheering" className="day-mascot size-44 shrink-0 sm:size-60 short:size-40" />
      <h3 id="kid-today" className="text-4xl leading-tight sm:text-6xl">
        <button type="button" aria-expanded onClick={onClose} className="rounded-control px-3">
          {kid.allDone}
        </button>
      </h3>
      <div className="flex items-center gap-1">
        <Button asChild size="large">
          <Link to="#playground">
            <Puzzle aria-hidden />
            <span>{kid.tabs.playground}</span>
          </Link>
        </Button>
        <ReadToMe
          title={kid.tabs.playground}
          words={sentences([kid.tabs.playground, kid.tapToPlay])}
          className="bg-panel"
        />
      </div>
    </div>
  )
}
