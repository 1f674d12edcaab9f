import type { ErrorCode } from '#domain/contract/errors.ts'
import { forgetDrafts } from '#app/lib/state/drafts.ts'
import { focusAfterLoadAtom } from '#app/lib/state/focus-after-load.ts'
import { allowed } from '#app/state/allowed.ts'
import { store } from '#app/state/store.ts'
import { dismissToasts } from '#app/state/toast.ts'
import { storedMemberAtom } from '#app/lib/state/selected-member.ts'

/** Why the session ended: the next page reads it from its hash, and shows a text for it. */
export type SessionEndReason = 'family-deleted' | 'signed-out' | 'user-banned'

/** Returns why the session has ended, by the code of a refusal; undefined for any other refusal. */
export function endReasonOf(code: ErrorCode | undefined): SessionEndReason | undefined {
  if (code === 'user_banned') return 'user-banned'
  return code === 'not_signed_in' ? 'signed-out' : undefined
}

/** The name of the cache with the offline copy. The Cache API exists only in secure contexts. */
export const offlineCacheName = 'kept-family'

/** The database with the commands that wait to be sent. */
export const journalName = 'kept-commands'

/** Deletes what this device keeps of the family: its offline copy, and the commands that were not sent. */
export async function deleteKeptFamily(): Promise<void> {
  await Promise.all([
    allowed(() => caches)
      ?.delete(offlineCacheName)
      .catch(() => {}),
    emptyJournal(),
  ])
}

/** Empties the database: a page that the system has frozen would hold up its deletion, and every later opening with it. */
const emptyJournal = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, forgettingMs)
    try {
      const request = indexedDB.open(journalName)
      // There is none yet.
      request.addEventListener('upgradeneeded', () => request.transaction?.abort())
      request.addEventListener('error', () => resolve())
      request.addEventListener('success', () => {
        const database = request.result
        const transaction = database.transaction(database.objectStoreNames, 'readwrite')
        for (const name of database.objectStoreNames) transaction.objectStore(name).clear()
        transaction.addEventListener('complete', () => {
          database.close()
          resolve()
        })
      })
    } catch {
      // Nothing can be stored.
      resolve()
    }
  })

const forgettingMs = 2000

/**
 * Removes the shown pictures from the browser's cache: without a session each request returns 404, which replaces the
 * picture. Does not use `Clear-Site-Data`, because it can block Chromium for seconds.
 */
async function forgetPictures(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const shown = [...document.images].map(({ src }) => src)
  const pictures = new Set([...loaded, ...shown].filter((url) => url.startsWith(`${window.location.origin}/objects/`)))
  const signal = AbortSignal.timeout(forgettingMs)
  await Promise.allSettled([...pictures].map((picture) => fetch(picture, { cache: 'reload', signal })))
}

let isEnding = false

/** Ends on a new page, so that the next person on this tablet finds no data of this family in memory. */
export function endSession(to: '/' | '/login' | '/join', reason?: SessionEndReason): void {
  // Runs once: several calls can be refused at the same time, and signing out also ends the live connection.
  if (isEnding) return
  isEnding = true
  forgetDrafts()
  dismissToasts()
  store.set(focusAfterLoadAtom, 'heading')
  store.set(storedMemberAtom, null)
  // Empties the page and reloads it on return, because browsers keep it in the back-forward cache.
  window.addEventListener('pagehide', () => document.body.replaceChildren())
  window.addEventListener('pageshow', () => window.location.reload())
  void Promise.all([deleteKeptFamily(), forgetPictures()]).then(() =>
    window.location.assign(reason === undefined ? to : `${to}#${reason}`),
  )
}
