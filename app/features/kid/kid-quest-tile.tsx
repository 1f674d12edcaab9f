import { CalendarDays, Check, Clock, Undo2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { useIsOnItsWay } from '#app/state/late-ids.ts'
import { ownDays, TimesThisWeek } from '#app/lib/text/repeats.tsx'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { WaitingNote } from '#app/ui/feedback/on-its-way.tsx'
import { useWiggle } from '#app/ui/motion/use-wiggle.ts'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import { spokenQuest } from './spoken-quest.ts'
import { ReadToMe } from './read-to-me.tsx'

export type KidQuestTileProps = {
  quest: Quest
  /** The child whose tile it is. */
  of: MemberId
  isDone: boolean
  /** Undefined if a tap does nothing: a once-quest is done, or the quest is not due today. */
  onTap: ((quest: Quest) => void) | undefined
  /** Takes back that it is done; undefined if the child cannot. */
  onUndo?: (() => void) | undefined
  /** The name of the member who drags it on another screen. */
  draggedBy?: string | undefined
}

/** The class of a tile's container: skips rendering off screen, and leaves room for the stamp and the shadow. */
export const tilePlace = 'cv-auto [contain-intrinsic-size:auto_13rem] -m-3 p-3'

const doneLook = 'border-leaf bg-leaf-soft border-dashed'

/** A child's quest: a bubble to pop, or a popped one with a stamp; the whole tile is the button. */
export const KidQuestTile = memo(function KidQuestTile({
  quest,
  of,
  isDone,
  onTap,
  onUndo,
  draggedBy,
}: KidQuestTileProps) {
  const tile = useWiggle<HTMLElement>(draggedBy !== undefined)
  const isOnItsWay = useIsOnItsWay(quest.id)
  const days = ownDays(quest)
  const content = (
    <>
      <span
        aria-hidden
        className={cn(
          'relative my-auto grid aspect-square w-(--icon,6rem) max-w-full shrink-0 place-items-center rounded-full leading-none',
          isDone
            ? 'text-[length:calc(var(--icon,6rem)*0.62)]'
            : 'bg-(image:--bubble) text-[length:calc(var(--icon,6rem)*0.5)]',
          !isDone && onTap === undefined && 'opacity-75',
        )}
      >
        <Icon icon={quest.icon} />
        {!isDone && (
          <svg viewBox="0 0 100 100" fill="none" className="absolute inset-0 size-full forced-colors:hidden">
            <path
              d="M13 42c3-14 12-24 25-28"
              stroke="#fff"
              strokeOpacity="0.95"
              strokeWidth="6"
              strokeLinecap="round"
            />
          </svg>
        )}
      </span>
      <span
        translate="no"
        dir="auto"
        className="font-display line-clamp-3 text-[length:clamp(1.25rem,var(--icon,6rem)*0.12,2rem)] leading-tight font-bold wrap-anywhere hyphens-auto"
      >
        {quest.title}
      </span>
      {/* Keeps screen readers from running the words together. */}
      <span className="sr-only">{', '}</span>
      {isOnItsWay ? (
        <WaitingNote className="font-display mt-auto gap-1.5 py-1 text-xl leading-tight [&_svg]:size-6" />
      ) : isDone ? (
        <span className="text-leaf-ink font-display mt-auto py-1 text-xl leading-tight font-bold">
          <span className="block">{kid.done}</span>
          {quest.timesPerWeek != null && <TimesThisWeek quest={quest} of={of} />}
        </span>
      ) : (
        <span className="mt-auto flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
          {quest.gemValue > 0 && (
            <GemCount
              gems={quest.gemValue}
              mark="size-6"
              className="bg-gem-soft text-gem-ink gap-1.5 rounded-full px-3 text-xl"
            />
          )}
          {quest.targetTime !== null && (
            <span className="text-muted flex items-center gap-1 font-bold tabular-nums [&_svg]:size-5">
              <Clock aria-hidden />
              <span translate="no">{timeOfDay(quest.targetTime)}</span>
            </span>
          )}
          {quest.timesPerWeek != null && (
            <DaysOfTile>
              <TimesThisWeek quest={quest} of={of} />
            </DaysOfTile>
          )}
          {days !== '' && <DaysOfTile>{days}</DaysOfTile>}
        </span>
      )}
    </>
  )
  const look = isOnItsWay ? 'border-edge bg-panel border-dashed' : doneLook
  const shape = cn(
    'flex h-full min-h-52 w-full min-w-0 flex-col items-center gap-3 rounded-tile border-2 px-3 py-4 text-center',
    draggedBy !== undefined && 'border-coral border-dashed',
  )
  return (
    <article ref={tile} aria-label={quest.title} data-quest={quest.id} className="relative h-full">
      {isDone && !isOnItsWay && <DoneStamp className="absolute -top-2 -right-2 size-13 [&_svg]:size-8" />}
      {onTap === undefined ? (
        <div className={cn(shape, isDone ? look : 'border-line bg-panel text-muted')}>{content}</div>
      ) : (
        <button
          // A done tile mounts another button, so that the focus moves to the next open quest.
          key={isDone ? 'done' : 'todo'}
          type="button"
          data-todo={isDone ? undefined : ''}
          onClick={() => onTap(quest)}
          className={cn(
            shape,
            'outline-offset-4 scroll-mt-4 scroll-mb-4 active:scale-[0.96]',
            isDone ? look : cn('bg-panel hover:border-grape shadow-lift', draggedBy === undefined && 'border-line'),
          )}
        >
          {content}
        </button>
      )}
      {/* Outside of the tile's button, because buttons cannot be nested. */}
      <ReadToMe
        title={quest.title}
        words={spokenQuest(quest)}
        className={cn('absolute top-0.5', isDone ? 'left-0.5' : 'right-0.5')}
      />
      {isDone && onUndo && (
        <IconButton
          label={kid.undo(quest.title)}
          icon={<Undo2 aria-hidden />}
          tooltip={false}
          className="bg-panel text-grape shadow-lift absolute bottom-1.5 left-1.5 min-h-14 min-w-14 rounded-full [&_svg]:size-8"
          onClick={onUndo}
        />
      )}
      {draggedBy !== undefined && (
        <p className="pointer-events-none absolute inset-x-2 -bottom-3 flex justify-center">
          <span className="bg-coral-soft text-coral-ink truncate rounded-full px-3 py-0.5 text-sm font-bold">
            {kid.moving(draggedBy)}
          </span>
        </p>
      )}
    </article>
  )
})

function DaysOfTile({ children }: { children: ReactNode }) {
  return (
    <span className="text-muted flex items-center gap-1 font-bold [&_svg]:size-5 [&_svg]:shrink-0">
      <CalendarDays aria-hidden />
      <span>{children}</span>
    </span>
  )
}

/** A quest of another day: small, without a tap. */
export const KidQuestRow = memo(function KidQuestRow({ quest, isDone }: Omit<KidQuestTileProps, 'of' | 'onTap'>) {
  return (
    <article aria-label={quest.title} className="text-muted flex min-h-14 items-center gap-3">
      <span aria-hidden className="w-9 shrink-0 text-center text-3xl leading-none opacity-75">
        <Icon icon={quest.icon} />
      </span>
      <span
        translate="no"
        dir="auto"
        className="line-clamp-2 min-w-0 flex-1 leading-tight font-semibold wrap-anywhere hyphens-auto"
      >
        {quest.title}
      </span>
      {isDone ? (
        <>
          <span className="sr-only">{kid.done}</span>
          <DoneStamp className="size-8 [&_svg]:size-5" />
        </>
      ) : (
        quest.gemValue > 0 && <GemCount gems={quest.gemValue} mark="size-5 opacity-75" className="gap-1.5" />
      )}
    </article>
  )
})

/** A shared quest that another member finished: it is over, and not counted. */
export function KidCompletedByOther({ quest, by }: { quest: Quest; by: string }) {
  return (
    <article aria-label={quest.title} data-quest={quest.id} className="text-muted flex min-h-14 items-center gap-3">
      <span aria-hidden className="w-9 shrink-0 text-center text-3xl leading-none opacity-75">
        <Icon icon={quest.icon} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col py-1 leading-tight wrap-anywhere hyphens-auto">
        <span translate="no" dir="auto" className="line-clamp-2 font-semibold">
          {quest.title}
        </span>
        <span>{common.didIt(by)}</span>
      </span>
    </article>
  )
}

function DoneStamp({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'bg-leaf grid shrink-0 place-items-center rounded-full text-[#fff] forced-colors:text-[Canvas]',
        className,
      )}
    >
      <Check strokeWidth={4} />
    </span>
  )
}
