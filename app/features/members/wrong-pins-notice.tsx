import { useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { WrongPins } from '#domain/contract/families.ts'
import { plusDays } from '#domain/rules/days.ts'
import { updateSession } from '#app/lib/session/session.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { formatDay } from '#app/texts/dates.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { family } from '#texts/family'

/** Tells a parent on their own profile about wrong PINs at it, until they dismiss it. */
export default function WrongPinsNotice({ wrongPins }: { wrongPins: WrongPins }) {
  const client = useQueryClient()
  const { today, dayOf } = useFamilyClock()
  const dismiss = useCommand('dismissWrongPins', {
    success: () => {
      updateSession(client, (session) => ({ ...session, wrongPins: null }))
      return undefined
    },
    failure: family.dismissFailed,
  })
  const day = dayOf(wrongPins.since)
  const since =
    day === today
      ? family.sinceToday
      : day === plusDays(today, -1)
        ? family.sinceYesterday
        : family.sinceDay(formatDay(day, 'day'))
  const warning = family.wrongPins(wrongPins.count, since)
  useAnnounced(warning)
  return (
    <div className="bg-coral-soft text-coral-ink flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card py-1 pr-1 pl-4 font-semibold">
      <ShieldAlert aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-1.5">{warning}</p>
      <Button variant="quiet" busy={dismiss.isPending} onClick={() => dismiss.mutate({})}>
        {family.gotIt}
      </Button>
    </div>
  )
}
