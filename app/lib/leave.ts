import type { FamilyId } from '#domain/contract/ids.ts'
import { keyOf } from './api-client.ts'
import { storedMember } from './selected-member.ts'

/** Ends the addresses that somebody is led to whose family was deleted. */
export const familyDeletedHash = '#family-deleted'

/** Ends the address that somebody is led to whose session ended under an open page. */
export const signedOutHash = '#signed-out'

/** Under it the deletion of the family is pending on the device that does it. */
export const familyDeletionKey = (familyId: FamilyId) => keyOf('deleteFamily', { familyId })

/** A fresh page, so that the next person on this tablet finds nothing of this family in its memory. */
export function leave(to: string): void {
  storedMember.set(null)
  // Browsers keep the page as it was left, for the way back: it is left empty, and comes back anew.
  window.addEventListener('pagehide', () => document.body.replaceChildren())
  window.addEventListener('pageshow', () => window.location.reload())
  window.location.assign(to)
}
