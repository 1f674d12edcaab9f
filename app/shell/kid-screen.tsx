import { Eye } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/members.ts'
import { KidDashboard } from '#app/features/kid/kid-dashboard.tsx'
import { askBeforeSwitch, homePathOf } from '#app/features/members/use-switch-member.ts'
import { placeOf } from '#app/features/kid/kid-tab.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { useReadAloud } from '#app/lib/device/speech.ts'
import { closeDialogs } from '#app/lib/state/open-dialogs.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { choosableMembers, isBubbleOpen } from '#app/lib/state/selected-member.ts'
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
  const { family, memberId, members, acting, session } = useFamilyFrame()
  const { hash } = useLocation()
  const { game, isPractice } = placeOf(hash)
  const member = members.find(({ id }) => id === memberId)
  usePageTitle(member === undefined ? shell.myBubble : shell.bubbleOf(member.displayName))
  useReadAloud(member?.cannotRead === true && acting?.id === member.id)
  if (member === undefined || acting === undefined) return null
  if (!isBubbleOpen(member, acting)) {
    const choosable = choosableMembers({ members, session, acting })
    // Nothing on this device opens the bubble, so that nothing is asked.
    if (!choosable.includes(member)) return <Navigate to={homePathOf(acting)} replace />
    return <ClosedBubble key={member.id} members={choosable} member={member} acting={acting} />
  }
  if (game !== undefined)
    return <GameScreen key={`${member.id} ${hash}`} game={game} isPractice={isPractice} member={member} />
  return (
    <>
      {acting.id !== member.id && <LookingAs parent={acting} />}
      <KidDashboard family={family} member={member} acting={acting} />
    </>
  )
}

/** Says who uses this device, while it shows the bubble of somebody else. */
function LookingAs({ parent }: { parent: FamilyMember }) {
  return (
    <p className="bg-panel text-ink mx-auto mt-3 -mb-1 flex max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-2 rounded-card pr-1 pl-4 text-sm font-semibold">
      <Eye aria-hidden className="text-muted size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{shell.lookingAs(parent.displayName)}</span>
      <Link to={homePathOf(parent)} className="text-grape inline-flex min-h-12 items-center px-3 font-bold underline">
        {shell.missionControl}
      </Link>
    </p>
  )
}

/** Replaces a bubble that this device may not open, as from a link or the history, and asks for its PIN at once. */
function ClosedBubble({
  members,
  member,
  acting,
}: Pick<FamilyFrameContext, 'members'> & { member: FamilyMember; acting: FamilyMember }) {
  const { pathname } = useLocation()
  const ask = useEffectEvent(() => {
    // A switch shows its member a moment before its screen: the address is that of the new one already.
    if (window.location.pathname === pathname) askBeforeSwitch(member, acting.id)
  })
  useEffect(() => {
    if (member.hasPin) ask()
    return closeDialogs
  }, [member.hasPin])
  const others = members.filter(({ id }) => id !== member.id)
  return (
    <Suspense fallback={null}>
      <ChooseMember
        title={shell.whoIsHere}
        text={shell.closedBubble(member.displayName)}
        members={[member, ...others]}
        acting={acting.id}
      />
    </Suspense>
  )
}
