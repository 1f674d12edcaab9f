import { useOutletContext } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'

/** The context of each screen inside the frame. */
export type FamilyFrameContext = {
  user: CurrentUser
  family: Membership['family']
  /** The signed-in user's own member. */
  me: MemberId
  /** The member this device acts as; undefined when they were removed meanwhile. */
  acting: FamilyMember | undefined
  /** The member whose screen this is. */
  memberId: MemberId
  members: readonly FamilyMember[]
}

export function useFamilyFrame(): FamilyFrameContext {
  return useOutletContext<FamilyFrameContext>()
}

/** For screens about the account alone, which may have no family. */
export function useAccount(): { user: CurrentUser; family?: Membership['family'] | undefined } {
  return useOutletContext<Pick<FamilyFrameContext, 'user'> & Partial<FamilyFrameContext>>()
}
