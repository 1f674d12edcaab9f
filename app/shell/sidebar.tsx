import { House, LayoutDashboard, MonitorCheck, Settings, SquareKanban, Store, Trophy, Users } from 'lucide-react'
import { Suspense } from 'react'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { shell } from '#texts/shell'
import { SidebarContent, type Room } from './sidebar-content.tsx'
import type { SidebarState } from './sidebar-state.ts'

// A chunk of its own: only phones load it, as soon as they show a page.
const Sheet = lazyWithPreload(async () => ({ default: (await import('#app/ui/overlays/sheet.tsx')).Sheet }))
// A chunk of its own, because only kids' screens show it.
const KidSidebar = lazyWithPreload(() => import('./kid-sidebar.tsx'))

const parentRoom: Room = {
  title: 'familyHub',
  subtitle: 'manageFamily',
  Icon: House,
  entries: [
    { label: 'dashboard', Icon: LayoutDashboard, to: (memberId) => `/parent/${memberId}`, view: 'calendar' },
    {
      label: 'questBoard',
      Icon: SquareKanban,
      to: (memberId) => `/parent/${memberId}`,
      view: 'kanban',
    },
    { label: 'rewardsStore', Icon: Store, to: (memberId) => `/rewards-store/${memberId}`, hasWishes: true },
    { label: 'achievements', Icon: Trophy, to: () => '#achievements', soon: true },
    { label: 'familyMembers', Icon: Users, to: () => '/family-members' },
    { label: 'settings', Icon: Settings, to: () => '/settings' },
    { label: 'wallScreen', Icon: MonitorCheck, to: () => '/wall' },
  ],
}

export type SidebarProps = { room: 'parent' | 'kid'; sidebar: SidebarState; memberId: string | undefined }

export function Sidebar({ room, sidebar, memberId }: SidebarProps) {
  const title = shell[room === 'kid' ? 'myBubble' : parentRoom.title]
  const content = (expanded: boolean, onFollow?: () => void) => {
    const props = { expanded, memberId, ...(onFollow && { onFollow }) }
    return room === 'kid' ? <KidSidebar {...props} /> : <SidebarContent room={parentRoom} {...props} />
  }
  if (sidebar.isPhone) {
    return (
      <Suspense fallback={null}>
        <Sheet open={sidebar.sheetOpen} onOpenChange={sidebar.setSheetOpen} title={title} className="w-[18rem]">
          {content(true, () => sidebar.setSheetOpen(false))}
        </Sheet>
      </Suspense>
    )
  }
  return (
    <aside
      aria-label={title}
      className={cn(
        'bg-panel sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-hidden overflow-y-auto shadow-[inset_-1px_0_0_var(--line)] forced-colors:border-r pb-safe-0 transition-[width] duration-200 ease-out',
        sidebar.expanded ? 'w-[16rem]' : 'w-[3rem]',
      )}
    >
      <Suspense fallback={null}>{content(sidebar.expanded)}</Suspense>
    </aside>
  )
}
