import { atom } from 'jotai'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { MemberId } from '#domain/contract/ids.ts'

/** The place in local storage, as the specification names it. */
export const selectedMemberKey = 'selectedMemberId'

const written = atom<MemberId | null | undefined>(undefined)

/** The member this device shows, remembered over reloads. Storage may be closed to us: then for this page only. */
export const storedMemberAtom = atom(
  (get) => {
    const chosen = get(written)
    return chosen === undefined ? readStored() : chosen
  },
  (_get, set, member: MemberId | null) => {
    set(written, member)
    try {
      if (member === null) localStorage.removeItem(selectedMemberKey)
      else localStorage.setItem(selectedMemberKey, member)
    } catch {
      // Private windows of some browsers refuse to store; the choice then ends with the page.
    }
  },
)

/** The member to show: the one the route names, then the stored one, then the user's own, then the first. */
export function selectMember(
  members: readonly FamilyMember[],
  wanted: { route: string | undefined; stored: string | null; own: MemberId },
): FamilyMember | undefined {
  for (const id of [wanted.route, wanted.stored, wanted.own]) {
    const member = members.find((known) => known.id === id)
    if (member) return member
  }
  return members[0]
}

function readStored(): MemberId | null {
  try {
    return MemberId.safeParse(localStorage.getItem(selectedMemberKey)).data ?? null
  } catch {
    return null
  }
}
