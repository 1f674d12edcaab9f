import {
  House,
  LayoutDashboard,
  MonitorCheck,
  Settings,
  SquareKanban,
  Store,
  Trophy,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { viewOf, type ParentView } from '#app/lib/state/parent-view.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { WishCount } from './wish-count.tsx'
import { Tooltip } from '#app/ui/overlays/tooltip.tsx'
import { shell } from '#texts/shell'

/** The names of the texts that are plain strings. */
type Words = { [Name in keyof typeof shell]: (typeof shell)[Name] extends string ? Name : never }[keyof typeof shell]

type Entry = {
  label: Words
  Icon: LucideIcon
  /** The address; a hash alone for a feature that does not exist yet. */
  to: (memberId: string) => string
  /** The view of Mission Control at its address. */
  view?: ParentView
  /** The feature does not exist yet. */
  soon?: boolean
  /** Shows how many wishes wait for a parent. */
  hasWishes?: boolean
}

const entries: readonly Entry[] = [
  { label: 'dashboard', Icon: LayoutDashboard, to: (memberId) => `/parent/${memberId}`, view: 'calendar' },
  { label: 'questBoard', Icon: SquareKanban, to: (memberId) => `/parent/${memberId}`, view: 'kanban' },
  { label: 'rewardsStore', Icon: Store, to: (memberId) => `/rewards-store/${memberId}`, hasWishes: true },
  { label: 'achievements', Icon: Trophy, to: () => '#achievements', soon: true },
  { label: 'familyMembers', Icon: Users, to: () => '/family-members' },
  { label: 'settings', Icon: Settings, to: () => '/settings' },
  { label: 'wallScreen', Icon: MonitorCheck, to: () => '/wall' },
]

export type SidebarContentProps = { expanded: boolean; memberId: string | undefined; onFollow?: () => void }

/** The sidebar's title and entries. */
export function SidebarContent({ expanded, memberId, onFollow }: SidebarContentProps) {
  return (
    <>
      <div
        className={cn('flex h-(--header) shrink-0 items-center gap-3 short:h-12', expanded ? 'px-4' : 'justify-center')}
      >
        <span className="bg-grape text-on-grape grid size-9 shrink-0 place-items-center rounded-control">
          <House aria-hidden className="size-5" />
        </span>
        {expanded && (
          <div className="min-w-0 whitespace-nowrap">
            <p className="font-display text-lg leading-tight font-bold">{shell.familyHub}</p>
            <p className="text-muted text-sm leading-tight">{shell.manageFamily}</p>
          </div>
        )}
      </div>
      <nav aria-label={shell.familyHub} className={cn('py-2 short:py-0', expanded && 'px-2')}>
        <ul className="flex flex-col gap-1 short:gap-0">
          {entries.map((entry) => (
            <li key={entry.label}>
              <Row entry={entry} expanded={expanded} memberId={memberId} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

type RowProps = { entry: Entry; expanded: boolean; memberId: string | undefined; onFollow: (() => void) | undefined }

function Row({ entry, expanded, memberId, onFollow }: RowProps) {
  const { Icon, to, view, soon = false, hasWishes = false } = entry
  const label = shell[entry.label]
  const location = useLocation()
  const known = memberId !== undefined
  const address = to(memberId ?? 'loading')
  const [screen = ''] = address.split(/[#/]/).filter(Boolean)
  const isHere =
    !soon && location.pathname.startsWith(`/${screen}`) && (view === undefined || view === viewOf(location))
  return (
    <Tooltip text={soon ? shell.comingSoon(label) : label} side="right" delay={0} enabled={!expanded}>
      <Link
        to={address}
        {...(view && { state: { view } })}
        // Only the sheet of a phone is followed out of.
        replace={onFollow !== undefined}
        aria-disabled={!known}
        aria-current={known && isHere ? 'page' : undefined}
        tabIndex={known ? 0 : -1}
        onClick={(event) => {
          if (!known) return event.preventDefault()
          return onFollow?.()
        }}
        className={cn(
          'touch hover:bg-sunken aria-[current=page]:bg-grape-soft aria-[current=page]:text-grape flex items-center gap-3 rounded-control font-semibold whitespace-nowrap aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
          expanded ? 'px-3' : 'flex-col justify-center gap-0.5',
        )}
      >
        <span className="relative shrink-0">
          <Icon aria-hidden className="size-5" />
          {hasWishes && !expanded && <WishCount className="absolute -top-2.5 -right-3" />}
        </span>
        <span className={cn(expanded ? 'flex-1' : 'sr-only', (hasWishes || soon) && 'leading-tight whitespace-normal')}>
          {label}
        </span>
        {hasWishes && expanded && <WishCount />}
        {soon && (
          <span
            className={cn(
              'bg-sunken text-muted rounded-full text-xs',
              expanded ? 'px-2 py-0.5' : 'px-0.5 leading-tight tracking-tight',
            )}
          >
            {shell.soon}
          </span>
        )}
      </Link>
    </Tooltip>
  )
}
