import { CalendarDays, Clock, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { AvatarStack } from '#app/ui/media/avatar-stack.tsx'
import { useLateWords } from '#app/lib/text/late-words.ts'
import { hasDays, Repeats } from '#app/lib/text/repeats.tsx'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { QuestStatusMark } from './quest-status.tsx'
import { membersOf } from '#app/lib/state/use-calendar.ts'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { IconLabel } from '#app/ui/media/icon-label.tsx'
import { LateMark } from '#app/ui/media/late-mark.tsx'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { listed } from '#app/texts/isolated.ts'
import { calendar } from '#texts/calendar'

export type CalendarCardProps = {
  day: Day
  occurrence: QuestOccurrence
  /** Whether it is shown on today, to be done. */
  isDueNow: boolean
  members: readonly FamilyMember[]
  onOpen: () => void
  menu: ReactNode
  /** What says that it is done; undefined on a day for which it cannot be done. */
  tick: ReactNode
}

/** A quest on a day. Its title is below the icon in a narrow column, beside it in a wide one. */
export function CalendarCard({ day, occurrence, isDueNow, members, onOpen, menu, tick }: CalendarCardProps) {
  const { quest, status, doneBy } = occurrence
  const late = useLateWords(quest, isDueNow)
  const isDoneByAll =
    status === 'done' &&
    doneBy.length === quest.assigneeIds.length &&
    doneBy.every((id) => quest.assigneeIds.includes(id))
  // Names no members whose faces are on the card anyway.
  const doers = isDoneByAll ? [] : membersOf(doneBy, members).map((member) => member.displayName)
  return (
    <article
      aria-label={quest.title}
      data-quest={quest.id}
      className="border-line bg-panel hover:border-grape hover:shadow-lift relative flex flex-col gap-2 rounded-card border p-2.5"
    >
      <div className="grid grid-cols-[auto_1fr_auto] items-start gap-x-2.5 gap-y-1">
        <span aria-hidden className="bg-grape-soft grid size-9 place-items-center rounded-control text-xl">
          <Icon icon={quest.icon} />
        </span>
        <h4
          className={cn(
            'col-span-3 row-start-2 min-w-0 text-base leading-snug wrap-anywhere @[16rem]:col-span-1 @[16rem]:col-start-2 @[16rem]:row-start-1 @[16rem]:py-1',
            (status === 'done' || status === 'skipped') && 'text-muted',
          )}
        >
          {/* The whole card is the click target; the menu is above it. */}
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
        <div className="relative z-10 col-start-3 row-start-1 -mt-1 -mr-1.5">{menu}</div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {quest.targetTime !== null && (
          <IconLabel icon={<Clock aria-hidden />}>
            <span translate="no">{timeOfDay(quest.targetTime)}</span>
          </IconLabel>
        )}
        {quest.gemValue > 0 && <GemCount gems={quest.gemValue} mark="size-4.5" className="text-gem-ink" />}
        {hasDays(quest) && (
          <IconLabel icon={quest.recurring === 'daily' ? <Repeat aria-hidden /> : <CalendarDays aria-hidden />}>
            <Repeats quest={quest} on={day} />
          </IconLabel>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1.5">
        <span className="flex min-w-0 flex-wrap items-center gap-y-1">
          <span className="contents">{tick}</span>
          <QuestStatusMark occurrence={occurrence} />
        </span>
        {late !== undefined && <LateMark>{late}</LateMark>}
        <OnItsWay id={quest.id} />
        <AvatarStack
          people={membersOf(quest.assigneeIds, members).map((member) => ({ id: member.id, ...avatarProps(member) }))}
          most={2}
          className="@[16rem]:ml-auto"
        />
      </div>
      {doers.length > 0 && <p className="text-muted text-sm wrap-anywhere">{calendar.doneBy(listed(doers))}</p>}
    </article>
  )
}
