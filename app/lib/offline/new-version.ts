import { giveBackMailedLink } from '#app/lib/session/mailed-link.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'

/**
 * After an update the server no longer has the parts of a page that was loaded before: the first one
 * that is missing loads the page anew, once. Nothing typed is lost by it: a part is missing
 * where something is opened, not while it is filled in.
 */
export function followNewVersions(): void {
  window.addEventListener('vite:preloadError', () => void reloadIfReplaced())
}

const nightHours = [2, 3]
const untouchedMs = 30 * 60_000
const lookEveryMs = 20 * 60_000

/**
 * For a screen that nobody loads anew: takes a new version by itself between 2 and 4 o'clock of this device's time zone, when nobody has touched the
 * screen for half an hour. Returns the function that ends it.
 */
export function updateAtNight(): () => void {
  const over = new AbortController()
  let touchedAt = serverNow()
  const look = () => {
    const now = serverNow()
    if (nightHours.includes(new Date(now).getHours()) && now - touchedAt >= untouchedMs) void reloadIfReplaced()
  }
  for (const event of ['pointerdown', 'keydown']) {
    window.addEventListener(event, () => (touchedAt = serverNow()), { signal: over.signal, capture: true, passive: true })
  }
  const timer = setInterval(look, lookEveryMs)
  return () => {
    over.abort()
    clearInterval(timer)
  }
}

/** Without a network the same error comes, and a page loaded anew would be none. */
async function reloadIfReplaced(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  if (script === undefined) return
  const own = new URL(script).pathname
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : own),
    () => own,
  )
  // The page of a hotel's network names none of our scripts.
  if (!page.includes(own) && /\/assets\/index-[\w-]+\.js/.test(page)) {
    giveBackMailedLink()
    window.location.reload()
  }
}
