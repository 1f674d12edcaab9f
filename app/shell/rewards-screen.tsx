import { usePageTitle } from '#app/lib/page-title.ts'
import { RewardsPage } from '#app/features/rewards/rewards-page.tsx'
import { useFamilyFrame } from './family-frame-context.ts'

export default function RewardsScreen() {
  const { family, members } = useFamilyFrame()
  usePageTitle('Rewards Store')
  return <RewardsPage family={family} members={members} />
}
