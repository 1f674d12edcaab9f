import { Suspense } from 'react'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { shell } from '#texts/shell'
import { SidebarContent } from './sidebar-content.tsx'
import type { SidebarState } from './sidebar-state.ts'

// A chunk of its own: only phones load it, as soon as they show a page.
const Sheet = lazyWithPreload(async () => ({ default: (await import('#app/ui/overlays/sheet.tsx')).Sheet }))

export type SidebarProps = { sidebar: SidebarState; memberId: string | undefined }

/** The sidebar of the parents' screens. */
export function Sidebar({ sidebar, memberId }: SidebarProps) {
  if (sidebar.isPhone) {
    return (
      <Suspense fallback={null}>
        <Sheet
          open={sidebar.sheetOpen}
          onOpenChange={sidebar.setSheetOpen}
          title={shell.familyHub}
          className="w-[18rem]"
        >
          <SidebarContent expanded memberId={memberId} onFollow={() => sidebar.setSheetOpen(false)} />
        </Sheet>
      </Suspense>
    )
  }
  return (
    <aside
      aria-label={shell.familyHub}
      className={cn(
        'bg-panel sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-hidden overflow-y-auto shadow-[inset_-1px_0_0_var(--line)] forced-colors:border-r pb-safe-0 transition-[width] duration-200 ease-out',
        sidebar.expanded ? 'w-[16rem]' : 'w-[3rem]',
      )}
    >
      <SidebarContent expanded={sidebar.expanded} memberId={memberId} />
    </aside>
  )
}
