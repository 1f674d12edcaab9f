import { BookOpenText, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { useHashTab } from '#app/lib/device/use-hash-tab.ts'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { PageHeading } from '#app/ui/layout/page-heading.tsx'
import { rewards } from '#texts/rewards'
import { RecentRedemptions } from './recent-redemptions.tsx'
import { RedemptionQueue } from './redemption-queue.tsx'
import { RewardModeCard } from './reward-mode-card.tsx'
import { RewardShop } from './reward-shop.tsx'

export type RewardsPageProps = {
  family: Membership['family']
  members: readonly FamilyMember[]
  /** The content of the second tab: every gain and loss of gems. */
  ledger: ReactNode
}

export function RewardsPage({ family, members, ledger }: RewardsPageProps) {
  const [tab, show] = useHashTab(['rewards', 'ledger'])
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-col gap-4 p-4 sm:gap-5 sm:p-6">
      <PageHeading title={rewards.title} subtitle={rewards.subtitle} />
      <Tabs
        label={rewards.parts}
        value={tab}
        onValueChange={show}
        className="sm:gap-5"
        tabs={[
          {
            value: 'rewards',
            label: rewards.rewards,
            icon: <Store aria-hidden />,
            content: (
              <div className="flex flex-col gap-5">
                <RedemptionQueue family={family} members={members} />
                <div className="flex flex-col gap-6 xl:flex-row xl:items-start">
                  <div className="min-w-0 flex-1">
                    <RewardShop familyId={family.id} />
                  </div>
                  <aside aria-label={rewards.redeeming} className="flex flex-col gap-4 xl:w-88 xl:shrink-0">
                    <RewardModeCard family={family} />
                    <RecentRedemptions members={members} />
                  </aside>
                </div>
              </div>
            ),
          },
          { value: 'ledger', label: rewards.ledger, icon: <BookOpenText aria-hidden />, content: ledger },
        ]}
      />
    </div>
  )
}
