import { atom } from 'jotai'
import type { MemberId } from '#domain/contract/ids.ts'

/**
 * The member whose screens this tab shows; null outside of a family's screens. Differs from the acting member after
 * another tab has switched.
 */
export const tabMemberAtom = atom<MemberId | null>(null)
