import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { lazyWithPreload, type LazyComponent } from '#app/lib/device/lazy-with-preload.tsx'
import type { KidTab } from './kid-tab.ts'

/** The props of each part of My Bubble. */
export type BubbleProps = {
  family: Membership['family']
  /** The member of this bubble. */
  member: FamilyMember
  members: readonly FamilyMember[]
  /** This device acts as that member. */
  isActing: boolean
}

export const kidParts: Record<KidTab, LazyComponent<BubbleProps>> = {
  quests: lazyWithPreload(() => import('./kid-quests.tsx')),
  rewards: lazyWithPreload(() => import('./kid-rewards.tsx')),
  gems: lazyWithPreload(() => import('./kid-gems.tsx')),
  playground: lazyWithPreload(() => import('./kid-playground.tsx')),
}
