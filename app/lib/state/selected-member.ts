import type { ThisDevice } from '#domain/contract/devices.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { MemberId } from '#domain/contract/ids.ts'
import { storedAtom } from './stored-atom.ts'

/** The member this device shows, stored across reloads under the specification's name. */
export const storedMemberAtom = storedAtom<MemberId | null>(
  'selectedMemberId',
  (text) => MemberId.safeParse(text).data ?? null,
)

/**
 * Whether a device may show a member's bubble while it acts as another member. A kid's device may not; a parent's may
 * show those without a PIN, and do there what a parent may do for a kid.
 */
export function isBubbleOpen(member: FamilyMember, acting: FamilyMember): boolean {
  return member.id === acting.id || (acting.role === 'parent' && !member.hasPin)
}

/**
 * The members that a device may switch to. A paired one switches among its own children, and to another kid only by the
 * kid's PIN; the wall acts as nobody.
 */
export function choosableMembers({
  members,
  session: { device },
  acting,
}: {
  members: readonly FamilyMember[]
  session: { device: ThisDevice | undefined }
  acting: FamilyMember | undefined
}): readonly FamilyMember[] {
  if (device?.isPaired !== true) return members
  const isOpen = ({ id, hasPin }: FamilyMember) => hasPin || id === acting?.id || device.memberIds.includes(id)
  return members.filter((member) => device.use === 'children' && member.role === 'kid' && isOpen(member))
}

/** The member to show: that of the route, else the stored one, else the user's own, else the first. */
export function selectMember(
  members: readonly FamilyMember[],
  wanted: { route: string | undefined; stored: string | null; own: MemberId | null },
): FamilyMember | undefined {
  for (const id of [wanted.route, wanted.stored, wanted.own]) {
    const member = members.find((known) => known.id === id)
    if (member) return member
  }
  return members[0]
}
