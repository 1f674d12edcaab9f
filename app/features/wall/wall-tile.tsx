import { CircleCheck, Clock } from 'lucide-react'
import { useIsOnItsWay } from '#app/state/late-ids.ts'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { WaitingNote } from '#app/ui/feedback/on-its-way.tsx'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import type { Quest } from '#domain/contract/quests.ts'
import { common } from '#texts/common'
import { wall } from '#texts/wall'
import type { MemberQuest } from './member-days.ts'

/** A quest on the wall with its icon, title and gems. Without `onTap` it is no button. */
export function WallTile({
  quest,
  state,
  onTap,
}: Exclude<MemberQuest, { state: 'theirs' }> & { onTap: (() => void) | undefined }) {
  const isOnItsWay = useIsOnItsWay(quest.id)
  const isDone = state === 'done' && !isOnItsWay
  const shape = cn(
    'grid h-full min-h-16 w-full min-w-0 grid-cols-[auto_1fr] items-center gap-x-2 rounded-card border-2 p-2 text-left @[13rem]:flex @xs:min-h-32 @xs:flex-col @xs:justify-center @xs:gap-1.5 @xs:p-2.5 @xs:text-center @2xl:min-h-48 @2xl:gap-3',
    isDone ? 'border-leaf bg-leaf-soft' : 'border-line bg-panel',
  )
  const content = (
    <>
      <span
        aria-hidden
        className={cn('text-3xl leading-none @xs:text-4xl @md:text-5xl @2xl:text-6xl', isDone && 'grayscale-[35%]')}
      >
        <Icon icon={quest.icon} />
      </span>
      <span className="contents min-w-0 flex-1 flex-col gap-0.5 @[13rem]:flex @xs:contents">
        <span
          translate="no"
          dir="auto"
          className="font-display line-clamp-2 max-w-full text-lg leading-tight font-bold wrap-anywhere @xs:line-clamp-3 @2xl:text-2xl"
        >
          {quest.title}
        </span>
        <span className="col-span-2 flex flex-wrap items-center justify-between gap-x-1 text-lg leading-tight font-bold tabular-nums @[13rem]:justify-start @[13rem]:gap-x-2 @xs:justify-center @xs:gap-x-3 @xs:leading-normal @2xl:text-xl">
          {isOnItsWay ? (
            <WaitingNote className="text-lg" />
          ) : isDone ? (
            <span className="text-leaf-ink flex items-center gap-1.5">
              <CircleCheck aria-hidden className="size-6" />
              <span>{wall.doneQuest}</span>
            </span>
          ) : (
            <GemCount gems={quest.gemValue} className="text-gem-ink gap-1.5" />
          )}
          {quest.targetTime !== null && (
            <span className="text-muted flex items-center gap-1 text-base whitespace-nowrap @xs:text-lg @2xl:text-xl">
              <Clock aria-hidden className="size-4 shrink-0 @xs:size-5" />
              <span translate="no">{timeOfDay(quest.targetTime)}</span>
            </span>
          )}
        </span>
      </span>
    </>
  )
  return (
    <article aria-label={quest.title} className="h-full">
      {onTap === undefined ? (
        <div className={shape}>{content}</div>
      ) : (
        <button
          type="button"
          onClick={onTap}
          className={cn(shape, 'hover:border-grape shadow-lift active:scale-[0.96]')}
        >
          {content}
        </button>
      )}
    </article>
  )
}

/** A shared quest that another member finished: it is over, and not counted. */
export function WallCompletedByOther({ quest, by }: { quest: Quest; by: string }) {
  return (
    <article
      aria-label={quest.title}
      className="text-muted flex min-h-14 items-center gap-2 px-1 text-lg leading-tight"
    >
      <span aria-hidden className="shrink-0 text-3xl leading-none opacity-75">
        <Icon icon={quest.icon} />
      </span>
      <span className="flex min-w-0 flex-col wrap-anywhere">
        <span translate="no" dir="auto" className="font-display line-clamp-2 font-bold">
          {quest.title}
        </span>
        <span>{common.didIt(by)}</span>
      </span>
    </article>
  )
}
