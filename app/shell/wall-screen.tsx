// Loaded with the page, because a wall may lose its network before a lazy import.
import '#app/lib/live/live-connection.ts'
import { useSetAtom } from 'jotai'
import { DoorOpen } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import type { FamilyMember, PinVerdict } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { useLogout } from '#app/features/auth/use-logout.ts'
import { mayLeave } from '#app/lib/state/may-leave.ts'
import { parentsWithPin } from '#app/features/members/pin.ts'
import { homePathOf, useEnterProfile } from '#app/features/members/use-switch-member.ts'
import { useIsNight } from '#app/features/wall/use-is-night.ts'
import { useWakeLock } from '#app/features/wall/use-wake-lock.ts'
import { Wall, WallFailed, WallFrame, WallSkeleton } from '#app/features/wall/wall.tsx'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { wallTabAtom } from '#app/lib/state/wall-tab.ts'
import type { Session } from '#app/lib/session/session.ts'
import { updateAtNight } from '#app/lib/offline/update-at-night.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { useLiveFamily } from '#app/lib/live/use-live-family.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { AddChildButton } from '#app/ui/controls/add-child-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useNavigateAway } from '#app/ui/overlays/use-navigate-away.ts'
import { shell } from '#texts/shell'
import { wall } from '#texts/wall'
import { FrameNotice } from './frame-notice.tsx'
import { pairedHome, type FamilyFrameContext } from './family-frame-context.ts'
import { LiveBadge } from './live-badge.tsx'
import { useFamily } from './use-family.ts'
import { useThemeScope } from './use-theme-scope.ts'

const GrownUpDialog = lazyWithPreload(() => import('#app/features/members/grown-up-dialog.tsx'))

const badges = (
  <>
    <LiveBadge className="text-lg" />
    <FrameNotice className="rounded-full text-lg" />
  </>
)

/** The wall screen: the family's day without the frame of other screens. */
export default function WallScreen({ session }: { session: Session }) {
  const { state, context } = useFamily(session)
  usePageTitle(shell.today)
  useWakeLock(!useIsNight())
  useEffect(updateAtNight, [])
  useThemeScope('kid', true)
  const paired = context && pairedHome(context)
  const isPairedWall = paired === '/wall'
  // A device for several children asks first which of them is there.
  if (paired !== undefined && !isPairedWall && context?.acting === undefined) return <Navigate to={paired} replace />
  return (
    <WallFrame exit={<Exit context={context} isPairedWall={isPairedWall} />} badge={badges}>
      <ErrorBoundary>
        {state === 'loading' && <WallSkeleton />}
        {state === 'failed' && <WallFailed />}
        {state === 'no-family' && (
          <Notice
            className="my-auto text-xl"
            picture={<BubbleMark className="size-32" />}
            title={shell.noFamily}
            text={shell.noFamilyText}
          />
        )}
        {state === 'nobody' && (
          <Notice
            className="my-auto text-xl"
            picture={<BubbleMark className="size-32" />}
            title={shell.nobody}
            text={shell.nobodyOnWall}
            action={<AddChildButton />}
          />
        )}
        {context && (context.acting !== undefined || isPairedWall) && <LiveWall {...context} />}
        {context && context.acting === undefined && !isPairedWall && (
          <Notice
            className="my-auto text-xl"
            picture={<BubbleMark className="size-32" />}
            title={shell.whoIsHere}
            text={shell.profileRemovedOnWall}
          />
        )}
      </ErrorBoundary>
    </WallFrame>
  )
}

/**
 * Leaves the wall: for home, or past the PIN of a parent once one has a PIN. The tab then stays a wall until that. The
 * paired wall has no other screen: leaving signs it out.
 */
function Exit({ context, isPairedWall }: { context: FamilyFrameContext | undefined; isPairedWall: boolean }) {
  const parents = context && parentsWithPin(context.members)
  const [isAsking, setAsking] = useState(false)
  const setWallTab = useSetAtom(wallTabAtom)
  const isLocked = parents && parents.length > 0
  useLoadWhenIdle(GrownUpDialog)
  useEffect(() => {
    if (isLocked !== undefined) setWallTab(isLocked || null)
  }, [isLocked, setWallTab])
  const content = (
    <>
      <DoorOpen aria-hidden />
      <span>{wall.leave}</span>
    </>
  )
  if (!context || !isLocked) {
    if (isPairedWall) return null
    return (
      <Button variant="bare" asChild className="text-lg">
        <Link to={context?.acting ? homePathOf(context.acting) : '/parent'}>{content}</Link>
      </Button>
    )
  }
  return (
    <>
      <Button variant="bare" className="text-lg" onClick={() => setAsking(true)}>
        {content}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <ExitQuestion parents={parents} isPairedWall={isPairedWall} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

type ExitQuestionProps = {
  parents: readonly FamilyMember[]
  isPairedWall: boolean
  onClose: () => void
}

function ExitQuestion({ parents, isPairedWall, onClose }: ExitQuestionProps) {
  const navigateAway = useNavigateAway()
  const enterProfile = useEnterProfile()
  const setWallTab = useSetAtom(wallTabAtom)
  const { mutate: logout } = useLogout('/login', mayLeave)
  const leave = (parent: FamilyMember, { isActing, wrongPins }: PinVerdict) => {
    setWallTab(null)
    if (isPairedWall) logout()
    else if (isActing === false) navigateAway('/parent')
    else enterProfile(parent, wrongPins)
  }
  return (
    <GrownUpDialog
      parents={parents}
      onVerified={leave}
      onForgotten={isPairedWall ? undefined : () => logout()}
      onClose={onClose}
    />
  )
}

function LiveWall({ family, members, acting, session }: FamilyFrameContext) {
  useLiveFamily(family.id, acting?.id, 'kid')
  const isPairedWall = session.device?.use === 'wall'
  // A parent's device completes everybody's quests, a kid's its own, and the paired wall those of each assigned kid.
  const mayComplete = ({ id, role }: FamilyMember, { assigneeIds }: Quest) =>
    isPairedWall ? role === 'kid' && assigneeIds.includes(id) : acting?.role === 'parent' || id === acting?.id
  return (
    // Remounts when another tab switches the acting member, to close a dialog that the new member may not answer.
    <Wall
      key={acting?.id}
      members={members}
      mayComplete={mayComplete}
      mayUndo={isPairedWall || acting?.role === 'parent'}
    />
  )
}
