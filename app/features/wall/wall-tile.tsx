import { CircleCheck, Clock } from 'lucide-react'
import { timeOfDay } from '#app/texts/clock.ts'
import { cn } from '#app/ui/cn.ts'
import { GemCount } from '#app/ui/gem-count.tsx'
import { wall } from '#texts/wall'
import type { MemberQuest } from './member-days.ts'

/** A quest on the wall: a picture, a word and what it is worth. Without `onTap` there is nothing to tap. */
export function WallTile({ quest, state, onTap }: MemberQuest & { onTap: (() => void) | undefined }) {
  const isDone = state === 'done'
  const shape = cn(
    'flex h-full min-h-32 w-full @2xl:min-h-48 @2xl:gap-3 min-w-0 flex-col items-center justify-center gap-1.5 rounded-card border-2 p-2.5 text-center',
    isDone ? 'border-leaf bg-leaf-soft' : 'border-line bg-panel',
  )
  const content = (
    <>
      <span aria-hidden className={cn('text-4xl leading-none @md:text-5xl @2xl:text-6xl', isDone && 'grayscale-[35%]')}>
        {quest.icon}
      </span>
      <span className="font-display line-clamp-3 max-w-full text-lg leading-tight font-bold wrap-anywhere @2xl:text-2xl">{quest.title}</span>
      <span className="flex flex-wrap items-center justify-center gap-x-3 text-lg font-bold tabular-nums @2xl:text-xl">
        {isDone ? (
          <span className="text-leaf-ink flex items-center gap-1.5">
            <CircleCheck aria-hidden className="size-6" />
            {wall.doneQuest}
          </span>
        ) : (
          <GemCount gems={quest.gemValue} className="text-gem-ink gap-1.5" />
        )}
        {quest.targetTime !== null && (
          <span className="text-muted flex items-center gap-1">
            <Clock aria-hidden className="size-5" />
            {timeOfDay(quest.targetTime)}
          </span>
        )}
      </span>
    </>
  )
  return (
    <article aria-label={quest.title} className="h-full">
      {onTap === undefined ? (
        <div className={shape}>{content}</div>
      ) : (
        <button type="button" onClick={onTap} className={cn(shape, 'hover:border-grape shadow-lift active:scale-[0.96]')}>
          {content}
        </button>
      )}
    </article>
  )
}
