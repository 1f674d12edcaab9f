/**
 * After an update the server no longer has the parts of a page that was loaded before: the first one
 * that is missing loads the page anew, once. Nothing typed is lost by it: a part is missing
 * where something is opened, not while it is filled in.
 */
export function followNewVersions(): void {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  if (own === undefined) return
  window.addEventListener('vite:preloadError', () => void reloadIfReplaced(new URL(own).pathname))
}

/** Without a network the same error comes, and a page loaded anew would be none. */
async function reloadIfReplaced(own: string): Promise<void> {
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : own),
    () => own,
  )
  if (!page.includes(own)) window.location.reload()
}
