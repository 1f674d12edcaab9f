import { useAtom } from 'jotai'
import { Gem, Gift, House, LayoutDashboard, ListTodo, Settings, Sparkles, SquareKanban, Sticker, Store, Trophy, Users, type LucideIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { missionControlViewAtom } from '#app/lib/mission-control-view.ts'
import { cn } from '#app/ui/cn.ts'
import { Tooltip } from '#app/ui/tooltip.tsx'
import type { Sidebar as SidebarState } from './sidebar-state.ts'

// Phones fetch it as soon as they show a page; the others never need it.
const Sheet = lazy(() => import('#app/ui/sheet.tsx').then((chunk) => ({ default: chunk.Sheet })))

type Entry = {
  label: string
  Icon: LucideIcon
  /** The address; with a hash alone, a place for what is yet to come. */
  to: (memberId: string) => string
  /** Of the two views of Mission Control, the one this entry leads to. */
  view?: 'calendar' | 'kanban'
  /** Nothing is there yet. */
  soon?: boolean
}

type Room = { title: string; subtitle: string; Icon: LucideIcon; entries: readonly Entry[] }

const rooms: Record<'parent' | 'kid', Room> = {
  parent: {
    title: 'Family Hub',
    subtitle: 'Manage your family',
    Icon: House,
    entries: [
      { label: 'Dashboard', Icon: LayoutDashboard, to: (memberId) => `/parent/${memberId}`, view: 'calendar' },
      { label: 'Quest Board', Icon: SquareKanban, to: (memberId) => `/parent/${memberId}`, view: 'kanban' },
      { label: 'Rewards Store', Icon: Store, to: (memberId) => `/rewards-store/${memberId}` },
      { label: 'Achievements', Icon: Trophy, to: () => '#achievements', soon: true },
      { label: 'Family Members', Icon: Users, to: () => '/family-members' },
      { label: 'Settings', Icon: Settings, to: () => '/settings' },
    ],
  },
  kid: {
    title: 'My Bubble',
    subtitle: "Let's have fun!",
    Icon: Sparkles,
    entries: [
      { label: 'My Quests', Icon: ListTodo, to: (memberId) => `/kid/${memberId}#quests` },
      { label: 'Reward Store', Icon: Gift, to: () => '#rewards' },
      { label: 'My Gems', Icon: Gem, to: () => '#gems' },
      { label: 'Sticker Book', Icon: Sticker, to: () => '#stickers', soon: true },
    ],
  },
}

export type SidebarProps = { room: 'parent' | 'kid'; sidebar: SidebarState; memberId: string | undefined }

export function Sidebar({ room, sidebar, memberId }: SidebarProps) {
  if (sidebar.isPhone) {
    return (
      <Suspense fallback={null}>
        <Sheet open={sidebar.sheetOpen} onOpenChange={sidebar.setSheetOpen} title={rooms[room].title} className="w-[18rem]">
          <Content room={rooms[room]} expanded memberId={memberId} onFollow={() => sidebar.setSheetOpen(false)} />
        </Sheet>
      </Suspense>
    )
  }
  return (
    <aside
      aria-label={rooms[room].title}
      className={cn(
        'border-line bg-panel sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-hidden overflow-y-auto border-r transition-[width] duration-200 ease-out',
        sidebar.expanded ? 'w-[16rem]' : 'w-[3rem]',
      )}
    >
      <Content room={rooms[room]} expanded={sidebar.expanded} memberId={memberId} />
    </aside>
  )
}

type ContentProps = { room: Room; expanded: boolean; memberId: string | undefined; onFollow?: () => void }

function Content({ room: { title, subtitle, Icon, entries }, expanded, memberId, onFollow }: ContentProps) {
  return (
    <>
      <div className={cn('flex h-16 shrink-0 items-center gap-3', expanded ? 'px-4' : 'justify-center')}>
        <span className="bg-grape text-on-grape grid size-9 shrink-0 place-items-center rounded-control">
          <Icon aria-hidden className="size-5" />
        </span>
        {expanded && (
          <div className="min-w-0 whitespace-nowrap">
            <p className="font-display text-lg leading-tight font-bold">{title}</p>
            <p className="text-muted text-sm leading-tight">{subtitle}</p>
          </div>
        )}
      </div>
      <nav aria-label={title} className={cn('py-2', expanded ? 'px-2' : 'px-0.5')}>
        <ul className="flex flex-col gap-1">
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

function Row({ entry: { label, Icon, to, view, soon = false }, expanded, memberId, onFollow }: RowProps) {
  const location = useLocation()
  const [shown, show] = useAtom(missionControlViewAtom)
  const known = memberId !== undefined
  const address = to(memberId ?? 'loading')
  const [screen = ''] = address.split(/[#/]/).filter(Boolean)
  const [path = '', part] = address.split('#')
  const isHere =
    !soon &&
    (path === '' || location.pathname.startsWith(`/${screen}`)) &&
    (view === undefined || view === shown) &&
    (part === undefined || part === (location.hash.slice(1) || 'quests'))
  return (
    <Tooltip text={soon ? `${label}: coming soon` : label} side="right" delay={0} enabled={!expanded}>
      <Link
        to={address}
        aria-disabled={!known}
        aria-current={known && isHere ? 'page' : undefined}
        tabIndex={known ? 0 : -1}
        onClick={(event) => {
          if (!known) return event.preventDefault()
          if (view !== undefined) show(view)
          return onFollow?.()
        }}
        className={cn(
          'touch hover:bg-sunken aria-[current=page]:bg-grape-soft aria-[current=page]:text-grape flex items-center gap-3 rounded-control font-semibold whitespace-nowrap transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
          expanded ? 'px-3' : 'justify-center',
        )}
      >
        <Icon aria-hidden className="size-5 shrink-0" />
        <span className={cn('flex-1', !expanded && 'sr-only')}>{label}</span>
        {soon && <span className={cn('bg-sunken text-muted rounded-full px-2 py-0.5 text-xs', !expanded && 'sr-only')}>Soon</span>}
      </Link>
    </Tooltip>
  )
}
