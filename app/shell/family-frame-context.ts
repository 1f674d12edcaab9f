import { useOutletContext } from 'react-router-dom'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'

/** What every screen inside the frame stands on. */
export type FamilyFrameContext = {
  family: Membership['family']
  /** The signed-in user's own member. */
  me: MemberId
  /** The member this screen is about. */
  memberId: MemberId
  members: readonly FamilyMember[]
}

export function useFamilyFrame(): FamilyFrameContext {
  return useOutletContext<FamilyFrameContext>()
}
