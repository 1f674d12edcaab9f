import { PanelLeft } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Session } from '#app/lib/session/session.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { choosableMembers } from '#app/lib/state/selected-member.ts'
import { ProfileSwitcher } from '#app/features/members/profile-switcher.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { TopRowSlot } from '#app/ui/layout/top-row.tsx'
import { shell } from '#texts/shell'
import { ProfileMenu, type ProfileMenuProps } from './profile-menu.tsx'
import type { FamilyFrameContext } from './family-frame-context.ts'
import { LiveBadge } from './live-badge.tsx'
import { WishCount } from './wish-count.tsx'
import type { SidebarState } from './sidebar-state.ts'

// A chunk of its own, because the first paint does not need it.
const HeaderTools = lazyWithPreload(() => import('./header-tools.tsx'))

export type HeaderProps = {
  session: Session
  frame: FamilyFrameContext | undefined
  isWithoutFamily: boolean
  /** It is the header of a child's screens. */
  isKid: boolean
  sidebar: SidebarState
}

export function Header({ session, frame, isWithoutFamily, isKid, sidebar }: HeaderProps) {
  const open = sidebar.isPhone ? sidebar.sheetOpen : sidebar.expanded
  const { pathname } = useLocation()
  // On a phone Mission Control has one row of its own.
  const hasRow = !isKid && sidebar.isPhone && pathname.startsWith('/parent')
  const isRow = hasRow && frame !== undefined
  const switcher = frame && {
    members: choosableMembers(frame),
    memberId: frame.acting?.id ?? frame.memberId,
    acting: frame.acting?.id,
  }
  const menu: ProfileMenuProps = {
    session,
    isOwn: frame?.acting?.role === 'parent' || isWithoutFamily,
    members: frame?.members ?? [],
    switcher: isRow || isKid ? switcher : undefined,
    isKid,
  }
  return (
    <header
      className={cn(
        'border-line bg-paper sticky top-0 z-30 flex items-center border-b',
        isKid ? 'min-h-(--header) short:static' : 'h-(--header)',
        // Large letters leave a phone room for four squares of the smallest size.
        hasRow ? 'px-1 max-[14rem]:[--touch:44px]' : 'gap-1 px-2 sm:gap-2 sm:px-4',
      )}
    >
      {isKid ? (
        <ProfileMenu {...menu} />
      ) : (
        <span className="relative">
          <IconButton
            label={shell.toggleSidebar}
            icon={<PanelLeft aria-hidden />}
            aria-expanded={open}
            onClick={sidebar.toggle}
          />
          {!open && !sidebar.isPhone && <WishCount className="pointer-events-none absolute top-0 right-0" />}
        </span>
      )}
      {!hasRow && (
        <Link
          to="/parent"
          className={cn(
            'touch flex min-w-12 items-center justify-center gap-2 rounded-control px-1 tiny:hidden',
            isKid && 'max-md:hidden',
          )}
          aria-label="Bubblequest"
        >
          <BubbleMark className="size-8" />
          <span className={cn('font-display hidden text-xl font-bold', !isKid && 'sm:inline')}>Bubblequest</span>
        </Link>
      )}
      {/* Renders all at once, so that nothing moves later. */}
      {hasRow && <TopRowSlot className="flex min-w-[min(6.5rem,34%)] flex-1" />}
      {isKid && <TopRowSlot className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1" />}
      {frame?.acting?.role === 'parent' && !isKid && (
        <Suspense fallback={null}>
          <HeaderTools frame={frame} isRow={isRow} />
        </Suspense>
      )}
      {frame && !isRow && !isKid && (
        // A name without space wraps to a second, hidden line, instead of showing only its first letter.
        <div className="flex h-6 min-w-0 flex-1 flex-wrap overflow-hidden">
          <span className="h-6" />
          <p
            translate="no"
            dir="auto"
            className="text-muted grow basis-20 truncate px-1 text-right font-semibold sm:px-2"
          >
            {frame.family.name}
          </p>
        </div>
      )}
      {frame ? (
        <div
          // Above the thumb's bar, because the row has no room.
          className={isRow || isKid ? 'fixed bottom-[calc(var(--bottom-bar,0px)+1rem)] left-4' : 'contents'}
        >
          <LiveBadge className="max-sm:data-[live=lost]:text-xs max-sm:data-[live=lost]:leading-tight" />
        </div>
      ) : (
        !hasRow && !isKid && <span className="flex-1" />
      )}
      {switcher && !isRow && !isKid && <ProfileSwitcher {...switcher} />}
      {!isKid && <ProfileMenu {...menu} />}
    </header>
  )
}
