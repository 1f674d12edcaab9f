import { useMemo } from 'react'
import { dayOfZone } from '#domain/rules/days.ts'
import { timeOf, timeOfDay } from '#app/texts/time-of-day.ts'
import { useFamilyClock, type FamilyClock } from '#app/lib/state/use-quests.ts'
import { useTimeZone } from './time-zone.ts'

/** The family's clock with the time of a moment: '18:30' or '6:30 PM'. */
export type MomentClock = FamilyClock & { timeOf: (moment: string) => string }

export function useMomentClock(): MomentClock {
  const timeZone = useTimeZone()
  const timeOf = useMemo(() => clockOf(timeZone), [timeZone])
  return { ...useFamilyClock(), timeOf }
}

/** Returns the time of a moment in a time zone (IANA name); on this device if the browser does not know the zone. */
export function clockOf(timeZone: string): (moment: string) => string {
  if (dayOfZone(timeZone) === undefined) return timeOf
  const format = new Intl.DateTimeFormat('en-u-nu-latn', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (moment) => timeOfDay(format.format(new Date(moment)))
}
