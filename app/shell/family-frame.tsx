import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { BubbleMark } from '#app/ui/bubble-mark.tsx'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TooltipProvider } from '#app/ui/tooltip.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import { DashboardSkeleton } from './parent-screen.tsx'
import { ParentSidebar } from './parent-sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { useFamily, type Family } from './use-family.ts'

/** Header and sidebar around every screen of a family; they stay while what is inside comes and goes. */
export default function FamilyFrame({ user }: { user: CurrentUser }) {
  const sidebar = useSidebar()
  const family = useFamily()
  return (
    <TooltipProvider>
      <div className="flex min-h-dvh">
        <a
          href="#content"
          className="bg-grape text-on-grape sr-only z-50 rounded-control font-bold focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
        >
          Skip to content
        </a>
        <ParentSidebar sidebar={sidebar} memberId={family.context?.memberId} />
        <div className="flex min-w-0 flex-1 flex-col">
          <Header user={user} familyName={family.name} sidebar={sidebar} />
          <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            <ErrorBoundary>
              <Inside family={family} />
            </ErrorBoundary>
          </main>
        </div>
      </div>
    </TooltipProvider>
  )
}

function Inside({ family }: { family: Family }) {
  if (family.state === 'loading') return <DashboardSkeleton />
  if (family.state === 'no-family') {
    return <Notice level={1} picture={bubble} title="No family yet" text="This account does not belong to a family. Ask a parent of yours to add you." />
  }
  if (family.state === 'nobody') return <Notice level={1} picture={bubble} title="Nobody here yet" text="This family has no members." />
  if (family.state === 'failed') {
    return (
      <Notice
        tone="error"
        level={1}
        picture={<BubbleMark mood="puzzled" className="size-24" />}
        title="Your family did not load"
        text={sentenceFrom(family.error, 'Something went wrong on our side. Please try again.')}
        action={<Button onClick={family.retry}>Try again</Button>}
      />
    )
  }
  return (
    // A screen's code may still be on its way; the frame around it stays.
    <Suspense fallback={<DashboardSkeleton />}>
      <Outlet context={family.context} />
    </Suspense>
  )
}

const bubble = <BubbleMark className="size-24" />
