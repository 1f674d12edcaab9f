import type { Absence } from '#domain/contract/absences.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { absenceOn } from '#domain/rules/absences.ts'
import { plusDays } from '#domain/rules/days.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { untilWords } from '#app/lib/text/away-words.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { away } from '#texts/away'

const sick = '🤒'

/** Says that a member is away, and ends it with one tap; else one tap says that a child is sick. */
export function MemberAway({ familyId, member }: { familyId: FamilyId; member: FamilyMember }) {
  const { today } = useFamilyClock()
  const absence = absenceOn(useFamilyPart('absences'), member.id, today)
  const { mutate: add } = useCommand('addAbsence', { failure: away.saveFailed })
  const back = useBack()
  if (absence) {
    const words = away.isAwayUntil(member.displayName, untilWords(absence, today))
    return (
      <div className="bg-sunken flex w-full flex-wrap items-center justify-between gap-2 rounded-control py-1 pr-1 pl-3 text-left font-semibold">
        <span className="min-w-0">
          <span aria-hidden translate="no">{`${absence.reason ?? '🌙'} `}</span>
          <span>{words}</span>
        </span>
        {/* That of all is ended in its place, because it is not of one member. */}
        {absence.memberId !== null && (
          <Button variant="quiet" className="px-3" onClick={() => back(absence)}>
            {away.back}
          </Button>
        )}
      </div>
    )
  }
  if (member.role === 'parent') return null
  const isSick = (days: number) =>
    add({
      familyId,
      body: { memberId: member.id, startsOn: today, endsOn: plusDays(today, days), reason: sick },
    })
  return (
    <div className="flex w-full flex-wrap gap-2">
      <Button variant="quiet" className="flex-1 px-2" onClick={() => isSick(0)}>
        <span aria-hidden translate="no">
          {sick}
        </span>
        <span>{away.sickToday}</span>
      </Button>
      <Button variant="quiet" className="flex-1 px-2" aria-label={away.sickUntilTomorrow} onClick={() => isSick(1)}>
        {away.untilTomorrow}
      </Button>
    </div>
  )
}

/** Returns a function that ends an absence: today is a day of quests again. */
export function useBack(): (absence: Absence) => void {
  const { today } = useFamilyClock()
  const { mutate: edit } = useCommand('editAbsence', { failure: away.saveFailed })
  const { mutate: remove } = useCommand('deleteAbsence', { failure: away.saveFailed })
  return ({ id, startsOn }) =>
    startsOn < today ? edit({ absenceId: id, body: { endsOn: plusDays(today, -1) } }) : remove({ absenceId: id })
}
