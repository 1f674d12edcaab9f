import { Suspense, type ComponentProps } from 'react'
import { GemLedgerSkeleton } from '#app/features/gems/gem-ledger-skeleton.tsx'
import { RewardsPage } from '#app/features/rewards/rewards-page.tsx'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { shell } from '#texts/shell'
import { useFamilyFrame } from './family-frame-context.ts'

// A chunk of its own, because it is opened far less often than the store.
const GemLedger = lazyWithPreload(() => import('#app/features/gems/gem-ledger.tsx'))
const GemJar = lazyWithPreload(async () => {
  const [{ GemJar: Jar }, { MotionComponents }] = await Promise.all([
    import('#app/features/kid/gem-jar.tsx'),
    import('#app/ui/motion/motion-components.tsx'),
  ])
  const AnimatedJar = (props: ComponentProps<typeof Jar>) => (
    <MotionComponents>
      <Jar {...props} />
    </MotionComponents>
  )
  return { default: AnimatedJar }
})

export default function RewardsScreen() {
  const { family, members, memberId } = useFamilyFrame()
  usePageTitle(shell.rewardsStore)
  return (
    <RewardsPage
      family={family}
      members={members}
      ledger={
        <Suspense fallback={<GemLedgerSkeleton />}>
          <GemLedger members={members} memberId={memberId} Jar={GemJar} />
        </Suspense>
      }
    />
  )
}
