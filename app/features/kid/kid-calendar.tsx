import { Check, Sun } from 'lucide-react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { absenceOn } from '#domain/rules/absences.ts'
import { canBeCompleted } from '#domain/rules/quests.ts'
import { withLast, type QuestOccurrence } from '#domain/rules/occurrences.ts'
import type { CalendarDay, CalendarDays } from '#app/lib/state/use-calendar.ts'
import { useFamilyPart, useIsPending } from '#app/lib/state/family-store.ts'
import { useLateIds } from '#app/state/late-ids.ts'
import { useAnnouncedChange } from '#app/state/use-announced.ts'
import { useProgressiveCount } from '#app/lib/device/use-progressive-count.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { LayoutAnimation } from '#app/ui/motion/layout-animation.tsx'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import { KidAway } from './kid-away.tsx'
import { KidQuestRow, KidQuestTile, KidCompletedByOther, tilePlace } from './kid-quest-tile.tsx'
import { nameOfCompleter } from './name-of-completer.ts'
import { useDraggedBy } from './use-dragged-by.ts'

export type KidViewProps = { calendar: CalendarDays; member: FamilyMember; onTap: (quest: Quest) => void }

/** Shows today large, with tiles to tap, between the day before and the day after, small and dimmed. */
export function KidCalendar({ calendar: { today, days, someday, columns, members }, member, onTap }: KidViewProps) {
  const draggedByOf = useDraggedBy(members)
  const absence = absenceOn(useFamilyPart('absences'), member.id, today)
  const others = days.filter(({ day }) => day !== today)
  const onToday = days.find(({ day }) => day === today)?.occurrences ?? []
  const otherOf: OtherOf = ({ quest, status, doneBy }) =>
    status === 'done' ? nameOfCompleter(quest, doneBy, member, members) : undefined
  const now = withLast(
    onToday.filter((occurrence) => otherOf(occurrence) === undefined),
    isDone,
  )
  const theirs = onToday.flatMap((occurrence) => otherRow(occurrence, otherOf))
  const late = useLateIds()
  const done = now.filter(({ quest, status }) => status === 'done' && !late.has(quest.id)).length
  const isPending = useIsPending()
  const allDone = now.length > 0 && done === now.length && !isPending
  useAnnouncedChange(isPending || now.length === 0 ? undefined : allDone ? kid.allDone : kid.doneOf(done, now.length))
  return (
    <LayoutAnimation>
      <div data-glide-home="days" className="flex flex-col gap-6">
        <section aria-labelledby="kid-today" className="flex flex-col gap-4">
          {absence ? (
            <KidAway absence={absence} today={today} />
          ) : allDone ? (
            <div className="bg-sun-soft flex items-center gap-4 rounded-tile px-5 py-4">
              <BubbleMark mood="cheering" className="size-20 shrink-0" />
              <h3 id="kid-today" className="text-2xl sm:text-3xl">
                {kid.allDone}
              </h3>
            </div>
          ) : (
            <div className="flex items-center justify-between gap-3">
              <h3 id="kid-today" className="bg-sun-soft flex items-center gap-2 rounded-full px-4 py-1.5 text-xl">
                <Sun aria-hidden className="size-7" />
                <span>{kid.today}</span>
              </h3>
              {now.length > 0 && (
                <p className="text-leaf-ink font-display flex items-center gap-1.5 text-xl font-bold tabular-nums [&_svg]:size-6">
                  <Check aria-hidden strokeWidth={4} />
                  <span translate="no" aria-hidden>{`${done} / ${now.length}`}</span>
                  <span className="sr-only">{kid.doneOf(done, now.length)}</span>
                </p>
              )}
            </div>
          )}
          {absence === undefined && now.length === 0 && theirs.length === 0 && (
            <div className="bg-panel/60 flex flex-col items-center gap-3 rounded-tile px-6 py-8 text-center">
              <BubbleMark className="size-28" />
              <p className="font-display text-2xl font-bold">{kid.noQuestsToday}</p>
            </div>
          )}
          <ul className="relative grid grid-cols-2 gap-4 empty:hidden sm:grid-cols-3 lg:grid-cols-4">
            {now.map(({ quest, status }) => (
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
                    onTap={canBeCompleted(quest, columns) ? onTap : undefined}
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

const isDone = ({ status }: QuestOccurrence) => status === 'done'

/** The name of the other member who did a quest of this child; undefined without one. */
type OtherOf = (occurrence: QuestOccurrence) => string | undefined

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
