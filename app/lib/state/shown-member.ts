import { atom, useAtomValue } from 'jotai'
import type { MemberId } from '#domain/contract/ids.ts'
import { useIsPhone } from '#app/lib/device/is-phone.ts'
import { useFamilyPart } from './family-store.ts'

/** The member whose quests Mission Control shows alone on a phone; null for all. */
export const shownMemberAtom = atom<MemberId | null>(null)

/** Returns the member of `shownMemberAtom`, or null, also where nothing chooses one. */
export function useShownMember(): MemberId | null {
  const chosen = useAtomValue(shownMemberAtom)
  const isMember = useFamilyPart('members').some(({ id }) => id === chosen)
  return useIsPhone() && isMember ? chosen : null
}
