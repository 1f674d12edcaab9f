import { CalendarDays, CircleCheck, CircleDashed, CircleMinus, Clock, Repeat } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestStatus } from '#domain/rules/columns.ts'
import { useLateWords } from '#app/lib/text/late-words.ts'
import { hasDays, Repeats } from '#app/lib/text/repeats.tsx'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { AvatarStack } from '#app/ui/media/avatar-stack.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { IconLabel } from '#app/ui/media/icon-label.tsx'
import { LateMark } from '#app/ui/media/late-mark.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { useWiggle } from '#app/ui/motion/use-wiggle.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import type { Rest } from './use-board.ts'
import { board } from '#texts/board'
import { quests } from '#texts/quests'

/** The ids of the instructions for dragging by keyboard, which are on the board once. */
export const [dragHelpId, columnDragHelpId] = ['drag-help', 'column-drag-help']

/**
 * This many characters fit into two lines of the narrowest column. Truncating texts that fit would slow down each frame
 * of a full board.
 */
const shortText = 60

export type QuestCardProps = {
  quest: Quest
  status: QuestStatus
  /** Whether it is to do now; else it is quieter. Undefined where its days do not matter. */
  due: 'now' | Rest | undefined
  /** For a daily or weekly quest in the last column: how many assignees have done it; undefined while unknown. */
  doneCount: number | undefined
  members: readonly FamilyMember[]
  onOpen: () => void
  menu: ReactNode
  /** The name of the member who drags this card on another screen; `dragger` while they are in the family. */
  draggedBy?: string | undefined
  dragger?: FamilyMember | undefined
}

export const QuestCard = memo(function QuestCard({
  quest,
  status,
  due,
  doneCount,
  members,
  onOpen,
  menu,
  draggedBy,
  dragger,
}: QuestCardProps) {
  const card = useWiggle<HTMLElement>(draggedBy !== undefined)
  const isResting = due !== undefined && due !== 'now'
  const late = useLateWords(quest, due === 'now')
  const assignees = quest.assigneeIds.flatMap((id) => members.find((member) => member.id === id) ?? [])
  return (
    <article
      ref={card}
      aria-label={quest.title}
      className={cn(
        'group border-line in-data-arrived:bg-grape-soft hover:border-grape hover:shadow-lift relative flex flex-col gap-2.5 rounded-card border p-3',
        isResting ? 'bg-transparent in-data-drag-overlay:bg-panel' : 'bg-panel',
        // The source of a drag, and its overlay.
        'in-data-drag-source:border-dashed in-data-drag-source:opacity-45 in-data-drag-overlay:border-grape in-data-drag-overlay:shadow-lift',
        draggedBy !== undefined && 'border-coral outline-coral border-dashed outline-1 outline-dashed',
      )}
    >
      <div className="flex items-start gap-2.5">
        <button
          type="button"
          aria-label={board.move(quest.title)}
          aria-describedby={dragHelpId}
          data-drag-handle
          className="group/grip relative z-10 -m-0.5 cursor-grab rounded-control p-0.5 active:cursor-grabbing"
        >
          <span
            aria-hidden
            className={cn(
              'bg-grape-soft grid size-10 shrink-0 place-items-center rounded-control text-xl',
              isResting && 'opacity-60',
            )}
          >
            <Icon icon={quest.icon} />
          </span>
          <span
            aria-hidden
            className="grip-dots text-muted border-line absolute -right-1 -bottom-1 invisible size-5 rounded-full border group-hover:visible group-focus-visible/grip:visible"
          />
        </button>
        <h4 className={cn('min-w-0 flex-1 py-1 text-base leading-snug wrap-anywhere', isResting && 'text-muted')}>
          {/* The whole card is the click target; grip and menu are above it. */}
          <button
            translate="no"
            dir="auto"
            type="button"
            onClick={onOpen}
            className="text-left after:absolute after:inset-0 after:rounded-card"
          >
            {quest.title}
          </button>
        </h4>
        <div className="relative z-10 -mt-1 -mr-2 -ml-1">{menu}</div>
      </div>
      {quest.description !== '' && (
        <p className={cn('text-muted text-sm wrap-anywhere', quest.description.length > shortText && 'line-clamp-2')}>
          {quest.description}
        </p>
      )}
      {draggedBy !== undefined && (
        <div className="pointer-events-none absolute inset-0 z-20 grid place-items-center">
          {dragger && (
            <Avatar {...avatarProps(dragger)} decorative className="border-coral shadow-lift size-12 border-2" />
          )}
          <p className="sr-only">{board.heldBy(draggedBy)}</p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {quest.gemValue > 0 && <GemCount gems={quest.gemValue} mark="size-4.5" className="text-gem-ink" />}
        {hasDays(quest) && (
          <IconLabel icon={quest.recurring === 'daily' ? <Repeat aria-hidden /> : <CalendarDays aria-hidden />}>
            <Repeats quest={quest} />
          </IconLabel>
        )}
        {quest.targetTime !== null && (
          <IconLabel icon={<Clock aria-hidden />}>
            <span translate="no">{timeOfDay(quest.targetTime)}</span>
          </IconLabel>
        )}
        {due === 'skipped' && <IconLabel icon={<CircleMinus aria-hidden />}>{quests.skipped}</IconLabel>}
        {late !== undefined && <LateMark>{late}</LateMark>}
        {status === 'done' && <DoneMark quest={quest} count={doneCount} />}
        <OnItsWay id={quest.id} />
        <AvatarStack
          people={assignees.map((member) => ({ id: member.id, ...avatarProps(member) }))}
          most={3}
          className="ml-auto"
        />
      </div>
    </article>
  )
})

/**
 * Marks a quest in the last column as done; a recurring one only when all assignees have done it for this day or week.
 */
function DoneMark({
  quest: { recurring, timesPerWeek, assigneeIds },
  count,
}: {
  quest: Quest
  count: number | undefined
}) {
  const all = recurring === 'once' || count === assigneeIds.length
  if (!all && count === undefined) return null
  const partly = recurring === 'weekly' && timesPerWeek == null ? quests.doneThisWeek : quests.doneToday
  return (
    <span
      className={cn(
        'flex items-center gap-1 text-sm font-bold tabular-nums [&_svg]:size-4',
        all ? 'text-leaf-ink' : 'text-grape',
      )}
    >
      {all ? <CircleCheck aria-hidden /> : <CircleDashed aria-hidden />}
      <span>{all ? quests.done : partly(count ?? 0, assigneeIds.length)}</span>
    </span>
  )
}
