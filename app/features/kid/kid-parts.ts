import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { early, type Early } from '#app/lib/early.ts'
import type { KidTab } from './kid-tab.ts'

/** What every part of a bubble stands on. */
export type BubbleProps = {
  family: Membership['family']
  /** Whose bubble this is. */
  member: FamilyMember
  members: readonly FamilyMember[]
  /** This device acts as that member. */
  isActing: boolean
}

export const kidParts: Record<KidTab, Early<BubbleProps>> = {
  quests: early(() => import('./kid-quests.tsx')),
  rewards: early(() => import('./kid-rewards.tsx')),
  gems: early(() => import('./kid-gems.tsx')),
  playground: early(() => import('./kid-playground.tsx')),
}
