// Loaded with the page, because a wall may lose its network before a lazy import.
import '#app/lib/live/live-connection.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { DoorOpen } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { WrongPins } from '#domain/contract/families.ts'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { useLogout } from '#app/features/auth/use-logout.ts'
import { parentsWithPin } from '#app/features/members/pin.ts'
import { homePathOf, useEnterProfile } from '#app/features/members/use-switch-member.ts'
import { useWakeLock } from '#app/features/wall/use-wake-lock.ts'
import { Wall, WallFailed, WallFrame, WallSkeleton } from '#app/features/wall/wall.tsx'
import { myFamiliesQuery } from '#app/lib/api/queries.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { wallTabAtom } from '#app/lib/state/wall-tab.ts'
import { updateAtNight } from '#app/lib/offline/follow-new-versions.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { useLiveFamily } from '#app/lib/live/use-live-family.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { AddChildButton } from '#app/ui/controls/add-child-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { shell } from '#texts/shell'
import { wall } from '#texts/wall'
import { FrameNotice } from './frame-notice.tsx'
import type { FamilyFrameContext } from './family-frame-context.ts'
import { LiveBadge } from './live-badge.tsx'
import { useFamily } from './use-family.ts'
import { useThemeScope } from './use-theme-scope.ts'

const GrownUpDialog = lazyWithPreload(() => import('#app/features/members/grown-up-dialog.tsx'))

const badges = (
  <>
    <LiveBadge onlyOutdated className="text-lg" />
    <FrameNotice className="rounded-full text-lg" />
  </>
)

/** The wall screen: the family's day without the frame of other screens. */
export default function WallScreen({ user }: { user: CurrentUser }) {
  const { state, context } = useFamily(user)
  usePageTitle(shell.today)
  useWakeLock()
  useEffect(updateAtNight, [])
  useThemeScope('kid', true)
  return (
    <WallFrame exit={<Exit context={context} />} badge={badges}>
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
        {context?.acting && <LiveWall {...context} acting={context.acting} />}
        {context && !context.acting && (
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

/** Leaves the wall: for home, or past the PIN of a parent once one has a PIN. The tab then stays a wall until that. */
function Exit({ context }: { context: FamilyFrameContext | undefined }) {
  const parents = context && parentsWithPin(context.members)
  const [isAsking, setAsking] = useState(false)
  const setWallTab = useSetAtom(wallTabAtom)
  const isLocked = parents && parents.length > 0
  useLoadWhenIdle(GrownUpDialog)
  useEffect(() => {
    if (isLocked !== undefined) setWallTab(isLocked)
  }, [isLocked, setWallTab])
  const content = (
    <>
      <DoorOpen aria-hidden />
      <span>{wall.leave}</span>
    </>
  )
  if (!context || !isLocked) {
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
          <ExitQuestion familyId={context.family.id} parents={parents} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

type ExitQuestionProps = { familyId: FamilyId; parents: readonly FamilyMember[]; onClose: () => void }

function ExitQuestion({ familyId, parents, onClose }: ExitQuestionProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const enterProfile = useEnterProfile(familyId)
  const setWallTab = useSetAtom(wallTabAtom)
  const { mutate: logout } = useLogout('/login')
  const leave = async (parent: FamilyMember, wrongPins: WrongPins | undefined) => {
    // The server decides whether the PIN has made this device the parent's.
    await client.refetchQueries(myFamiliesQuery())
    const active = client.getQueryData(myFamiliesQuery().queryKey)?.[0]?.activeMemberId
    setWallTab(false)
    if (active === parent.id) enterProfile(parent, wrongPins)
    else void navigate('/parent')
  }
  return (
    <GrownUpDialog
      parents={parents}
      onVerified={(parent, wrongPins) => void leave(parent, wrongPins)}
      onForgotten={() => logout()}
      onClose={onClose}
    />
  )
}

function LiveWall({ family, members, acting }: FamilyFrameContext & { acting: FamilyMember }) {
  useLiveFamily(family.id, acting.id, 'kid')
  // Remounts when another tab switches the acting member, to close a dialog that the new member may not answer.
  return <Wall key={acting.id} familyId={family.id} members={members} acting={acting} />
}
