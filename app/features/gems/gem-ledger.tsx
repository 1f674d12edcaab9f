import { useQueries, useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { Suspense, useMemo, useState, type ComponentType } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { gemsToGoal } from '#domain/rules/gems.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { gemEntriesQuery, gemsQuery } from '#app/lib/api/queries.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { useMomentClock } from '#app/lib/time/moments.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { AddChildButton } from '#app/ui/controls/add-child-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { FailedNotice } from '#app/ui/feedback/failed-notice.tsx'
import { gems } from '#texts/gems'
import { ui } from '#texts/ui'
import { GemLedgerSkeleton } from './gem-ledger-skeleton.tsx'
import { LedgerLines } from './ledger-lines.tsx'
import { MemberFaces } from './member-faces.tsx'

// A chunk of its own, so that numbers and lines appear before the drawing library has loaded.
const FourWeeks = lazyWithPreload(() => import('./four-weeks.tsx'))
// A chunk of its own, because it needs the form library, and the ledger does not.
const GemEntryDialog = lazyWithPreload(() => import('./gem-entry-dialog.tsx'))

export type GemLedgerProps = {
  members: readonly FamilyMember[]
  /** The member whose ledger is shown first, if they are a child; else the first child's is. */
  memberId: MemberId
  Jar: Jar
}

/** The jar of gems, passed in because it belongs to another feature. */
type Jar = ComponentType<{ gems: number }>

/** The gains and losses of gems of each child, and of each parent with gems. */
export default function GemLedger({ members, memberId, Jar }: GemLedgerProps) {
  useQueries({ queries: members.map(({ id }) => gemsQuery(id)) })
  const balanceOf = useFamilyPart('balances')
  const [asked, setAsked] = useState<MemberId>()
  const shown = members
    .map((member) => ({ ...member, balance: balanceOf[member.id] }))
    .filter((member) => member.role === 'kid' || (member.balance ?? 0) > 0)
    .toSorted((a, b) => Number(a.role === 'parent') - Number(b.role === 'parent'))
  const chosen =
    shown.find(({ id }) => id === asked) ?? shown.find(({ id, role }) => id === memberId && role === 'kid') ?? shown[0]

  if (chosen === undefined) {
    return (
      <Notice
        picture={<GemMark className="size-20" />}
        title={gems.nobodyHasGems}
        text={gems.nobodyHasGemsHint}
        action={<AddChildButton />}
      />
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <MemberFaces members={shown} value={chosen.id} onValueChange={setAsked} />
      <MemberLedger key={chosen.id} memberId={chosen.id} name={chosen.displayName} balance={chosen.balance} Jar={Jar} />
    </div>
  )
}

type MemberLedgerProps = { memberId: MemberId; name: string; balance: number | undefined; Jar: Jar }

function MemberLedger({ memberId, name, balance, Jar }: MemberLedgerProps) {
  const { data: readAt, error, refetch } = useQuery(gemEntriesQuery(memberId))
  const all = useFamilyPart('entries')
  const entries = useMemo(() => all.filter((entry) => entry.memberId === memberId), [all, memberId])
  const clock = useMomentClock()
  const [isGiving, setGiving] = useState(false)
  useLoadWhenIdle(GemEntryDialog)

  if (readAt === undefined) {
    if (error === null) return <GemLedgerSkeleton />
    return <FailedNotice title={gems.notLoaded} text={sentenceFrom(error)} onRetry={() => void refetch()} />
  }
  return (
    // No id is the name of a tab: with such an address a closing dialog, which goes back, would lose the focus.
    <section aria-labelledby="ledger-heading" className="flex flex-col gap-5 lg:flex-row lg:items-start lg:gap-6">
      <div className="border-line bg-panel flex flex-col gap-4 rounded-card border p-4 lg:sticky lg:top-22 lg:w-[26rem] lg:shrink-0 xl:w-[32rem]">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="ledger-heading" className="text-xl wrap-anywhere">
            {gems.gemsOf(name)}
          </h2>
          {balance !== undefined && (
            <p className="font-display text-gem-ink flex items-center gap-2 text-3xl font-bold tabular-nums">
              <GemMark className="size-8" />
              <span className="sr-only">{gems.balance}</span>
              <span aria-hidden translate="no">
                {balance}
              </span>
              <span className="sr-only">{ui.gems(balance)}</span>
            </p>
          )}
        </div>
        {balance !== undefined && (
          <div className="flex flex-wrap items-center gap-4 [&_svg]:h-32 [&_svg]:shrink-0">
            <Suspense fallback={<Skeleton className="h-32 w-26" />}>
              <Jar gems={balance} />
            </Suspense>
            <p className="text-lg font-bold">
              {gemsToGoal(balance) > 0 ? gems.moreToGoal(gemsToGoal(balance)) : gems.goalReached}
            </p>
          </div>
        )}
        <Button variant="quiet" onClick={() => setGiving(true)}>
          <Gift aria-hidden />
          <span>{gems.giveOrTake}</span>
        </Button>
        {isGiving && (
          <Suspense fallback={null}>
            <GemEntryDialog memberId={memberId} name={name} balance={balance} onClose={() => setGiving(false)} />
          </Suspense>
        )}
        <Suspense fallback={<Skeleton className="h-64" />}>
          <FourWeeks entries={entries} {...clock} />
        </Suspense>
      </div>
      {entries.length === 0 ? (
        <Notice level={3} className="flex-1" title={gems.noGems} text={gems.noGemsHint(name)} />
      ) : (
        <LedgerLines entries={entries} {...clock} />
      )}
    </section>
  )
}
