// Loaded with the page, because a wall may lose its network before a lazy import.
import '#app/lib/live/live-connection.ts'
import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { homePathOf } from '#app/features/members/use-switch-member.ts'
import { useWakeLock } from '#app/features/wall/use-wake-lock.ts'
import { Wall, WallFailed, WallFrame, WallSkeleton } from '#app/features/wall/wall.tsx'
import { updateAtNight } from '#app/lib/offline/follow-new-versions.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { useLiveFamily } from '#app/lib/live/use-live-family.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { AddChildButton } from '#app/ui/controls/add-child-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { shell } from '#texts/shell'
import { FrameNotice } from './frame-notice.tsx'
import { pairedHome, type FamilyFrameContext } from './family-frame-context.ts'
import { LiveBadge } from './live-badge.tsx'
import { useFamily } from './use-family.ts'
import { useThemeScope } from './use-theme-scope.ts'

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
  const paired = context && pairedHome(context)
  const isPairedWall = paired === '/wall'
  // A device for several children asks first which of them is there.
  if (paired !== undefined && !isPairedWall && context?.acting === undefined) return <Navigate to={paired} replace />
  const home = isPairedWall ? undefined : context?.acting ? homePathOf(context.acting) : '/parent'
  return (
    <WallFrame home={home} badge={badges}>
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

function LiveWall({ family, members, acting, device }: FamilyFrameContext) {
  useLiveFamily(family.id, acting?.id, 'kid')
  const isPairedWall = device?.use === 'wall'
  // A parent's device completes everybody's quests, a kid's its own, and the paired wall those of each assigned kid.
  const mayComplete = ({ id, role }: FamilyMember, { assigneeIds }: Quest) =>
    isPairedWall ? role === 'kid' && assigneeIds.includes(id) : acting?.role === 'parent' || id === acting?.id
  return (
    // Remounts when another tab switches the acting member, to close a dialog that the new member may not answer.
    <Wall
      key={acting?.id}
      familyId={family.id}
      members={members}
      mayComplete={mayComplete}
      mayUndo={isPairedWall || acting?.role === 'parent'}
    />
  )
}
