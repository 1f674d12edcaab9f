import { jarMaximum } from '#domain/rules/gems.ts'
import { useBalance } from '#app/lib/state/use-balance.ts'
import { kid } from '#texts/kid'
import { GemJar } from './gem-jar.tsx'
import { JarShelf } from './jar-shelf.tsx'
import { useCountedTo } from './kid-balance.tsx'
import type { BubbleProps } from './bubble-props.ts'
import { WaitingWishes } from './waiting-wishes.tsx'

/** A child's saved gems. */
export default function KidGems({ member }: BubbleProps) {
  const balance = useBalance(member.id) ?? 0
  const counted = useCountedTo(balance)
  return (
    <section aria-labelledby="my-gems" className="flex flex-col items-center gap-4 text-center">
      <h2 id="my-gems" className="sr-only">
        {kid.myGems}
      </h2>
      <div className="flex w-full flex-col items-center justify-center gap-8 md:flex-row md:gap-12">
        <div className="flex flex-col items-center gap-4">
          <GemJar gems={counted ?? balance} />
          {/* Said by the jar. */}
          <p aria-hidden className="font-display text-4xl font-bold tabular-nums">
            <span translate="no">{counted ?? balance}</span>{' '}
            <span translate="no" className="text-muted text-2xl">{`/ ${jarMaximum}`}</span>
          </p>
          <p className="text-xl font-semibold">{balance < jarMaximum ? kid.keepGoing : kid.jarFull}</p>
        </div>
        <JarShelf memberId={member.id} />
      </div>
      <WaitingWishes member={member} />
    </section>
  )
}
