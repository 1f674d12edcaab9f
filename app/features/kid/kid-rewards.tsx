import { useAtomValue } from 'jotai'
import { Check, Undo2, WifiOff } from 'lucide-react'
import { useMemo } from 'react'
import type { Reward } from '#domain/contract/rewards.ts'
import { useBalance } from '#app/lib/state/use-balance.ts'
import { liveStatusAtom } from '#app/lib/live/live-status.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import type { BubbleProps } from './bubble-props.ts'
import { sentences } from '#app/state/sentences.ts'
import { ReadToMe } from './read-to-me.tsx'
import { useRedeem } from './use-redeem.ts'
import { WaitingWishes } from './waiting-wishes.tsx'

/** The store of a child: the rewards, and whether the gems are enough for each. */
export default function KidRewards({ family, member }: BubbleProps) {
  const rewards = useFamilyPart('rewards')
  const balance = useBalance(member.id) ?? 0
  const active = useMemo(
    () => rewards.filter(({ isActive }) => isActive === 1).toSorted((a, b) => a.gemCost - b.gemCost),
    [rewards],
  )
  return (
    <section aria-labelledby="reward-store" className="flex flex-col gap-4">
      <h2 id="reward-store" className="text-2xl">
        {kid.store}
      </h2>
      <WaitingWishes member={member} />
      {active.length === 0 ? (
        <Notice picture={<BubbleMark className="size-28" />} title={kid.noRewards} text={kid.noRewardsHint} />
      ) : (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
          {active.map((reward) => (
            <li key={reward.id}>
              <RewardTile reward={reward} balance={balance} bubble={{ family, member }} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function RewardTile({
  reward,
  balance,
  bubble: { family, member },
}: {
  reward: Reward
  balance: number
  bubble: Pick<BubbleProps, 'family' | 'member'>
}) {
  const { redeem, putBack, isPending } = useRedeem(family, member)
  const missing = reward.gemCost - balance
  const isPaid = missing <= 0
  const isLost = useAtomValue(liveStatusAtom).state === 'lost' && family.rewardMode === 'spend'
  const [titleId, buttonId, missingId] = ['title', 'button', 'missing'].map((part) => `${part}-${reward.id}`)
  const named = { id: buttonId, 'aria-labelledby': `${buttonId} ${titleId}` }
  return (
    <article
      aria-label={reward.title}
      className={cn(
        'relative flex h-full flex-col items-center gap-3 rounded-tile border-2 p-3 text-center sm:p-4',
        isPaid ? 'border-gem bg-panel shadow-lift' : 'border-line bg-panel/60 border-dashed',
      )}
    >
      <ReadToMe title={reward.title} words={wordsOf(reward, missing)} className="absolute top-0.5 right-0.5" />
      <span aria-hidden className={cn('py-1 text-6xl leading-none', !isPaid && 'opacity-75')}>
        <Icon icon={reward.icon} />
      </span>
      <h3
        id={titleId}
        translate="no"
        dir="auto"
        className="line-clamp-3 text-xl leading-tight wrap-anywhere hyphens-auto"
      >
        {reward.title}
      </h3>
      <GemCount
        gems={reward.gemCost}
        mark="size-7"
        className="bg-gem-soft text-gem-ink mt-auto gap-1.5 rounded-full px-4 py-0.5 text-2xl"
      />
      <OnItsWay id={reward.id} className="text-base [&_svg]:size-5" />
      <div className="flex min-h-12 w-full flex-col justify-center gap-1">
        <span aria-hidden className="bg-gem-soft border-edge relative mx-2 h-4 rounded-full border">
          <span className="absolute inset-0 overflow-hidden rounded-full">
            <span
              className="bg-gem block h-full origin-left transition-transform duration-700 ease-out"
              style={{ transform: `scaleX(${isPaid ? 1 : Math.max(0, balance) / reward.gemCost})` }}
            />
          </span>
          {isPaid && (
            <span className="bg-gem border-panel text-panel absolute top-1/2 -right-2 grid size-9 -translate-y-1/2 place-items-center rounded-full border-3">
              <Check strokeWidth={4} className="size-5" />
            </span>
          )}
        </span>
        {!isPaid && (
          <p className="text-muted font-bold tabular-nums">
            <span aria-hidden>{kid.more(missing)}</span>
            <span id={missingId} className="sr-only">
              {kid.missing(missing)}
            </span>
          </p>
        )}
      </div>
      {putBack !== undefined ? (
        <Button
          {...named}
          variant="soft"
          size="large"
          className="w-full px-2 leading-tight whitespace-normal"
          busy={isPending}
          onClick={putBack}
        >
          <Undo2 aria-hidden />
          <span>{kid.putBack}</span>
        </Button>
      ) : isPaid && !isLost ? (
        <Button {...named} size="large" className="w-full" busy={isPending} onClick={() => redeem(reward)}>
          {kid.redeem}
        </Button>
      ) : (
        // Says it in words at full contrast, because faded text is hard to read.
        <Button
          {...named}
          size="large"
          variant="quiet"
          className="text-muted w-full px-2 leading-tight whitespace-normal aria-disabled:opacity-100"
          // Not disabled, so that the focus stays on it when the gems run out or the network is lost.
          aria-disabled
          aria-describedby={isPaid ? undefined : missingId}
        >
          {isPaid && <WifiOff aria-hidden />}
          <span>{isPaid ? common.needsConnection : kid.needMore}</span>
        </Button>
      )}
    </article>
  )
}

/** The spoken form of a reward: 'Bicycle. 900 gems. 800 gems to go.' */
const wordsOf = ({ title, gemCost }: Reward, missing: number) =>
  sentences([title, kid.readGems(gemCost), missing > 0 ? kid.missing(missing) : ''])
