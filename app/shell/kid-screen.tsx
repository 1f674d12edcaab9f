import { useLocation } from 'react-router-dom'
import { KidDashboard } from '#app/features/kid/kid-dashboard.tsx'
import { placeOf } from '#app/features/kid/kid-tab.ts'
import { usePageTitle } from '#app/lib/page-title.ts'
import { shell } from '#texts/shell'
import { useFamilyFrame } from './family-frame-context.ts'
import { GameScreen } from './game-screen.tsx'

export default function KidScreen() {
  const { family, memberId, members, acting } = useFamilyFrame()
  const { hash } = useLocation()
  const { game, isPractice } = placeOf(hash)
  const member = members.find(({ id }) => id === memberId)
  usePageTitle(member === undefined ? shell.myBubble : shell.bubbleOf(member.displayName))
  if (member === undefined) return null
  if (game !== undefined) return <GameScreen key={`${member.id} ${hash}`} game={game} isPractice={isPractice} member={member} />
  return <KidDashboard family={family} member={member} members={members} isActing={acting?.id === member.id} />
}
