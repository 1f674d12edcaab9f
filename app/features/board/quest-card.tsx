import { memo, type ReactNode } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestStatus } from '#domain/rules/columns.ts'
import { hasDays, Repeats } from '#app/lib/text/repeats.tsx'
import { QuestFacts, QuestIcon, QuestRow } from '#app/ui/layout/quest-row.tsx'
import { useLateWords } from '#app/lib/text/late-words.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { useWiggle } from '#app/ui/motion/use-wiggle.ts'
import { avatarProps, withAvatarProps } from '#app/lib/text/avatar-props.ts'
import type { Rest } from './use-board.ts'
import { board } from '#texts/board'
import { quests } from '#texts/quests'

/** The id of the instructions for dragging by keyboard, which are on the board once. */
export const dragHelpId = 'drag-help'

/**
 * This many characters fit into the line of the narrowest column. Truncating texts that fit would slow down each frame of
 * a full board.
 */
const shortText = 28

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
    <QuestRow
      ref={card}
      quest={quest}
      people={assignees.map(withAvatarProps)}
      most={3}
      isQuiet={isResting}
      onOpen={onOpen}
      className={cn(
        'border-line in-data-arrived:bg-grape-soft hover:border-grape hover:shadow-lift rounded-control border',
        isResting ? 'bg-transparent in-data-drag-overlay:bg-panel' : 'bg-panel',
        // The source of a drag, and its overlay.
        'in-data-drag-source:border-dashed in-data-drag-source:opacity-45 in-data-drag-overlay:border-grape in-data-drag-overlay:shadow-lift',
        draggedBy !== undefined && 'border-coral outline-coral border-dashed outline-1 outline-dashed',
      )}
      icon={
        <button
          type="button"
          aria-label={board.move(quest.title)}
          aria-describedby={dragHelpId}
          data-drag-handle
          className="group/grip relative z-10 cursor-grab rounded-control active:cursor-grabbing"
        >
          <QuestIcon icon={quest.icon} isQuiet={isResting} />
          <span
            aria-hidden
            className="grip-dots text-muted border-line absolute -right-1 -bottom-1 invisible size-5 rounded-full border group-hover:visible group-focus-visible/grip:visible"
          />
        </button>
      }
      menu={menu}
      below={
        <>
          {quest.description !== '' && (
            <p
              className={cn(
                'text-muted pt-1 pr-3 text-sm wrap-anywhere max-md:hidden',
                quest.description.length > shortText && 'line-clamp-1',
              )}
            >
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
        </>
      }
    >
      <QuestFacts quest={quest} days={hasDays(quest) && <Repeats quest={quest} />} late={late} />
      {due === 'skipped' && <span className="dotted">{quests.skipped}</span>}
      {status === 'done' && <DoneMark quest={quest} count={doneCount} />}
    </QuestRow>
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
    <span className={cn('dotted font-bold', all ? 'text-leaf-ink' : 'text-grape')}>
      {all ? quests.done : partly(count ?? 0, assigneeIds.length)}
    </span>
  )
}
