import { lazyWithPreload, type LazyComponent } from '#app/lib/device/lazy-with-preload.tsx'
import type { BubbleProps } from './bubble-props.ts'
import type { KidTab } from './kid-tab.ts'

export const kidParts: Record<KidTab, LazyComponent<BubbleProps>> = {
  quests: lazyWithPreload(() => import('./kid-quests.tsx')),
  rewards: lazyWithPreload(() => import('./kid-rewards.tsx')),
  gems: lazyWithPreload(() => import('./kid-gems.tsx')),
  playground: lazyWithPreload(() => import('./kid-playground.tsx')),
}
