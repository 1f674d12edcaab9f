import { atom } from 'jotai'
import type { MemberId } from '#domain/contract/ids.ts'

/** The member whose screens this tab shows; null while it shows no screen of a family. Differs from the acting member once another tab chose one. */
export const tabMemberAtom = atom<MemberId | null>(null)
