import type { FamilyMember } from '#domain/contract/members.ts'
import { absenceOn } from '#domain/rules/absences.ts'
import { withLast, type QuestOccurrence } from '#domain/rules/occurrences.ts'
import type { CalendarDays } from '#app/lib/state/use-calendar.ts'
import { useFamilyPart, useIsPending } from '#app/lib/state/family-store.ts'
import { useLateIds } from '#app/state/late-ids.ts'
import { useAnnouncedChange } from '#app/state/use-announced.ts'
import { kid } from '#texts/kid'
import { nameOfCompleter } from './name-of-completer.ts'

export type KidDay = ReturnType<typeof useKidDay>

export const isDone = ({ status }: QuestOccurrence) => status === 'done'

/** A child's quests of today and how many of them are done, which screen readers are told when it changes. */
export function useKidDay({ today, days, members }: CalendarDays, member: FamilyMember) {
  const absence = absenceOn(useFamilyPart('absences'), member.id, today)
  /** The name of the other member who did a quest of this child; undefined without one. */
  const otherOf = ({ quest, status, doneBy }: QuestOccurrence) =>
    status === 'done' ? nameOfCompleter(quest, doneBy, member, members) : undefined
  const all = days.find(({ day }) => day === today)?.occurrences ?? []
  const quests = withLast(
    all.filter((occurrence) => otherOf(occurrence) === undefined),
    isDone,
  )
  const late = useLateIds()
  const done = quests.filter(({ quest, status }) => status === 'done' && !late.has(quest.id)).length
  const isPending = useIsPending()
  const allDone = quests.length > 0 && done === quests.length && !isPending
  useAnnouncedChange(
    isPending || quests.length === 0 ? undefined : allDone ? kid.allDone : kid.doneOf(done, quests.length),
  )
  return { absence, otherOf, all, quests, done, allDone }
}
