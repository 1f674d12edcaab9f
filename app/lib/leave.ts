import { storedMember } from './selected-member.ts'

/** What somebody is told on the page they are led to; the address ends with it. */
export type Farewell = 'family-deleted' | 'signed-out'

/** Where browsers keep what a page gives them; not there where the connection is not safe. */
export const keptFamily = 'kept-family'

/** Takes what was kept for a time without a network off this device. */
export async function forgetFamily(): Promise<void> {
  if ('caches' in window) await caches.delete(keptFamily).catch(() => {})
}

let isGoing = false

/** A fresh page, so that the next person on this tablet finds nothing of this family in its memory. */
export function leave(to: '/' | '/login', farewell?: Farewell): void {
  // Several calls can be refused at once, and the live connection of whoever signs out a moment later.
  if (isGoing) return
  isGoing = true
  if (farewell === 'family-deleted') storedMember.set(null)
  // Browsers keep the page as it was left, for the way back: it is left empty, and comes back anew.
  window.addEventListener('pagehide', () => document.body.replaceChildren())
  window.addEventListener('pageshow', () => window.location.reload())
  void forgetFamily().then(() => window.location.assign(farewell === undefined ? to : `${to}#${farewell}`))
}
