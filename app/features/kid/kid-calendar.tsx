import { Suspense } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { canBeCompleted } from '#domain/rules/quests.ts'
import { withLast, type QuestOccurrence } from '#domain/rules/occurrences.ts'
import type { useUndoOnTile } from '#app/lib/state/use-undo-on-tile.ts'
import type { CalendarDay, CalendarDays } from '#app/lib/state/use-calendar.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { useProgressiveCount } from '#app/lib/device/use-progressive-count.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { LayoutAnimation } from '#app/ui/motion/layout-animation.tsx'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import { KidAway } from './kid-away.tsx'
import { KidQuestRow, KidQuestTile, KidCompletedByOther, tilePlace } from './kid-quest-tile.tsx'
import { useDraggedBy } from './use-dragged-by.ts'
import type { useDayDone } from './use-day-done.ts'
import { isDone, type KidDay } from './use-kid-day.ts'
import './kid-tiles.css'

const DayDone = lazyWithPreload(() => import('./day-done.tsx'))

export type KidViewProps = {
  calendar: CalendarDays
  member: FamilyMember
  onTap: (quest: Quest) => void
}

/** Shows today large, with tiles to tap, between the day before and the day after, small and dimmed, and someday. */
export function KidCalendar({
  calendar: { today, days, someday, columns, members },
  day: { absence, otherOf, all, quests, allDone },
  celebration,
  member,
  onTap,
  undoOf,
}: KidViewProps &
  Pick<ReturnType<typeof useUndoOnTile>, 'undoOf'> & { day: KidDay; celebration: ReturnType<typeof useDayDone> }) {
  const draggedByOf = useDraggedBy(members)
  const others = days.filter(({ day }) => day !== today)
  const theirs = all.flatMap((occurrence) => otherRow(occurrence, otherOf))
  return (
    <LayoutAnimation>
      <div data-glide-home="days" className="flex flex-col gap-6">
        <section aria-labelledby="kid-today" className="flex flex-col gap-4">
          {absence ? (
            <KidAway absence={absence} today={today} />
          ) : (
            allDone && (
              <Suspense fallback={null}>
                {celebration.isShown ? (
                  <DayDone icons={quests.map(({ quest }) => quest.icon)} onClose={celebration.toggle} />
                ) : (
                  <h3 id="kid-today" className="text-2xl sm:text-3xl">
                    <button
                      type="button"
                      aria-expanded={false}
                      onClick={celebration.toggle}
                      className="bg-sun-soft flex w-full items-center gap-4 rounded-tile px-5 py-4 text-left"
                    >
                      <BubbleMark mood="cheering" className="size-20 shrink-0" />
                      <span>{kid.allDone}</span>
                    </button>
                  </h3>
                )}
              </Suspense>
            )
          )}
          {absence === undefined && all.length === 0 && (
            <div className="bg-panel/60 flex flex-col items-center gap-3 rounded-tile px-6 py-8 text-center">
              <BubbleMark className="size-28" />
              <p className="font-display text-2xl font-bold">{kid.noQuestsToday}</p>
            </div>
          )}
          <ul
            style={gridOf(quests.length)}
            className={cn(
              'kid-tiles relative grid auto-rows-[minmax(13rem,1fr)] gap-4 empty:hidden',
              !allDone && 'min-h-(--tiles)',
              lastAlone(quests.length),
            )}
          >
            {quests.map(({ quest, status }) => (
              <li
                key={quest.id}
                data-glide={`${today} ${quest.id}`}
                data-version={`${quest.version} ${status}`}
                className={tilePlace}
              >
                <KidQuestTile
                  quest={quest}
                  of={member.id}
                  isDone={status === 'done'}
                  draggedBy={draggedByOf(quest.id)}
                  onTap={canBeCompleted(quest, columns) ? onTap : undefined}
                  onUndo={undoOf(quest, member.id)}
                />
              </li>
            ))}
          </ul>
          {theirs.length > 0 && (
            <ul className="bg-panel/55 divide-line relative flex flex-col divide-y rounded-tile px-5 py-1">
              {theirs.map(({ quest, by }) => (
                <li key={quest.id} data-glide={`${today} ${quest.id} theirs`} data-version={`${quest.version}`}>
                  <KidCompletedByOther quest={quest} by={by} />
                </li>
              ))}
            </ul>
          )}
        </section>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {others.map((other) => (
            <OtherDay
              key={other.day}
              day={other.day}
              name={other.day < today ? kid.yesterday : kid.tomorrow}
              occurrences={other.occurrences}
              otherOf={otherOf}
            />
          ))}
        </div>
        {someday.length > 0 && (
          <Disclosure
            label={common.someday}
            count={someday.length}
            className="bg-panel/55 rounded-tile px-2 py-1 text-lg"
          >
            <ul aria-label={common.someday} className="grid grid-cols-2 gap-4 p-3 sm:grid-cols-3 lg:grid-cols-4">
              {someday.map(({ quest }) => (
                <li key={quest.id} className={tilePlace}>
                  <KidQuestTile
                    quest={quest}
                    of={member.id}
                    isDone={false}
                    draggedBy={draggedByOf(quest.id)}
                    onTap={undefined}
                  />
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </LayoutAnimation>
  )
}

/** The columns and rows in which so many tiles fill a phone, a page held upright and one in landscape. */
function gridOf(tiles: number): Record<`--${string}`, number> {
  const few = Math.min(tiles, 2)
  const [phone, upright, landscape] = [tiles > 2 ? 2 : 1, tiles > 4 ? 3 : few, tiles > 6 ? 4 : tiles > 4 ? 3 : few]
  const rows = (columns: number) => Math.ceil(tiles / columns)
  return {
    '--phone': phone,
    '--phone-rows': rows(phone),
    '--upright': upright,
    '--upright-rows': rows(upright),
    '--landscape': landscape,
    '--landscape-rows': rows(landscape),
  }
}

/** The last tile fills its row where it is alone in one of two columns. */
const lastAlone = (tiles: number) =>
  tiles === 3 ? '*:last:col-span-2' : tiles > 4 && tiles % 2 === 1 && 'max-sm:*:last:col-span-2'

type OtherOf = KidDay['otherOf']

function otherRow(occurrence: QuestOccurrence, otherOf: OtherOf): { quest: Quest; by: string }[] {
  const by = otherOf(occurrence)
  return by === undefined ? [] : [{ quest: occurrence.quest, by }]
}

function OtherDay({
  day,
  name,
  occurrences,
  otherOf,
}: {
  day: Day
  name: string
  occurrences: CalendarDay['occurrences']
  otherOf: OtherOf
}) {
  const count = useProgressiveCount(occurrences.length)
  return (
    <section aria-label={name} className="bg-panel/55 flex flex-col gap-1 rounded-tile px-5 py-4">
      <h3 className="text-muted text-lg">{name}</h3>
      {occurrences.length === 0 ? (
        <p className="text-muted py-2">{kid.noQuests}</p>
      ) : (
        <ul className="divide-line relative flex flex-col divide-y">
          {withLast(occurrences, isDone)
            .slice(0, count)
            .map((occurrence) => {
              const { quest, status } = occurrence
              const by = otherOf(occurrence)
              return (
                <li
                  key={quest.id}
                  data-glide={`${day} ${quest.id}`}
                  data-version={`${quest.version} ${status}`}
                  className="cv-auto [contain-intrinsic-size:auto_8rem]"
                >
                  {by === undefined ? (
                    <KidQuestRow quest={quest} isDone={status === 'done'} />
                  ) : (
                    <KidCompletedByOther quest={quest} by={by} />
                  )}
                </li>
              )
            })}
        </ul>
      )}
    </section>
  )
}
