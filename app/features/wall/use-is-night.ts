import { useAtomValue } from 'jotai'
import { minuteAtom } from '#app/lib/time/minute.ts'

/** From this hour of the device's clock on the screen of a wall may sleep, until the second one. */
const [nightBegins, nightEnds] = [22, 6]

/** Whether it is night: nobody looks at the wall, and its screen need not stay on. */
export function useIsNight(): boolean {
  const hour = new Date(useAtomValue(minuteAtom)).getHours()
  return hour >= nightBegins || hour < nightEnds
}
