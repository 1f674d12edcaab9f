import { atom } from 'jotai'
import { onTimeChange, serverNow } from './server-clock.ts'

const minuteMs = 60_000
const startOfMinute = () => serverNow() - (serverNow() % minuteMs)

/** The start of the current minute on the server's clock, in milliseconds since 1970. */
export const minuteAtom = atom(startOfMinute())
minuteAtom.onMount = (set) => {
  const update = () => set(startOfMinute())
  update()
  return onTimeChange(startOfMinute, () => minuteMs - (serverNow() % minuteMs), update)
}
