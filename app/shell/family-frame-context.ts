import { useOutletContext } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { ThisDevice } from '#domain/contract/devices.ts'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'

/** The context of each screen inside the frame. */
export type FamilyFrameContext = {
  user: CurrentUser
  family: Membership['family']
  /** The signed-in user's own member. */
  me: MemberId
  /** Undefined for a session that began before devices were kept. */
  device: ThisDevice | undefined
  /** The member this device acts as; undefined when they were removed meanwhile, and where a paired one has nobody. */
  acting: FamilyMember | undefined
  /** The member whose screen this is. */
  memberId: MemberId
  members: readonly FamilyMember[]
}

/** The page on which a paired device begins; undefined for one with an account. */
export function pairedHome({ device, acting }: Pick<FamilyFrameContext, 'device' | 'acting'>): string | undefined {
  if (device?.isPaired !== true) return undefined
  if (device.use === null) return '/join'
  return device.use === 'wall' ? '/wall' : acting === undefined ? '/kid' : `/kid/${acting.id}`
}

export function useFamilyFrame(): FamilyFrameContext {
  return useOutletContext<FamilyFrameContext>()
}

/** For screens about the account alone, which may have no family. */
export function useAccount(): { user: CurrentUser; family?: Membership['family'] | undefined } {
  return useOutletContext<Pick<FamilyFrameContext, 'user'> & Partial<FamilyFrameContext>>()
}
