import { useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useLogout } from '#app/features/auth/use-logout.ts'
import { mayLeave } from '#app/lib/state/may-leave.ts'
import { MembersSkeleton } from '#app/features/members/members-skeleton.tsx'
import { homePathOf, useEnterProfile, useSwitchMember } from '#app/features/members/use-switch-member.ts'
import { placeOf } from '#app/features/kid/kid-tab.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { whenIdle } from '#app/lib/device/when-idle.ts'
import { closeDialogs, handOverAtom, pinDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { welcomePath } from '#app/lib/state/first-run.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { useInitialTimeZone } from '#app/lib/time/time-zone.ts'
import { useLiveFamily } from '#app/lib/live/use-live-family.ts'
import { dismissToasts, toast } from '#app/state/toast.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TooltipProvider } from '#app/ui/overlays/tooltip.tsx'
import { FailedNotice } from '#app/ui/feedback/failed-notice.tsx'
import { common } from '#texts/common'
import { profiles } from '#texts/profiles'
import { shell } from '#texts/shell'
import { FrameNotice } from './frame-notice.tsx'
import { pairedHome, type FamilyFrameContext } from './family-frame-context.ts'
import { Header } from './header.tsx'
import { DashboardSkeleton, KidSkeleton } from './dashboard-skeleton.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar, type SidebarState } from './sidebar-state.ts'
import { goOn, type Session } from '#app/lib/session/session.ts'
import { choosableMembers } from '#app/lib/state/selected-member.ts'
import { useFamily, type FamilyResult } from './use-family.ts'
import { useThemeScope } from './use-theme-scope.ts'

const ChooseMember = lazyWithPreload(() => import('#app/features/members/choose-member.tsx'))
const ProfileChanged = lazyWithPreload(() => import('#app/features/members/profile-changed.tsx'))
const WishWatcher = lazyWithPreload(() => import('#app/features/rewards/wish-watcher.tsx'))
// A chunk of its own, because only phones show it.
const BottomBar = lazyWithPreload(() => import('./bottom-bar.tsx'))
const PinDialog = lazyWithPreload(() => import('#app/features/members/pin-dialog.tsx'))
const HandOverDialog = lazyWithPreload(() => import('#app/features/members/hand-over-dialog.tsx'))

/** Header and sidebar around the screens of a family; they stay mounted while screens change. */
export default function FamilyFrame({ session }: { session: Session }) {
  const family = useFamily(session)
  useLoadWhenIdle(PinDialog, HandOverDialog, ProfileChanged)
  const { pathname, hash } = useLocation()
  const acting = family.context?.acting
  const isReplaced = useReplaced(session) && acting !== undefined
  // The notice about a switched profile has the frame of the acting member, not of the address.
  const frame = family.context && isReplaced ? { ...family.context, memberId: acting.id } : family.context
  const isPaired = session.kind === 'device'
  const isKid = isReplaced ? acting.role === 'kid' : isPaired || pathname.startsWith('/kid')
  const room = isKid ? 'kid' : 'parent'
  const sidebar = useSidebar(!isKid)
  useThemeScope(room)
  // A game and the first run use the whole screen.
  const isFirstRun = pathname.startsWith(welcomePath) && !isReplaced
  const isGame = isKid && !isReplaced && placeOf(hash).game !== undefined
  const isBare = isGame || isFirstRun
  const main = useRef<HTMLElement>(null)
  const frameKey = useClosedDialogs(isReplaced, sidebar)
  return (
    <TooltipProvider>
      <div className="flex min-h-dvh">
        <a
          href="#content"
          // Following the link would replace the tab in the hash of the address.
          onClick={(event) => {
            event.preventDefault()
            main.current?.focus()
          }}
          className="bg-grape text-on-grape sr-only z-50 rounded-control font-bold focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
        >
          {shell.skipToContent}
        </a>
        <ErrorBoundary fallback={null}>
          {!isBare && !isKid && <Sidebar key={frameKey} sidebar={sidebar} memberId={frame?.memberId} />}
        </ErrorBoundary>
        <div className="flex min-w-0 flex-1 flex-col">
          <ErrorBoundary fallback={null}>
            {!isBare && (
              <Header
                key={frameKey}
                session={session}
                frame={frame}
                isWithoutFamily={family.state === 'no-family'}
                isKid={isKid}
                sidebar={sidebar}
              />
            )}
          </ErrorBoundary>
          {!isGame && <FrameNotice className="justify-center text-sm" />}
          <main
            ref={main}
            id="content"
            tabIndex={-1}
            className="flex min-h-0 flex-1 flex-col pb-[var(--bottom-bar,env(safe-area-inset-bottom))] outline-none"
          >
            <ErrorBoundary isPage>
              <FrameContent session={session} family={family} isReplaced={isReplaced} room={room} pathname={pathname} />
            </ErrorBoundary>
          </main>
          {!isBare && !isKid && sidebar.isPhone && frame && (
            <ErrorBoundary fallback={null}>
              <Suspense fallback={<div data-bottom-bar />}>
                <BottomBar memberId={frame.memberId} />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
      </div>
      <MainFocus isReplaced={isReplaced} main={main} />
      <ErrorBoundary fallback={null}>
        {family.context && <PinQuestion {...family.context} />}
        {family.context && <HandOverQuestion {...family.context} />}
      </ErrorBoundary>
    </TooltipProvider>
  )
}

/** Whether another tab has switched the profile; following a link goes on as the acting member. */
function useReplaced({ shownMember, actingMember }: Session): boolean {
  const client = useQueryClient()
  const { key } = useLocation()
  useEffect(() => {
    if (key !== '') goOn(client)
  }, [client, key])
  return shownMember !== actingMember
}

/**
 * Closes dialogs and toasts after another tab has switched the profile; returns a key that changes then, which closes
 * menus.
 */
function useClosedDialogs(isReplaced: boolean, { setSheetOpen }: SidebarState): number {
  const [change, setChange] = useState({ isReplaced, count: 0 })
  if (change.isReplaced !== isReplaced) {
    setChange({ isReplaced, count: change.count + Number(isReplaced) })
    // Before the sidebar renders, because a closing sheet would keep the focus.
    setSheetOpen(false)
  }
  useEffect(() => {
    if (!isReplaced) return
    closeDialogs()
    dismissToasts()
  }, [isReplaced])
  return change.count
}

/**
 * Moves the focus into main once the PIN dialog, which traps it, is closed. A component of its own, so that this dialog
 * does not render the frame.
 */
function MainFocus({ isReplaced, main }: { isReplaced: boolean; main: RefObject<HTMLElement | null> }) {
  const isPinAsked = useAtomValue(pinDialogAtom) !== null
  useEffect(() => {
    if (isReplaced && !isPinAsked) main.current?.focus()
  }, [isReplaced, isPinAsked, main])
  return null
}

type FrameContentProps = {
  session: Session
  family: FamilyResult
  isReplaced: boolean
  room: 'parent' | 'kid'
  pathname: string
}

function FrameContent({ session, family, isReplaced, room, pathname }: FrameContentProps) {
  const skeleton = skeletonOf(pathname)
  if (family.state === 'loading') return skeleton
  if (family.state === 'no-family') {
    // Pages about the account alone need no family.
    if (pathname === '/settings' || pathname === '/admin') return <Screen context={{ session }} skeleton={skeleton} />
    return <Notice level={1} picture={bubble} title={shell.noFamily} text={shell.noFamilyText} />
  }
  if (family.state === 'nobody')
    return <Notice level={1} picture={bubble} title={shell.nobody} text={shell.nobodyText} />
  if (family.state === 'failed') {
    return (
      <FailedNotice level={1} title={shell.familyFailed} text={sentenceFrom(family.error)} onRetry={family.retry} />
    )
  }
  if (family.context === undefined) return null
  const { acting } = family.context
  const home = pairedHome(family.context)
  // A paired device opens kids' screens alone, also when its address is a parent's.
  if (home !== undefined && !(home.startsWith('/kid') && pathname.startsWith('/kid')))
    return <Navigate to={home} replace />
  // A kid's device opens only kids' screens.
  if (acting?.role === 'kid' && room === 'parent') return <Navigate to={homePathOf(acting)} replace />
  return <LiveFamily context={family.context} isReplaced={isReplaced} room={room} skeleton={skeleton} />
}

function skeletonOf(pathname: string): ReactNode {
  if (pathname.startsWith(welcomePath)) return null
  if (pathname.startsWith('/kid')) return <KidSkeleton />
  return pathname === '/family-members' ? (
    <MembersSkeleton />
  ) : (
    <DashboardSkeleton isMissionControl={pathname.startsWith('/parent')} />
  )
}

type LiveFamilyProps = Pick<FrameContentProps, 'isReplaced' | 'room'> & {
  context: FamilyFrameContext
  skeleton: ReactNode
}

function LiveFamily({ context, isReplaced, room, skeleton }: LiveFamilyProps) {
  const { acting, session } = context
  useLiveFamily(context.family.id, acting?.id, room, room === 'kid' ? context.memberId : undefined)
  useInitialTimeZone(acting?.role === 'parent')
  if (acting === undefined) {
    return (
      <Suspense fallback={skeleton}>
        <ChooseMember
          title={shell.whoIsHere}
          text={session.kind === 'device' ? shell.tapYourFace : shell.profileRemoved}
          members={choosableMembers(context)}
          acting={undefined}
        />
      </Suspense>
    )
  }
  if (isReplaced) {
    const previous = context.members.find(({ id }) => id === session.shownMember)
    return (
      <Suspense fallback={skeleton}>
        <ProfileChanged acting={acting} previous={previous} />
      </Suspense>
    )
  }
  return (
    <>
      <Screen context={context} skeleton={skeleton} />
      {room === 'parent' && acting.role === 'parent' && <WishWatcherWhenNeeded {...context} />}
    </>
  )
}

/** Tells of new wishes: at once where children ask, else once the screen is painted. */
function WishWatcherWhenNeeded({ family, members }: FamilyFrameContext) {
  const [isIdle, setIdle] = useState(false)
  // A wish may come before the code that tells of it.
  const [since] = useState(serverNow)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (!isIdle && family.rewardMode !== 'ask') return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <WishWatcher members={members} since={since} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Shows a skeleton while the screen's code loads; the frame stays. */
function Screen({ context, skeleton }: { context: Partial<FamilyFrameContext>; skeleton: ReactNode }) {
  return (
    <Suspense fallback={skeleton}>
      <Outlet context={context} />
    </Suspense>
  )
}

/** Asks for the PIN of a chosen member, above any screen. */
function PinQuestion({ members, acting, session }: FamilyFrameContext) {
  const [asked, ask] = useAtom(pinDialogAtom)
  const enterProfile = useEnterProfile()
  const { mutate: logout } = useLogout('/login', mayLeave)
  const member = members.find((known) => known.id === asked)
  if (member === undefined) return null
  return (
    <Suspense fallback={null}>
      <PinDialog
        key={member.id}
        member={member}
        isKidDevice={acting?.role === 'kid'}
        onVerified={({ isActing, wrongPins }) => {
          if (isActing !== false) enterProfile(member, wrongPins)
          else toast({ title: common.error, description: profiles.switchFailed, destructive: true })
        }}
        onClose={() => ask(null)}
        // No password opens a paired device, and a child would sign it out.
        onForgotten={session.kind === 'device' ? undefined : () => logout()}
      />
    </Suspense>
  )
}

/** Asks a parent without a PIN for one, before a child takes over. */
function HandOverQuestion({ members, acting }: FamilyFrameContext) {
  const [asked, ask] = useAtom(handOverAtom)
  const switchTo = useSwitchMember()
  const kid = members.find((known) => known.id === asked)
  if (kid === undefined || acting === undefined) return null
  const goOn = () => {
    ask(null)
    switchTo(kid)
  }
  return (
    <Suspense fallback={null}>
      <HandOverDialog acting={acting} kid={kid} onAnswered={goOn} onClose={() => ask(null)} />
    </Suspense>
  )
}

const bubble = <BubbleMark className="size-24" />
