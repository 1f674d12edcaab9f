import { timeOf, timeOfDay } from '#app/texts/time-of-day.ts'
import { useFamilyClock, type FamilyClock } from '#app/lib/state/use-quests.ts'
import { useTimeZone } from './time-zone.ts'

/** The family's clock with the time of a moment: '18:30' or '6:30 PM'. */
export type MomentClock = FamilyClock & { timeOf: (moment: string) => string }

export function useMomentClock(): MomentClock {
  const timeZone = useTimeZone()
  return { ...useFamilyClock(), timeOf: (moment) => timeIn(timeZone, moment) }
}

/** The time of a moment in a time zone (IANA name); on this device if the browser does not know the zone. */
export function timeIn(timeZone: string, moment: string): string {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  clocks.set(timeZone, clock)
  return clock(moment)
}

const clocks = new Map<string, (moment: string) => string>()

function clockOf(timeZone: string): (moment: string) => string {
  try {
    const format = new Intl.DateTimeFormat('en-u-nu-latn', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    return (moment) => timeOfDay(format.format(new Date(moment)))
  } catch {
    return timeOf
  }
}
