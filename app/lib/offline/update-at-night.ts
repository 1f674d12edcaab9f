import { serverNow } from '#app/lib/time/server-clock.ts'
import { reloadIfReplaced } from './follow-new-versions.ts'

const nightHours = [2, 3]
const untouchedMs = 30 * 60_000
const checkEveryMs = 20 * 60_000

/**
 * Reloads to a new version between 2 and 4 o'clock of the device's time zone, after half an hour without touch; for a
 * screen that nobody reloads. Returns a function that stops this.
 */
export function updateAtNight(): () => void {
  const over = new AbortController()
  let touchedAt = serverNow()
  const check = () => {
    const now = serverNow()
    if (nightHours.includes(new Date(now).getHours()) && now - touchedAt >= untouchedMs) void reloadIfReplaced()
  }
  for (const event of ['pointerdown', 'keydown']) {
    window.addEventListener(event, () => (touchedAt = serverNow()), {
      signal: over.signal,
      capture: true,
      passive: true,
    })
  }
  const timer = setInterval(check, checkEveryMs)
  return () => {
    over.abort()
    clearInterval(timer)
  }
}
