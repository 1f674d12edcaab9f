import { House, LayoutDashboard, Settings, SquareKanban, Store, Trophy, Users, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { cn } from '#app/ui/cn.ts'
import { Sheet } from '#app/ui/sheet.tsx'
import { Tooltip } from '#app/ui/tooltip.tsx'
import type { Sidebar } from './sidebar-state.ts'

type Entry = {
  label: string
  Icon: LucideIcon
  /** Missing for screens that are yet to come. */
  to?: (memberId: string) => string
  /** Of two entries with one address only this one is marked as the page we are on. */
  current?: boolean
}

const entries: readonly Entry[] = [
  { label: 'Dashboard', Icon: LayoutDashboard, to: (memberId) => `/parent/${memberId}`, current: true },
  { label: 'Quest Board', Icon: SquareKanban, to: (memberId) => `/parent/${memberId}` },
  { label: 'Rewards Store', Icon: Store },
  { label: 'Achievements', Icon: Trophy },
  { label: 'Family Members', Icon: Users },
  { label: 'Settings', Icon: Settings },
]

export function ParentSidebar({ sidebar, memberId }: { sidebar: Sidebar; memberId: string | undefined }) {
  if (sidebar.isPhone) {
    return (
      <Sheet open={sidebar.sheetOpen} onOpenChange={sidebar.setSheetOpen} title="Family Hub" className="w-[18rem]">
        <Content expanded memberId={memberId} onFollow={() => sidebar.setSheetOpen(false)} />
      </Sheet>
    )
  }
  return (
    <aside
      aria-label="Family Hub"
      className={cn(
        'border-line bg-panel sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-hidden overflow-y-auto border-r transition-[width] duration-200 ease-out',
        sidebar.expanded ? 'w-[16rem]' : 'w-[3rem]',
      )}
    >
      <Content expanded={sidebar.expanded} memberId={memberId} />
    </aside>
  )
}

function Content({ expanded, memberId, onFollow }: { expanded: boolean; memberId: string | undefined; onFollow?: () => void }) {
  return (
    <>
      <div className={cn('flex h-16 shrink-0 items-center gap-3', expanded ? 'px-4' : 'justify-center')}>
        <span className="bg-grape text-on-grape grid size-9 shrink-0 place-items-center rounded-control">
          <House aria-hidden className="size-5" />
        </span>
        {expanded && (
          <div className="min-w-0 whitespace-nowrap">
            <p className="font-display text-lg leading-tight font-bold">Family Hub</p>
            <p className="text-muted text-sm leading-tight">Manage your family</p>
          </div>
        )}
      </div>
      <nav aria-label="Family Hub" className={cn('py-2', expanded ? 'px-2' : 'px-0.5')}>
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

function Row({ entry: { label, Icon, to, current = false }, expanded, memberId, onFollow }: RowProps) {
  const shape = cn('touch flex items-center gap-3 rounded-control font-semibold whitespace-nowrap transition-colors', expanded ? 'px-3' : 'justify-center')
  const content = (
    <>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className={cn('flex-1', !expanded && 'sr-only')}>{label}</span>
    </>
  )
  if (to === undefined) {
    return (
      <Tooltip text={`${label}: coming soon`} side="right" delay={0} enabled={!expanded}>
        <button type="button" aria-disabled className={cn(shape, 'text-muted w-full cursor-not-allowed text-left')}>
          {content}
          <span className={cn('bg-sunken rounded-full px-2 py-0.5 text-xs', !expanded && 'sr-only')}>Soon</span>
        </button>
      </Tooltip>
    )
  }
  const known = memberId !== undefined
  return (
    <Tooltip text={label} side="right" delay={0} enabled={!expanded}>
      <Link
        to={to(memberId ?? 'loading')}
        aria-disabled={!known}
        aria-current={known && current ? 'page' : undefined}
        tabIndex={known ? 0 : -1}
        onClick={(event) => (known ? onFollow?.() : event.preventDefault())}
        className={cn(
          shape,
          'hover:bg-sunken aria-[current=page]:bg-grape-soft aria-[current=page]:text-grape aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
        )}
      >
        {content}
      </Link>
    </Tooltip>
  )
}
