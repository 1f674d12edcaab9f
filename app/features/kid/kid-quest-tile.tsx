import { CircleCheck, Clock } from 'lucide-react'
import type { Quest } from '#domain/contract/quests.ts'
import { cn } from '#app/ui/cn.ts'
import { GemMark } from '#app/ui/gem-mark.tsx'
import { ReadToMe } from './read-to-me.tsx'

export type KidQuestTileProps = {
  quest: Quest
  isDone: boolean
  /** Missing where a tap does nothing: the quest is done, or its day is another one. */
  onTap: (() => void) | undefined
  /** Of another day: there to be seen, not to be tapped. */
  dimmed?: boolean
  /** Who is moving it on another screen at this moment. */
  heldBy?: string | undefined
}

/** A quest as a child sees it: a picture, a word and what it is worth; the whole tile is the button. */
export function KidQuestTile({ quest, isDone, onTap, dimmed = false, heldBy }: KidQuestTileProps) {
  const content = (
    <>
      <span aria-hidden className={cn('leading-none', dimmed ? 'text-3xl' : 'text-6xl', isDone && 'grayscale-[35%]')}>
        {quest.icon}
      </span>
      <span className={cn('font-display line-clamp-3 leading-tight font-bold wrap-anywhere', dimmed ? 'text-base' : 'text-xl')}>{quest.title}</span>
      <span className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
        {isDone ? (
          <span className="text-leaf-ink flex items-center gap-1.5 font-bold [&_svg]:size-6">
            <CircleCheck aria-hidden />
            Done!
          </span>
        ) : (
          <span className="text-gem-ink font-display flex items-center gap-1.5 text-xl font-bold tabular-nums">
            <GemMark className="size-6" />
            {quest.gemValue}
            <span className="sr-only">gems</span>
          </span>
        )}
        {quest.targetTime !== null && (
          <span className="text-muted flex items-center gap-1 font-bold tabular-nums [&_svg]:size-5">
            <Clock aria-hidden />
            {quest.targetTime}
          </span>
        )}
      </span>
    </>
  )
  const shape = cn(
    'flex h-full w-full min-w-0 flex-col items-center gap-2 rounded-tile border-2 p-4 text-center',
    dimmed ? 'bg-panel/60 min-h-28 border-transparent' : 'min-h-44 justify-center gap-3',
    !dimmed && (isDone ? 'border-leaf bg-leaf-soft' : 'border-line bg-panel'),
    heldBy !== undefined && 'border-coral border-dashed',
  )
  const isHeld = heldBy !== undefined && 'animate-held'
  // Beside the tile's own button, not in it.
  const beside = (
    <>
      {!dimmed && <ReadToMe quest={quest} className="absolute top-0.5 right-0.5" />}
      {heldBy !== undefined && (
        <p className="pointer-events-none absolute inset-x-2 -bottom-3 flex justify-center">
          <span className="bg-coral-soft text-coral-ink truncate rounded-full px-3 py-0.5 text-sm font-bold">{heldBy} is moving this</span>
        </p>
      )}
    </>
  )
  if (onTap === undefined) {
    return (
      <article aria-label={quest.title} className={cn('relative h-full', isHeld)}>
        <div className={cn(shape, dimmed && 'text-muted')}>{content}</div>
        {beside}
      </article>
    )
  }
  return (
    <article aria-label={quest.title} className={cn('relative h-full', isHeld)}>
      <button
        type="button"
        onClick={onTap}
        className={cn(shape, 'hover:border-grape hover:shadow-lift shadow-lift transition-[scale,border-color] duration-150 active:scale-[0.96]')}
      >
        {content}
      </button>
      {beside}
    </article>
  )
}
