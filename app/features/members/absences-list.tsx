import { CalendarOff, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { formatDay } from '#app/texts/dates.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { away } from '#texts/away'
import { useBack } from './member-away.tsx'

const AwayDialog = lazyWithPreload(() => import('./away-dialog.tsx'))

/** Who is away now and later, with the button that plans it. */
export function AbsencesList({ familyId, members }: { familyId: FamilyId; members: readonly FamilyMember[] }) {
  const { today } = useFamilyClock()
  const planned = useFamilyPart('absences').filter(({ questId, endsOn }) => questId === null && endsOn >= today)
  const [isOpen, setOpen] = useState(false)
  const back = useBack()
  useLoadWhenIdle(AwayDialog)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <CalendarOff aria-hidden />
        <span>{away.plan}</span>
      </Button>
      <ul aria-label={away.planned} className="contents">
        {planned.map((absence) => {
          const { id, memberId, startsOn, endsOn, reason } = absence
          const who = memberId === null ? away.everyone : members.find((member) => member.id === memberId)?.displayName
          const [from, to] = [startsOn, endsOn].map((day) => formatDay(day, 'shortDay')) as [string, string]
          const words = `${who ?? ''}: ${from === to ? from : away.fromTo(from, to)}`
          return (
            <li key={id} className="bg-sunken flex min-h-11 items-center gap-1.5 rounded-full pl-4 font-semibold">
              <span aria-hidden translate="no">
                {reason ?? '🌙'}
              </span>
              <span>{words}</span>
              <IconButton
                label={away.end(words)}
                icon={<X aria-hidden />}
                tooltip={false}
                onClick={() => back(absence)}
              />
            </li>
          )
        })}
      </ul>
      {isOpen && (
        <Suspense fallback={null}>
          <AwayDialog familyId={familyId} members={members} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
