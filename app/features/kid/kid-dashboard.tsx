import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'

export type KidDashboardProps = { family: Membership['family']; memberId: MemberId; members: readonly FamilyMember[] }

export function KidDashboard({ memberId, members }: KidDashboardProps) {
  const name = members.find(({ id }) => id === memberId)?.displayName
  return (
    <div className="flex flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      <h1 className="text-2xl sm:text-3xl">{name}&apos;s Bubble</h1>
    </div>
  )
}
