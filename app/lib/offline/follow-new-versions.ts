import { restoreMailedLink } from '#app/lib/session/mailed-link.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'

/**
 * Reloads the page when a chunk is missing, because after an update the server no longer has those of the older
 * version. No input is lost: a chunk is loaded when something is opened, not while it is filled in.
 */
export function followNewVersions(): void {
  window.addEventListener('vite:preloadError', () => void reloadIfReplaced())
}

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

/**
 * Reloads only if the server has a newer page, because a lost network causes the same error, and a reload would then
 * fail.
 */
async function reloadIfReplaced(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  if (script === undefined) return
  const own = new URL(script).pathname
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : own),
    () => own,
  )
  // The sign-in page of a network names none of our scripts.
  if (!page.includes(own) && /\/assets\/index-[\w-]+\.js/.test(page)) {
    restoreMailedLink()
    window.location.reload()
  }
}
