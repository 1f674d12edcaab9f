import { CircleCheck, Clock, Undo2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useIsOnItsWay } from '#app/state/late-ids.ts'
import { ownDays, TimesThisWeek } from '#app/lib/text/repeats.tsx'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { WaitingNote } from '#app/ui/feedback/on-its-way.tsx'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { common } from '#texts/common'
import { wall } from '#texts/wall'
import { lettersAcross } from './letters-across.ts'
import type { MemberQuest } from './member-days.ts'

// The size of the text of its box, 64 px, for drawn icons as well.
const iconLook = 'block size-[1em]'
/** A title that is read from three metres: smaller only if it would need more than three lines. */
function WallTitle({ title }: { title: string }) {
  return (
    <span
      translate="no"
      dir="auto"
      style={{ '--letters': lettersAcross(title, 3) } as CSSProperties}
      className="font-display text-[clamp(1.375rem,min(2.2vw,calc((100cqi-6.25rem)/(var(--letters)*0.56))),2.5rem)] leading-[1.15] font-bold wrap-anywhere hyphens-auto"
    >
      {title}
    </span>
  )
}

/** A quest on the wall with its icon, title and gems. Without `onTap` it is no button. */
export function WallTile({
  quest,
  of,
  state,
  onTap,
  onUndo,
  undoLabel,
}: Exclude<MemberQuest, { state: 'theirs' }> & {
  of: MemberId
  onTap: ((tile: Element) => void) | undefined
  /** Takes back that it is done; undefined if that is not possible. */
  onUndo: (() => void) | undefined
  undoLabel: string
}) {
  const isOnItsWay = useIsOnItsWay(quest.id)
  const isDone = state === 'done' && !isOnItsWay
  const days = ownDays(quest)
  const shape = cn(
    'flex h-full w-full min-w-0 flex-col items-center gap-x-3 gap-y-1 rounded-card border-2 p-2 text-center @[14rem]:flex-row @[14rem]:text-left',
    isDone ? 'border-leaf bg-leaf-soft' : 'border-line bg-panel',
  )
  const content = (
    <>
      <span aria-hidden className={cn('shrink-0 text-[4rem] leading-none', isDone && 'grayscale-[35%]')}>
        <Icon icon={quest.icon} className={iconLook} />
      </span>
      <span className="flex max-w-full min-w-0 flex-1 flex-col gap-0.5">
        <WallTitle title={quest.title} />
        {/* Keeps screen readers from running the words together. */}
        <span className="sr-only">{', '}</span>
        <span className="flex flex-wrap items-center justify-center gap-x-3 text-xl leading-tight font-bold tabular-nums @[14rem]:justify-start">
          {isOnItsWay ? (
            <WaitingNote className="text-xl" />
          ) : isDone ? (
            <span className="text-leaf-ink flex items-center gap-1.5">
              <CircleCheck aria-hidden className="size-6" />
              <span>{wall.doneQuest}</span>
            </span>
          ) : (
            quest.gemValue > 0 && <GemCount gems={quest.gemValue} mark="size-6" className="text-gem-ink gap-1.5" />
          )}
          {quest.targetTime !== null && (
            <span className="text-muted flex items-center gap-1 whitespace-nowrap">
              <Clock aria-hidden className="size-5 shrink-0 @max-[16rem]:hidden" />
              <span translate="no">{timeOfDay(quest.targetTime)}</span>
            </span>
          )}
          {quest.timesPerWeek != null && (
            <span className="text-muted">
              <TimesThisWeek quest={quest} of={of} />
            </span>
          )}
          {days !== '' && !isDone && <span className="text-muted">{days}</span>}
        </span>
      </span>
    </>
  )
  return (
    <article aria-label={quest.title} className="@container relative h-full">
      {onTap === undefined ? (
        <div className={shape}>{content}</div>
      ) : (
        <button
          type="button"
          onClick={({ currentTarget }) => onTap(currentTarget)}
          className={cn(shape, 'hover:border-grape shadow-lift active:scale-[0.96]')}
        >
          {content}
        </button>
      )}
      {isDone && onUndo && (
        <IconButton
          label={undoLabel}
          icon={<Undo2 aria-hidden />}
          tooltip={false}
          className="bg-panel text-grape shadow-lift absolute right-1.5 bottom-1.5 min-h-14 min-w-14 rounded-full [&_svg]:size-8"
          onClick={onUndo}
        />
      )}
    </article>
  )
}

/** A shared quest that another member finished: it is over, and not counted. */
export function WallCompletedByOther({ quest, by }: { quest: Quest; by: string }) {
  return (
    <article
      aria-label={quest.title}
      className="text-muted @container flex items-center gap-3 px-2.5 text-xl leading-tight"
    >
      <span aria-hidden className="shrink-0 text-[4rem] leading-none opacity-75">
        <Icon icon={quest.icon} className={iconLook} />
      </span>
      <span className="flex min-w-0 flex-col wrap-anywhere">
        <WallTitle title={quest.title} />
        <span>{common.didIt(by)}</span>
      </span>
    </article>
  )
}
