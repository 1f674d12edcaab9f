import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'

export type MembersPageProps = {
  family: Membership['family']
  /** The signed-in user's own member. */
  me: MemberId
  /** Whom this device acts as. */
  acting: MemberId | undefined
  memberId: MemberId
  members: readonly FamilyMember[]
}

export function MembersPage(_: MembersPageProps) {
  return (
    <div className="flex flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      <h1 className="text-2xl sm:text-3xl">Manage Family Members</h1>
    </div>
  )
}
