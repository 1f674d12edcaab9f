import { usePageTitle } from '#app/lib/page-title.ts'
import { KidDashboard } from '#app/features/kid/kid-dashboard.tsx'
import { useFamilyFrame } from './family-frame-context.ts'

export default function KidScreen() {
  const { family, memberId, members } = useFamilyFrame()
  usePageTitle('My Bubble')
  return <KidDashboard family={family} memberId={memberId} members={members} />
}
