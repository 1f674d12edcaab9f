import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import { Outlet, useParams } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import type { Membership } from '#domain/contract/families.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { membersQuery, myFamiliesQuery } from '#app/lib/queries.ts'
import { selectMember, storedMemberAtom } from '#app/lib/selected-member.ts'
import { BubbleMark } from '#app/ui/bubble-mark.tsx'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TooltipProvider } from '#app/ui/tooltip.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import type { FamilyFrameContext } from './family-frame-context.ts'
import { Header } from './header.tsx'
import { DashboardSkeleton } from './parent-screen.tsx'
import { ParentSidebar } from './parent-sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'

/** Header and sidebar around every screen of a family, and the family these screens need. */
export default function FamilyFrame({ user }: { user: CurrentUser }) {
  const families = useQuery(myFamiliesQuery())
  const membership = families.data?.[0]
  if (families.isPending) return <Frame user={user}><DashboardSkeleton /></Frame>
  if (families.isError) return <Frame user={user}><Failed error={families.error} onRetry={() => void families.refetch()} /></Frame>
  if (membership === undefined) {
    return (
      <Frame user={user}>
        <Notice level={1} picture={<BubbleMark className="size-24" />} title="No family yet" text="This account does not belong to a family. Ask a parent of yours to add you." />
      </Frame>
    )
  }
  return <MemberFrame user={user} membership={membership} />
}

function MemberFrame({ user, membership }: { user: CurrentUser; membership: Membership }) {
  const { family, id: me } = membership
  const members = useQuery(membersQuery(family.id))
  const route = useParams()['memberId']
  const [stored, store] = useAtom(storedMemberAtom)
  const member = members.data && selectMember(members.data, { route, stored, own: me })

  // Only a choice is remembered: the member an address names. Falling back to somebody is none.
  const chosen = member !== undefined && member.id === route ? member.id : undefined
  useEffect(() => {
    if (chosen !== undefined) store(chosen)
  }, [chosen, store])

  const context: FamilyFrameContext | undefined = member && members.data && { family, me, memberId: member.id, members: members.data }
  return (
    <Frame user={user} familyName={family.name} memberId={member?.id}>
      {context ? (
        <Outlet context={context} />
      ) : members.isError ? (
        <Failed error={members.error} onRetry={() => void members.refetch()} />
      ) : members.isPending ? (
        <DashboardSkeleton />
      ) : (
        <Notice level={1} picture={<BubbleMark className="size-24" />} title="Nobody here yet" text="This family has no members." />
      )}
    </Frame>
  )
}

type FrameProps = { user: CurrentUser; familyName?: string; memberId?: string | undefined; children: ReactNode }

function Frame({ user, familyName, memberId, children }: FrameProps) {
  const sidebar = useSidebar()
  return (
    <TooltipProvider>
      <div className="flex min-h-dvh">
        <a href="#content" className="bg-grape text-on-grape sr-only z-50 rounded-control px-4 py-3 font-bold focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
          Skip to content
        </a>
        <ParentSidebar sidebar={sidebar} memberId={memberId} />
        <div className="flex min-w-0 flex-1 flex-col">
          <Header user={user} familyName={familyName} sidebar={sidebar} />
          <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            <ErrorBoundary>{children}</ErrorBoundary>
          </main>
        </div>
      </div>
    </TooltipProvider>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Notice
      tone="error"
      level={1}
      picture={<BubbleMark mood="puzzled" className="size-24" />}
      title="Your family did not load"
      text={sentenceFrom(error, 'Something went wrong on our side. Please try again.')}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  )
}
