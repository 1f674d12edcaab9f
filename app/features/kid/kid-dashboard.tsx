import { Gem, Gift, ListTodo, Puzzle } from 'lucide-react'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { HereNow } from './here-now.tsx'
import { KidBalance } from './kid-balance.tsx'
import { tabOf, type KidTab } from './kid-tab.ts'

/** What every part of a bubble stands on. */
export type BubbleProps = {
  family: Membership['family']
  /** Whose bubble this is. */
  member: FamilyMember
  members: readonly FamilyMember[]
}

const parts: readonly { value: KidTab; label: string; icon: ReactNode; Part: ComponentType<BubbleProps> }[] = [
  { value: 'quests', label: 'Quests', icon: <ListTodo aria-hidden />, Part: lazy(() => import('./kid-quests.tsx')) },
  { value: 'rewards', label: 'Rewards', icon: <Gift aria-hidden />, Part: lazy(() => import('./kid-rewards.tsx')) },
  { value: 'gems', label: 'Gems', icon: <Gem aria-hidden />, Part: lazy(() => import('./kid-gems.tsx')) },
  { value: 'playground', label: 'Playground', icon: <Puzzle aria-hidden />, Part: lazy(() => import('./kid-playground.tsx')) },
]

/** My Bubble: what a child does today, and what it earned. */
export function KidDashboard(bubble: BubbleProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const { displayName, avatarSeed, userProfileImageUrl } = bubble.member
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      <div className="flex items-center gap-3 sm:gap-4">
        <Avatar name={displayName} seed={avatarSeed} imageUrl={userProfileImageUrl} decorative size="large" />
        <h1 className="min-w-0 text-3xl wrap-anywhere sm:text-4xl">{displayName}&apos;s Bubble</h1>
        <div className="ml-auto flex shrink-0 flex-col-reverse items-end gap-1 sm:flex-row sm:items-center sm:gap-4">
          <HereNow members={bubble.members} />
          <KidBalance key={bubble.member.id} familyId={bubble.family.id} memberId={bubble.member.id} />
        </div>
      </div>
      <Tabs
        label="Parts of the bubble"
        fill
        value={tabOf(hash).tab}
        onValueChange={(tab) => void navigate({ hash: tab })}
        tabs={parts.map(({ value, label, icon, Part }) => ({
          value,
          label,
          icon,
          content: (
            <Suspense fallback={<PartSkeleton />}>
              <Part {...bubble} />
            </Suspense>
          ),
        }))}
      />
    </div>
  )
}

function PartSkeleton() {
  return (
    <Loading label="Loading..." className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {[1, 2, 3].map((tile) => (
        <Skeleton key={tile} className="h-44 rounded-tile" />
      ))}
    </Loading>
  )
}
