import * as m from 'framer-motion/m'
import { Pause, Play, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { slowSpring, spring } from '#app/ui/motion/transitions.ts'
import { landing } from '#texts/landing'
import { demoBoardAt, demoCards, demoColumns, type DemoBoard, type DemoCard } from './demo-timeline.ts'
import { FlyingGems } from './flying-gems.tsx'
import { MiniJar } from './mini-jar.tsx'
import { useDemoPlayer, type DemoPlayer } from './use-demo-player.ts'

const mostGems = 120

/** A demo of a family's board that plays by itself, and explains the product in five seconds. */
export function MiniBoard() {
  const [stage, setStage] = useState<Element | null>(null)
  const [jar, setJar] = useState<Element | null>(null)
  const show = useDemoPlayer(stage)
  const board = demoBoardAt(show.tick)
  return (
    <div ref={setStage} className="bg-panel border-line shadow-lift relative rounded-tile border p-3 sm:p-5">
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
              <span translate="no" className="font-display text-gem-ink text-2xl font-bold tabular-nums sm:text-3xl">
                {board.gems}
              </span>
              <div ref={setJar}>
                <MiniJar level={board.gems / mostGems} />
              </div>
            </div>
          </div>
          <Columns board={board} />
        </div>
      </figure>
      {stage && jar && board.popped !== undefined && show.state !== 'still' && (
        <FlyingGems key={board.popped} card={board.popped} stage={stage} jar={jar} />
      )}
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
            <div
              className={cn(
                'h-[calc(2.5rem+3*var(--slot)+0.25rem)] rounded-card px-2 pt-2',
                index === 2 ? 'bg-gem-soft' : 'bg-sunken',
              )}
            >
              <p className="flex items-center justify-center gap-1.5 text-sm font-bold whitespace-nowrap sm:justify-start sm:px-1 sm:text-base">
                <span translate="no">{column.emoji}</span>
                <span>{landing.demoColumns[column.id]}</span>
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
    <m.div
      data-demo-card={card.id}
      data-place={`${place?.column} ${place?.slot}`}
      initial={false}
      // The card is one column wide and one slot high.
      animate={{ x: `${(place?.column ?? 0) * 100}%`, y: `${(place?.slot ?? 0) * 100}%` }}
      transition={slowSpring}
      className={cn('absolute top-0 left-0 h-(--slot) w-1/3 px-1.5 py-1 sm:px-2.5', lifted && 'z-10')}
    >
      <m.div
        initial={false}
        animate={lifted ? { scale: 1.06, rotate: -3 } : { scale: 1, rotate: 0 }}
        transition={spring}
        className={cn(
          'bg-panel border-line relative flex h-full flex-col justify-between rounded-2xl border p-2 sm:p-2.5',
          lifted && 'shadow-lift',
        )}
      >
        {board.popped === card.id && (
          <m.span
            className="border-gem absolute inset-0 rounded-2xl border-4"
            initial={{ opacity: 0, scale: 0.9 }}
            animate={{ opacity: [0, 1, 0], scale: [0.9, 1, 1.25] }}
            transition={{ delay: 0.35, duration: 0.7, times: [0, 0.3, 1], ease: 'easeOut' }}
          />
        )}
        <p className="flex flex-col text-sm leading-tight font-bold sm:flex-row sm:gap-1.5">
          <span translate="no" className="text-base sm:text-lg sm:leading-tight">
            {card.icon}
          </span>
          <span className={cn(done && 'text-muted')}>{landing.demoCards[card.id]}</span>
        </p>
        <p className="flex items-center justify-between">
          <Avatar name={landing.demoPeople[card.id]} seed={card.face} size="small" decorative className="size-6" />
          <span className="text-gem-ink flex items-center gap-1 text-sm font-bold tabular-nums">
            <GemMark className="size-4" />
            <span translate="no">{card.gems}</span>
          </span>
        </p>
        <m.span
          initial={false}
          animate={{ opacity: lifted ? 1 : 0 }}
          transition={{ duration: 0.15 }}
          className="bg-ink text-paper absolute -top-2.5 -right-1 rounded-full px-2 py-0.5 text-xs font-bold"
        >
          {landing.demoPeople[card.id]}
        </m.span>
      </m.div>
    </m.div>
  )
}

const buttons = {
  playing: { label: 'pause', Icon: Pause },
  paused: { label: 'goOn', Icon: Play },
  over: { label: 'playAgain', Icon: RotateCcw },
} as const

function ShowButton({ show }: { show: DemoPlayer }) {
  if (show.state === 'still') return null
  const { label, Icon } = buttons[show.state]
  return (
    <Button
      variant="bare"
      onClick={show.press}
      aria-label={landing.ofDemo(landing[label])}
      className="text-muted mx-auto mt-2 -mb-1 flex text-sm sm:-mb-3"
    >
      <Icon aria-hidden />
      <span>{landing[label]}</span>
    </Button>
  )
}
