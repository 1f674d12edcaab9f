import { useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { Day } from '#domain/contract/days.ts'
import type { WrongPins } from '#domain/contract/families.ts'
import { plusDays } from '#domain/rules/days.ts'
import { updateSession } from '#app/lib/session/session.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { formatDay } from '#app/texts/dates.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { profiles } from '#texts/profiles'
import { toldWrongPins } from './pin.ts'

type WrongPinsWarning = { warning: string; isPending: boolean; dismiss: () => void }

/** Returns what tells a parent on their own profile about wrong PINs at it, until they dismiss it. */
export function useWrongPins(wrongPins: WrongPins | null | undefined): WrongPinsWarning | undefined {
  const client = useQueryClient()
  const { today, dayOf } = useFamilyClock()
  const dismiss = useCommand('dismissWrongPins', {
    success: () => {
      updateSession(client, (session) => ({ ...session, wrongPins: null }))
      return undefined
    },
    failure: profiles.dismissFailed,
  })
  const told = toldWrongPins(wrongPins)
  const warning = told && warningOf(told, today, dayOf)
  useAnnounced(warning)
  return warning === undefined
    ? undefined
    : { warning, isPending: dismiss.isPending, dismiss: () => dismiss.mutate({}) }
}

function warningOf({ count, since: moment }: WrongPins, today: Day, dayOf: (moment: string) => Day): string {
  const day = dayOf(moment)
  const since =
    day === today
      ? profiles.sinceToday
      : day === plusDays(today, -1)
        ? profiles.sinceYesterday
        : profiles.sinceDay(formatDay(day, 'day'))
  return profiles.wrongPins(count, since)
}

export function WrongPinsNotice({ warning, isPending, dismiss }: WrongPinsWarning) {
  return (
    <div className="bg-coral-soft text-coral-ink flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card py-1 pr-1 pl-4 font-semibold">
      <ShieldAlert aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-1.5">{warning}</p>
      <Button variant="quiet" busy={isPending} onClick={dismiss}>
        {profiles.gotIt}
      </Button>
    </div>
  )
}
