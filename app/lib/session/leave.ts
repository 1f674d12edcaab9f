import { store } from '#app/state/store.ts'
import { storedMemberAtom } from '#app/lib/state/selected-member.ts'

/** What the page says to which somebody is led; the address ends with it. */
export type Farewell = 'family-deleted' | 'signed-out'

/** Where browsers keep what a page gives them; not there where the connection is not safe. */
export const keptFamily = 'kept-family'

/** Takes what was kept for a time without a network off this device. */
export async function forgetFamily(): Promise<void> {
  if ('caches' in window) await caches.delete(keptFamily).catch(() => {})
}

const forgettingMs = 2000

/**
 * Takes the pictures that this page has shown out of the browser's cache. Nobody is signed in any more, so each is
 * answered 404, and that takes its place. `Clear-Site-Data` says it shorter, but can hold up Chromium for seconds.
 */
async function forgetPictures(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const shown = [...document.images].map(({ src }) => src)
  const pictures = new Set([...loaded, ...shown].filter((url) => url.startsWith(`${window.location.origin}/objects/`)))
  const signal = AbortSignal.timeout(forgettingMs)
  await Promise.allSettled([...pictures].map((picture) => fetch(picture, { cache: 'reload', signal })))
}

let isGoing = false

/** A fresh page, so that the next person on this tablet finds nothing of this family in its memory. */
export function leave(to: '/' | '/login', farewell?: Farewell): void {
  // Several calls can be refused at once, and the live connection of whoever signs out a moment later.
  if (isGoing) return
  isGoing = true
  if (farewell === 'family-deleted') store.set(storedMemberAtom, null)
  // Browsers keep the page as it was left, for the way back: it is left empty, and comes back anew.
  window.addEventListener('pagehide', () => document.body.replaceChildren())
  window.addEventListener('pageshow', () => window.location.reload())
  void Promise.all([forgetFamily(), forgetPictures()]).then(() => window.location.assign(farewell === undefined ? to : `${to}#${farewell}`))
}
