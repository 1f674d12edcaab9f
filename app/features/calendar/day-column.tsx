import { getDate } from 'date-fns/getDate'
import { parseISO } from 'date-fns/parseISO'
import { Plus } from 'lucide-react'
import type { Ref } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import { capitalized, formatDay } from '#app/texts/dates.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import type { CalendarDay } from '#app/lib/state/use-calendar.ts'
import { away as texts } from '#texts/away'
import { calendar } from '#texts/calendar'
import { quests } from '#texts/quests'
import { DayList, type DayGroup, type DayListProps } from './day-groups.tsx'

export type DayColumnProps = {
  day: CalendarDay
  isToday: boolean
  /** Who is away: 'Mia and Leo', with a picture. */
  away: readonly { picture: string; who: string }[]
  /** The only visible day. */
  isAlone: boolean
  isPhone: boolean
  members: readonly FamilyMember[]
  groups: readonly DayGroup[]
  /** The number of done quests; undefined where it has no meaning, as in the future. */
  doneOf: number | undefined
  ref?: Ref<HTMLElement> | undefined
  /** Adds a quest for this day; undefined for one that is over. */
  onAdd: (() => void) | undefined
  card: DayListProps['card']
}

export function DayColumn({
  day: { day, occurrences },
  isToday,
  away,
  isAlone,
  isPhone,
  members,
  groups,
  doneOf,
  ref,
  onAdd,
  card,
}: DayColumnProps) {
  // An empty today has a button in its middle, and a phone one for today.
  const add = isToday && (isPhone || occurrences.length === 0) ? undefined : onAdd
  const addLabel = `${quests.addQuest}, ${formatDay(day, 'weekdayAndDay')}`
  return (
    <section
      ref={ref}
      aria-label={formatDay(day, 'weekdayAndDay')}
      aria-current={isToday ? 'date' : undefined}
      data-glide-home={day}
      className={cn(
        '@container flex flex-1 snap-center flex-col rounded-card border-2',
        isToday ? 'bg-today border-today-edge' : 'bg-sunken border-transparent',
        isPhone ? 'min-w-full snap-always' : 'min-h-0 min-w-[9.5rem]',
        isAlone && 'mx-auto',
      )}
      // As wide as its lists, one of each member.
      style={isAlone && !isPhone ? { maxWidth: `${Math.max(groups.length, 2) * 22.5 + 1}rem` } : undefined}
    >
      <header
        className={cn(
          'flex items-center justify-between gap-x-2 px-3',
          isPhone ? (isAlone ? 'sr-only' : 'h-9 tiny:sr-only') : 'day-head pr-1',
        )}
      >
        <h3 className={cn(isPhone && 'flex items-center gap-1.5 text-base')}>
          <span className="text-muted text-sm">{`${capitalized(formatDay(day, 'weekday'))} `}</span>
          <span className={cn('flex items-center gap-2', !isPhone && 'h-7')}>
            <span translate="no" className={cn('tabular-nums', !isPhone && 'text-xl')}>
              {getDate(parseISO(day))}
            </span>
            {isToday && <span className="bg-grape text-on-grape rounded-full px-2.5 text-sm">{calendar.today}</span>}
          </span>
        </h3>
        {doneOf !== undefined && (
          <p className="text-muted ml-auto hidden text-sm font-semibold tabular-nums @[16rem]:block">
            {calendar.doneOf(doneOf, occurrences.filter(({ status }) => status !== 'skipped').length)}
          </p>
        )}
        {add && !isPhone && <IconButton label={addLabel} icon={<Plus aria-hidden />} className="-my-1" onClick={add} />}
      </header>
      {away.map(({ picture, who }) => (
        <p key={who} className="text-muted flex items-center gap-1.5 px-3 pb-2 text-sm font-semibold wrap-anywhere">
          <span aria-hidden translate="no">
            {picture}
          </span>
          <span>{texts.isAway(who)}</span>
        </p>
      ))}
      {occurrences.length === 0 ? (
        <div className="text-muted border-line mx-2 flex min-h-20 flex-col items-center justify-center rounded-card border-2 border-dashed p-3 text-center text-sm">
          <p>{calendar.noQuests}</p>
          {isToday && onAdd && (
            <Button variant="bare" onClick={onAdd}>
              <Plus aria-hidden />
              <span>{quests.addQuest}</span>
            </Button>
          )}
        </div>
      ) : (
        <div
          data-glide-list
          // No tab stop of its own in Firefox, because its rows are stops.
          tabIndex={-1}
          className={cn(
            'relative flex flex-1 gap-2 rounded-b-[1.125rem] px-1 pb-1',
            !isPhone && 'min-h-0 overflow-y-auto overscroll-y-contain',
            isAlone && !isPhone ? 'flex-wrap content-start items-start' : 'flex-col',
          )}
        >
          {groups.map((group) => (
            <DayList
              key={group.member?.id ?? ''}
              {...group}
              day={day}
              members={members}
              isFolded={isPhone}
              className={isAlone && !isPhone ? '@container max-w-90 grow basis-60' : 'shrink-0'}
              card={card}
            />
          ))}
        </div>
      )}
      {add && isPhone && (
        <Button variant="bare" aria-label={addLabel} className="mx-2 mb-1" onClick={add}>
          <Plus aria-hidden />
          <span>{quests.addQuest}</span>
        </Button>
      )}
    </section>
  )
}
