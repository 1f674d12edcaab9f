import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { lazyWithPreload, type LazyComponent } from '#app/lib/device/lazy-with-preload.tsx'
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

export const kidParts: Record<KidTab, LazyComponent<BubbleProps>> = {
  quests: lazyWithPreload(() => import('./kid-quests.tsx')),
  rewards: lazyWithPreload(() => import('./kid-rewards.tsx')),
  gems: lazyWithPreload(() => import('./kid-gems.tsx')),
  playground: lazyWithPreload(() => import('./kid-playground.tsx')),
}
