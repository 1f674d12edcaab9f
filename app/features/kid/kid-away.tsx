import type { Absence } from '#domain/contract/absences.ts'
import type { Day } from '#domain/contract/days.ts'
import { awaySentence } from '#app/lib/text/away-words.ts'
import { useAnnouncedChange } from '#app/state/use-announced.ts'

/** What a child sees while it is away, in place of its quests. */
export function KidAway({ absence, today }: { absence: Absence; today: Day }) {
  const sentence = awaySentence(absence, today)
  useAnnouncedChange(sentence)
  return (
    <div className="bg-sun-soft flex flex-col items-center gap-3 rounded-tile px-6 py-8 text-center">
      <span aria-hidden translate="no" className="text-7xl leading-none">
        {absence.reason ?? '🌙'}
      </span>
      <h3 id="kid-today" className="font-display text-2xl font-bold">
        {sentence}
      </h3>
    </div>
  )
}
