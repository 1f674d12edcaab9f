import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'

export type RewardsPageProps = { family: Membership['family']; members: readonly FamilyMember[] }

export function RewardsPage(_: RewardsPageProps) {
  return (
    <div className="flex flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      <h1 className="text-2xl sm:text-3xl">Rewards Store</h1>
    </div>
  )
}
