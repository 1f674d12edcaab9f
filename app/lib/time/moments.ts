import { useMemo } from 'react'
import { dayOfZone } from '#domain/rules/days.ts'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { useFamilyClock, type FamilyClock } from '#app/lib/state/use-quests.ts'
import { useTimeZone } from './time-zone.ts'

/** The family's clock with the time of a moment: '18:30' or '6:30 PM'. */
export type MomentClock = FamilyClock & { timeOf: (moment: string) => string }

export function useMomentClock(): MomentClock {
  const timeZone = useTimeZone()
  const timeOf = useMemo(() => clockOf(timeZone), [timeZone])
  return { ...useFamilyClock(), timeOf }
}

/** Returns the time of a moment in a time zone (IANA name), in the format of the page. */
export const clockOf =
  (timeZone: string) =>
  (moment: string): string =>
    timeOfDay(timeIn(timeZone)(Date.parse(moment)))

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the time (HH:MM) of a moment, in milliseconds since 1970, in a time zone (IANA name); on this device if the
 * browser does not know the zone.
 */
export const timeIn =
  (timeZone: string) =>
  (moment: number): string => {
    const known = formats.get(timeZone) ?? formatOf(timeZone)
    formats.set(timeZone, known)
    return known.format(moment)
  }

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-u-nu-latn', {
    ...(dayOfZone(timeZone) !== undefined && { timeZone }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
