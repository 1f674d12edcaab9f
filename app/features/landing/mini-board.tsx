import { Pause, Play, RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { cn } from '#app/ui/cn.ts'
import { GemMark } from '#app/ui/gem-mark.tsx'
import { landing } from '#texts/landing'
import { demoBoardAt, demoCards, demoColumns, type DemoBoard, type DemoCard } from './demo-script.ts'
import { FlyingGems } from './flying-gems.tsx'
import { MiniJar } from './mini-jar.tsx'
import { useShow, type Show } from './use-show.ts'

const mostGems = 120

/** A family's board that plays by itself: what the product is, seen in five seconds. */
export function MiniBoard() {
  const stage = useRef<HTMLDivElement>(null)
  const jar = useRef<HTMLDivElement>(null)
  const show = useShow(stage)
  const board = demoBoardAt(show.tick)
  return (
    <div ref={stage} className="bg-panel border-line shadow-lift relative rounded-tile border p-3 sm:p-5">
      <figure>
        <figcaption className="sr-only">{landing.demo}</figcaption>
        <div aria-hidden>
          <div className="mb-3 flex items-end justify-between gap-3 pl-1">
            <div>
              <p className="font-display text-xl font-bold sm:text-2xl">{landing.demoTitle}</p>
              <div className="mt-1 flex gap-1">
                {demoCards.map((card) => (
                  <Avatar key={card.id} name={landing.demoPeople[card.id]} seed={card.face} size="small" decorative />
                ))}
              </div>
            </div>
            <div className="flex items-end gap-2">
              <span className="font-display text-gem-ink text-2xl font-bold tabular-nums sm:text-3xl">{board.gems}</span>
              <div ref={jar}>
                <MiniJar level={board.gems / mostGems} />
              </div>
            </div>
          </div>
          <Columns board={board} />
        </div>
      </figure>
      <FlyingGems launch={show.state === 'still' ? undefined : board.popped} stage={stage} jar={jar} />
      <ShowButton show={show} />
    </div>
  )
}

function Columns({ board }: { board: DemoBoard }) {
  return (
    <div className="relative [--slot:7.25rem] sm:[--slot:6.5rem]">
      <div className="grid grid-cols-3">
        {demoColumns.map((column, index) => (
          <div key={column.id} className="px-1 sm:px-1.5">
            <div className={cn('h-[calc(2.5rem+3*var(--slot)+0.25rem)] rounded-card px-2 pt-2', index === 2 ? 'bg-gem-soft' : 'bg-sunken')}>
              <p className="flex items-center justify-center gap-1.5 text-sm font-bold whitespace-nowrap sm:justify-start sm:px-1 sm:text-base">
                <span>{column.emoji}</span>
                {landing.demoColumns[column.id]}
              </p>
            </div>
          </div>
        ))}
      </div>
      <div className="absolute inset-x-0 top-10">
        {demoCards.map((card) => (
          <MiniCard key={card.id} card={card} board={board} />
        ))}
      </div>
    </div>
  )
}

function MiniCard({ card, board }: { card: DemoCard; board: DemoBoard }) {
  const place = board.places.get(card.id)
  const lifted = board.lifted === card.id
  const done = place?.column === 2
  return (
    <div
      data-demo-card={card.id}
      style={{ transform: `translate(${(place?.column ?? 0) * 100}%, calc(${place?.slot ?? 0} * var(--slot)))` }}
      className={cn('ease-glide absolute top-0 left-0 h-(--slot) w-1/3 px-1.5 py-1 transition-transform duration-700 sm:px-2.5', lifted && 'z-10')}
    >
      <div
        className={cn(
          'bg-panel border-line ease-spring relative flex h-full flex-col justify-between rounded-2xl border p-2 transition-[rotate,scale] duration-300 sm:p-2.5',
          lifted && 'shadow-lift scale-106 -rotate-3',
        )}
      >
        {board.popped === card.id && <span className="animate-pop border-gem absolute inset-0 rounded-2xl border-4" />}
        <p className="flex flex-col text-sm leading-tight font-bold sm:flex-row sm:gap-1.5">
          <span className="text-base sm:text-lg sm:leading-tight">{card.icon}</span>
          <span className={cn(done && 'text-muted')}>{landing.demoCards[card.id]}</span>
        </p>
        <p className="flex items-center justify-between">
          <Avatar name={landing.demoPeople[card.id]} seed={card.face} size="small" decorative className="size-6" />
          <span className="text-gem-ink flex items-center gap-1 text-sm font-bold tabular-nums">
            <GemMark className="size-4" />
            {card.gems}
          </span>
        </p>
        <span
          className={cn(
            'bg-ink text-paper absolute -top-2.5 -right-1 rounded-full px-2 py-0.5 text-xs font-bold transition-opacity duration-150',
            lifted ? 'opacity-100' : 'opacity-0',
          )}
        >
          {landing.demoPeople[card.id]}
        </span>
      </div>
    </div>
  )
}

const buttons = {
  playing: { label: 'pause', Icon: Pause },
  paused: { label: 'goOn', Icon: Play },
  over: { label: 'playAgain', Icon: RotateCcw },
} as const

function ShowButton({ show }: { show: Show }) {
  if (show.state === 'still') return null
  const { label, Icon } = buttons[show.state]
  return (
    <Button look="bare" onClick={show.press} className="text-muted mx-auto mt-2 -mb-1 flex text-sm sm:-mb-3">
      <Icon aria-hidden />
      {landing[label]}
    </Button>
  )
}
