import { jarMaximum } from '#domain/rules/gems.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { useBalance } from '#app/lib/state/use-family-query.ts'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { FailedNotice } from '#app/ui/feedback/failed-notice.tsx'
import { kid } from '#texts/kid'
import { GemJar } from './gem-jar.tsx'
import { useCountedTo } from './kid-balance.tsx'
import type { BubbleProps } from './bubble-props.ts'
import { WaitingWishes } from './waiting-wishes.tsx'

/** A child's saved gems. */
export default function KidGems({ family, member }: BubbleProps) {
  const { data: balance, error, refetch } = useBalance(member.id)
  const counted = useCountedTo(balance)
  if (balance === undefined && error) {
    return <FailedNotice title={kid.gemsFailed} text={sentenceFrom(error)} onRetry={() => void refetch()} />
  }
  if (balance === undefined) {
    return (
      <Loading label={kid.loadingGems}>
        <Skeleton className="bg-panel mx-auto h-80 w-64 rounded-tile" />
      </Loading>
    )
  }
  return (
    <section aria-labelledby="my-gems" className="flex flex-col items-center gap-4 text-center">
      <h2 id="my-gems" className="sr-only">
        {kid.myGems}
      </h2>
      <GemJar gems={counted ?? balance} />
      {/* Said by the jar. */}
      <p aria-hidden className="font-display text-4xl font-bold tabular-nums">
        <span translate="no">{counted ?? balance}</span>{' '}
        <span translate="no" className="text-muted text-2xl">{`/ ${jarMaximum}`}</span>
      </p>
      <p className="text-xl font-semibold">{balance < jarMaximum ? kid.keepGoing : kid.jarFull}</p>
      <WaitingWishes family={family} member={member} />
    </section>
  )
}
