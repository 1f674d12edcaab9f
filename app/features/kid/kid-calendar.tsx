import { PartyPopper, Sun } from 'lucide-react'
import type { Quest } from '#domain/contract/quests.ts'
import { canBeCompleted } from '#domain/rules/completion.ts'
import type { CalendarDays } from '#app/lib/use-calendar.ts'
import { Soft } from '#app/ui/soft.tsx'
import { KidQuestTile } from './kid-quest-tile.tsx'
import { useHolder } from './use-holder.ts'

export type KidViewProps = { calendar: CalendarDays; onTap: (quest: Quest) => void }

/** Today large and to be tapped; the day before and the day after small and dimmed. */
export function KidCalendar({ calendar: { today, days, columns, members }, onTap }: KidViewProps) {
  const holderOf = useHolder(members)
  const others = days.filter(({ day }) => day !== today)
  const now = days.find(({ day }) => day === today)?.standings ?? []
  const allDone = now.length > 0 && now.every(({ status }) => status === 'done')
  return (
    <Soft className="flex flex-col gap-6">
      <section aria-labelledby="kid-today" className="flex flex-col gap-3">
        <h3 id="kid-today" className="bg-sun-soft flex w-fit items-center gap-2 rounded-full px-4 py-1.5 text-lg">
          {allDone ? <PartyPopper aria-hidden className="size-6" /> : <Sun aria-hidden className="size-6" />}
          {allDone ? 'All done today!' : 'Today'}
        </h3>
        {now.length === 0 ? (
          <p className="border-line bg-panel/60 rounded-tile border-2 border-dashed p-8 text-center text-xl font-bold">No quests today</p>
        ) : (
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
            {now.map(({ quest, status }) => {
              const isDone = status === 'done'
              return (
                <li key={quest.id} data-soft={`${today} ${quest.id}`} data-soft-state={`${quest.version} ${status}`}>
                  <KidQuestTile
                    quest={quest}
                    isDone={isDone}
                    heldBy={holderOf(quest.id)}
                    onTap={!isDone && canBeCompleted(quest, columns) ? () => onTap(quest) : undefined}
                  />
                </li>
              )
            })}
          </ul>
        )}
      </section>
      <div className="grid gap-4 sm:grid-cols-2">
        {others.map(({ day, standings }) => (
          <section key={day} aria-label={day < today ? 'Yesterday' : 'Tomorrow'} className="flex flex-col gap-2">
            <h3 className="text-muted text-lg">{day < today ? 'Yesterday' : 'Tomorrow'}</h3>
            {standings.length === 0 ? (
              <p className="text-muted">No quests</p>
            ) : (
              <ul className="grid grid-cols-2 gap-3 sm:grid-cols-2 lg:grid-cols-3">
                {standings.map(({ quest, status }) => (
                  <li key={quest.id} data-soft={`${day} ${quest.id}`} data-soft-state={`${quest.version} ${status}`}>
                    <KidQuestTile quest={quest} isDone={status === 'done'} heldBy={holderOf(quest.id)} onTap={undefined} dimmed />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </Soft>
  )
}
