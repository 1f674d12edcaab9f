import { CalendarCheck } from 'lucide-react'
import { useEffect, useRef, type ComponentType } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { gameIds, gameNames, type GameId } from '#domain/games/games.ts'
import { allowSpeech } from '#app/lib/device/speech.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ClockOwl } from '#app/ui/media/clock-owl.tsx'
import { LetterBubble } from '#app/ui/media/letter-bubble.tsx'
import { LetterWorm } from '#app/ui/media/letter-worm.tsx'
import { Otter } from '#app/ui/media/otter.tsx'
import { SortingBubble } from '#app/ui/media/sorting-bubble.tsx'
import { sentences } from '#app/state/sentences.ts'
import { kid } from '#texts/kid'
import { ReadToMe } from './read-to-me.tsx'

const doors: Record<GameId, { Character: ComponentType<{ className?: string }>; className: string }> = {
  'alphabet-bubbls': { Character: LetterBubble, className: 'bg-grape-soft' },
  'time-ticker': { Character: ClockOwl, className: 'bg-sun-soft' },
  'bubble-sort': { Character: SortingBubble, className: 'bg-sky-soft' },
  'word-pop': { Character: LetterWorm, className: 'bg-coral-soft' },
  'math-splash': { Character: Otter, className: 'bg-gem-soft' },
}

/** The game whose door was opened last: going back in history leaves it without the state that its exit passes. */
let lastOpened: GameId | undefined

/** Shows five games, each with a link to today's practice. */
export default function KidPlayground() {
  const { state } = useLocation()
  return (
    <section aria-labelledby="playground-heading" className="flex flex-col gap-4">
      <div>
        <h2 id="playground-heading" className="text-2xl">
          {kid.playground}
        </h2>
        <p className="text-muted">{kid.chooseGame}</p>
      </div>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-5 tiny:flex tiny:flex-col">
        {gameIds.map((game) => (
          <Door key={game} game={game} isCameFrom={(state?.from ?? lastOpened) === game} />
        ))}
      </ul>
    </section>
  )
}

function Door({ game, isCameFrom }: { game: GameId; isCameFrom: boolean }) {
  const door = useRef<HTMLAnchorElement>(null)
  const { Character, className } = doors[game]
  const open = () => {
    lastOpened = game
    allowSpeech()
  }
  useEffect(() => {
    if (isCameFrom && document.activeElement === document.body) door.current?.focus()
  }, [isCameFrom])
  return (
    <li className="relative flex flex-col gap-2 last:max-sm:col-span-2">
      <Link
        ref={door}
        to={{ hash: `playground/${game}` }}
        onClick={open}
        className="border-line bg-panel hover:border-grape flex flex-1 flex-col items-center gap-2 rounded-tile border-2 p-4 text-center active:scale-[0.97]"
      >
        <span className={`grid size-24 place-items-center rounded-full ${className}`}>
          <Character className="size-20" />
        </span>
        <h3 lang="en" className="text-xl">
          {gameNames[game]}
        </h3>
        <p className="text-muted leading-snug">{kid.doors[game]}</p>
      </Link>
      <ReadToMe
        title={gameNames[game]}
        words={sentences([gameNames[game], kid.doors[game], kid.tapToPlay])}
        className="absolute top-0.5 right-0.5"
      />
      <Button asChild variant="quiet" className="text-grape min-h-14 rounded-full">
        <Link to={{ hash: `playground/${game}/practice` }} onClick={open} aria-label={kid.practiceOf(gameNames[game])}>
          <CalendarCheck aria-hidden />
          <span>{kid.practice}</span>
        </Link>
      </Button>
    </li>
  )
}
