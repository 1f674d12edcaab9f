import { atom } from 'jotai'
import type { ReactNode } from 'react'
import { store } from '#app/state/store.ts'

/** Milliseconds until a sentence is on the page: the focus that moves with the same press is said first. */
const delay = 150
/** Milliseconds a sentence stays on the page, where the cursor of a screen reader could find it. */
const duration = 10_000

export type Announcement = { id: number; sentence: ReactNode }

/** The sentences on the page for screen readers, the newest last. `Announcer` renders them. */
export const announcementsAtom = atom<readonly Announcement[]>([])

let lastId = 0

/** Has screen readers say a sentence after the one they are saying. It is not visible. */
export function announce(sentence: ReactNode): void {
  const id = ++lastId
  setTimeout(() => {
    store.set(announcementsAtom, (shown) => [...shown, { id, sentence }])
    setTimeout(() => store.set(announcementsAtom, (shown) => shown.filter((one) => one.id !== id)), duration)
  }, delay)
}
