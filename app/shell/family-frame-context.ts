import { useOutletContext } from 'react-router-dom'
import type { Family } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Session } from '#app/lib/session/session.ts'

/** The context of each screen inside the frame. */
export type FamilyFrameContext = {
  session: Session
  family: Family
  /** The session's acting member; undefined when they were removed meanwhile, and where a paired device has nobody. */
  acting: FamilyMember | undefined
  /** The member whose screen this is. */
  memberId: MemberId
  members: readonly FamilyMember[]
}

/** The page on which a paired device begins; undefined for one with an account. */
export function pairedHome({
  session: { kind, device },
  acting,
}: Pick<FamilyFrameContext, 'session' | 'acting'>): string | undefined {
  if (kind === 'account') return undefined
  if (device?.use == null) return '/join'
  return device.use === 'wall' ? '/wall' : acting === undefined ? '/kid' : `/kid/${acting.id}`
}

/** Whether a parent is asked whose this device is: once, after it has signed in. */
export const isUseAsked = ({ session: { kind, device }, acting, members }: FamilyFrameContext): boolean =>
  kind === 'account' && device?.use === null && acting?.role === 'parent' && members.some(({ role }) => role === 'kid')

export function useFamilyFrame(): FamilyFrameContext {
  return useOutletContext<FamilyFrameContext>()
}

/** For screens about the account alone, which may have no family. */
export function useAccount(): Pick<FamilyFrameContext, 'session'> & Partial<FamilyFrameContext> {
  return useOutletContext<Pick<FamilyFrameContext, 'session'> & Partial<FamilyFrameContext>>()
}
