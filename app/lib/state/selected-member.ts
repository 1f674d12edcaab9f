import type { FamilyMember } from '#domain/contract/family-members.ts'
import { MemberId } from '#domain/contract/ids.ts'
import { storedAtom } from './stored-atom.ts'

/** The member this device shows, remembered over reloads under the name the specification gives it. */
export const storedMemberAtom = storedAtom<MemberId | null>('selectedMemberId', (text) => MemberId.safeParse(text).data ?? null)

/**
 * Whether a device shows a member's bubble while it acts as another: never one with a PIN, and on a kid's device nobody else's. A parent's opens those
 * without a PIN, and may do there what a parent may do for a kid.
 */
export function isBubbleOpen(member: FamilyMember, acting: FamilyMember): boolean {
  return member.id === acting.id || (acting.role === 'parent' && !member.hasPin)
}

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
