import { atom } from 'jotai'
import type { ReactNode } from 'react'
import { store } from '#app/state/store.ts'

/** Milliseconds until a sentence is on the page: the focus that moves with the same press is said first. */
const delay = 150
/** Milliseconds within which sentences are of one moment: a slow reader would lose one that is replaced so soon. */
const momentMs = 2000
/** Milliseconds a sentence stays on the page, where the cursor of a screen reader could find it. */
const duration = 5000

export type Announcement = { id: number; at: number; sentence: ReactNode }

/** The last sentence on the page for screen readers, after others of its moment. `Announcer` renders them. */
export const announcementsAtom = atom<readonly Announcement[]>([])

let lastId = 0

/** The errors of forms in the last second. */
const formErrors = new Set<string>()

/**
 * Has screen readers say a sentence after the one they are saying. It is not visible.
 * @param error Leaves the sentence out if a form says this error itself.
 */
export function announce(sentence: ReactNode, error?: string): void {
  const id = ++lastId
  setTimeout(() => {
    if (error !== undefined && formErrors.has(error)) return
    const at = Date.now()
    store.set(announcementsAtom, (shown) => [...shown.filter((one) => at - one.at < momentMs), { id, at, sentence }])
    setTimeout(() => store.set(announcementsAtom, (shown) => shown.filter((one) => one.id !== id)), duration)
  }, delay)
}

/** Has screen readers say an error that a form shows, unless the focus has just moved to its field and says it. */
export function announceFormError(error: string, isSaidByFocus = false): void {
  formErrors.add(error)
  setTimeout(() => formErrors.delete(error), 1000)
  if (!isSaidByFocus) announce(error)
}
