import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'

/** The props of each part of My Bubble. */
export type BubbleProps = {
  family: Membership['family']
  /** The member of this bubble. */
  member: FamilyMember
  /** The member as whom this device acts. */
  acting: FamilyMember
}
