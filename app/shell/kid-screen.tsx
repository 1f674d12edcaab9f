import { usePageTitle } from '#app/lib/page-title.ts'
import { KidDashboard } from '#app/features/kid/kid-dashboard.tsx'
import { useFamilyFrame } from './family-frame-context.ts'

export default function KidScreen() {
  const { family, memberId, members } = useFamilyFrame()
  const member = members.find(({ id }) => id === memberId)
  usePageTitle(member === undefined ? 'My Bubble' : `${member.displayName}'s Bubble`)
  return member === undefined ? null : <KidDashboard family={family} member={member} members={members} />
}
