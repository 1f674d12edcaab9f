// Loaded with the page, because a wall may lose its network before a lazy import.
import '#app/lib/live/live-connection.ts'
import { useEffect } from 'react'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
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
import type { FamilyFrameContext } from './family-frame-context.ts'
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
  return (
    <WallFrame home={context?.acting ? homePathOf(context.acting) : '/parent'} badge={badges}>
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

function LiveWall({ family, members, acting }: FamilyFrameContext & { acting: FamilyMember }) {
  useLiveFamily(family.id, acting.id, 'kid')
  // Remounts when another tab switches the acting member, to close a dialog that the new member may not answer.
  return <Wall key={acting.id} familyId={family.id} members={members} acting={acting} />
}
