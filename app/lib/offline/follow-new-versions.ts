import { restoreMailedLink } from '#app/lib/session/mailed-link.ts'

/**
 * Reloads the page when a chunk is missing, because after an update the server no longer has those of the older
 * version. No input is lost: a chunk is loaded when something is opened, not while it is filled in.
 */
export function followNewVersions(): void {
  window.addEventListener('vite:preloadError', () => void reloadIfReplaced())
}

/**
 * Reloads only if the server has a newer page, because a lost network causes the same error, and a reload would then
 * fail.
 */
export async function reloadIfReplaced(): Promise<void> {
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
