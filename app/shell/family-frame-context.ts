import { useOutletContext } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'

/** What every screen inside the frame stands on. */
export type FamilyFrameContext = {
  user: CurrentUser
  family: Membership['family']
  /** The signed-in user's own member. */
  me: MemberId
  /** Whom this device acts as; undefined when that member was removed meanwhile. */
  acting: FamilyMember | undefined
  /** The member this screen is about. */
  memberId: MemberId
  members: readonly FamilyMember[]
}

export function useFamilyFrame(): FamilyFrameContext {
  return useOutletContext<FamilyFrameContext>()
}

/** For the screens about the account alone: it may belong to no family. */
export function useAccount(): { user: CurrentUser; family?: Membership['family'] | undefined } {
  return useOutletContext<Pick<FamilyFrameContext, 'user'> & Partial<FamilyFrameContext>>()
}
