import { useSetAtom } from 'jotai'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/members.ts'
import { KidDashboard } from '#app/features/kid/kid-dashboard.tsx'
import { placeOf } from '#app/features/kid/kid-tab.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { pinDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { isBubbleOpen } from '#app/lib/state/selected-member.ts'
import { MotionComponents } from '#app/ui/motion/motion-components.tsx'
import { shell } from '#texts/shell'
import { useFamilyFrame, type FamilyFrameContext } from './family-frame-context.ts'
import { GameScreen } from './game-screen.tsx'

const ChooseMember = lazyWithPreload(() => import('#app/features/members/choose-member.tsx'))

export default function KidScreen() {
  return (
    <MotionComponents>
      <Bubble />
    </MotionComponents>
  )
}

function Bubble() {
  const { family, memberId, members, acting } = useFamilyFrame()
  const { hash } = useLocation()
  const { game, isPractice } = placeOf(hash)
  const member = members.find(({ id }) => id === memberId)
  usePageTitle(member === undefined ? shell.myBubble : shell.bubbleOf(member.displayName))
  if (member === undefined || acting === undefined) return null
  if (!isBubbleOpen(member, acting))
    return <ClosedBubble key={member.id} family={family} members={members} member={member} acting={acting} />
  if (game !== undefined)
    return <GameScreen key={`${member.id} ${hash}`} game={game} isPractice={isPractice} member={member} />
  return <KidDashboard family={family} member={member} members={members} isActing={acting.id === member.id} />
}

/** Replaces a bubble that this device may not open, as from a link or the history, and asks for its PIN at once. */
function ClosedBubble({
  family,
  members,
  member,
  acting,
}: Pick<FamilyFrameContext, 'family' | 'members'> & { member: FamilyMember; acting: FamilyMember }) {
  const askForPin = useSetAtom(pinDialogAtom)
  useEffect(() => {
    if (member.hasPin) askForPin(member.id)
    return () => askForPin(null)
  }, [askForPin, member.hasPin, member.id])
  const others = members.filter(({ id }) => id !== member.id)
  return (
    <Suspense fallback={null}>
      <ChooseMember
        title={shell.whoIsHere}
        text={shell.closedBubble(member.displayName)}
        familyId={family.id}
        members={[member, ...others]}
        acting={acting.id}
      />
    </Suspense>
  )
}
