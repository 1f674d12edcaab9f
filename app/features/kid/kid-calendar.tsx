import { Check, Sun } from 'lucide-react'
import type { Day } from '#domain/contract/days.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { canBeCompleted } from '#domain/rules/completion.ts'
import type { CalendarDay, CalendarDays } from '#app/lib/use-calendar.ts'
import { useGradually } from '#app/lib/gradually.ts'
import { BubbleMark } from '#app/ui/bubble-mark.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Soft } from '#app/ui/soft.tsx'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import { KidQuestRow, KidQuestTile, tilePlace } from './kid-quest-tile.tsx'
import { useHolder } from './use-holder.ts'

export type KidViewProps = { calendar: CalendarDays; onTap: (quest: Quest) => void }

/** Today large and to be tapped; the day before and the day after small and dimmed. */
export function KidCalendar({ calendar: { today, days, someday, columns, members }, onTap }: KidViewProps) {
  const holderOf = useHolder(members)
  const others = days.filter(({ day }) => day !== today)
  const now = days.find(({ day }) => day === today)?.standings ?? []
  const done = now.filter(({ status }) => status === 'done').length
  const allDone = now.length > 0 && done === now.length
  return (
    <Soft className="flex flex-col gap-6">
      <section aria-labelledby="kid-today" className="flex flex-col gap-4">
        {allDone ? (
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
              {kid.today}
            </h3>
            {now.length > 0 && (
              <p className="text-leaf-ink font-display flex items-center gap-1.5 text-xl font-bold tabular-nums [&_svg]:size-6">
                <Check aria-hidden strokeWidth={4} />
                <span aria-hidden>{`${done} / ${now.length}`}</span>
                <span className="sr-only">{kid.doneOf(done, now.length)}</span>
              </p>
            )}
          </div>
        )}
        {now.length === 0 ? (
          <div className="bg-panel/60 flex flex-col items-center gap-3 rounded-tile px-6 py-8 text-center">
            <BubbleMark className="size-28" />
            <p className="font-display text-2xl font-bold">{kid.noQuestsToday}</p>
          </div>
        ) : (
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
            {now.map(({ quest, status }) => {
              const isDone = status === 'done'
              return (
                <li key={quest.id} data-soft={`${today} ${quest.id}`} data-soft-state={`${quest.version} ${status}`} className={tilePlace}>
                  <KidQuestTile
                    quest={quest}
                    isDone={isDone}
                    heldBy={holderOf(quest.id)}
                    onTap={!isDone && canBeCompleted(quest, columns) ? onTap : undefined}
                  />
                </li>
              )
            })}
          </ul>
        )}
      </section>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {others.map((other) => (
          <OtherDay key={other.day} day={other.day} name={other.day < today ? kid.yesterday : kid.tomorrow} standings={other.standings} />
        ))}
      </div>
      {someday.length > 0 && (
        <Disclosure label={common.someday} count={someday.length} className="bg-panel/55 rounded-tile px-2 py-1 text-lg">
          <ul aria-label={common.someday} className="grid grid-cols-2 gap-4 p-3 sm:grid-cols-3 lg:grid-cols-4">
            {someday.map(({ quest }) => (
              <li key={quest.id} className={tilePlace}>
                <KidQuestTile quest={quest} isDone={false} heldBy={holderOf(quest.id)} onTap={canBeCompleted(quest, columns) ? onTap : undefined} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Soft>
  )
}

function OtherDay({ day, name, standings }: { day: Day; name: string; standings: CalendarDay['standings'] }) {
  const drawn = useGradually(standings.length)
  return (
    <section aria-label={name} className="bg-panel/55 flex flex-col gap-1 rounded-tile px-5 py-4">
      <h3 className="text-muted text-lg">{name}</h3>
      {standings.length === 0 ? (
        <p className="text-muted py-2">{kid.noQuests}</p>
      ) : (
        <ul className="divide-line flex flex-col divide-y">
          {standings.slice(0, drawn).map(({ quest, status }) => (
            <li key={quest.id} data-soft={`${day} ${quest.id}`} data-soft-state={`${quest.version} ${status}`} className="skippable">
              <KidQuestRow quest={quest} isDone={status === 'done'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
