import { useAtomValue } from 'jotai'
import { Pointer, Undo2, WifiOff } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Reward } from '#domain/contract/rewards.ts'
import { speak } from '#app/lib/device/speech.ts'
import { useBalance } from '#app/lib/state/use-balance.ts'
import { liveStatusAtom } from '#app/lib/live/live-status.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { holdMs, useHold } from '#app/ui/controls/use-hold.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import type { BubbleProps } from './bubble-props.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
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
  const [lesson, setLesson] = useState<'filling' | 'said'>()
  const { isHeld, hold } = useHold(
    () => redeem(reward),
    () => setLesson('filling'),
  )
  useEffect(() => {
    if (lesson === undefined) return undefined
    if (lesson === 'filling') speak(kid.holdToRedeem)
    const timer = setTimeout(
      () => setLesson(lesson === 'filling' ? 'said' : undefined),
      lesson === 'filling' ? holdMs : 2400,
    )
    return () => clearTimeout(timer)
  }, [lesson])
  useAnnounced(lesson && kid.holdToRedeem)
  const isFilling = isHeld || lesson === 'filling'
  // Where nothing is spent, a tap is enough.
  const press = family.rewardMode === 'celebrate' ? { onClick: () => redeem(reward) } : hold
  const canRedeem = isPaid && !isLost
  const action = putBack ? kid.tapToPutBack : !canRedeem ? '' : press === hold ? kid.holdMeans : kid.tapToRedeem
  const [titleId, buttonId, missingId] = ['title', 'button', 'missing'].map((part) => `${part}-${reward.id}`)
  const named = { id: buttonId, 'aria-labelledby': `${buttonId} ${titleId}` }
  return (
    <article
      aria-label={reward.title}
      className={cn(
        'relative isolate flex h-full flex-col items-center gap-3 rounded-tile border-2 p-3 text-center sm:p-4',
        isPaid ? 'border-gem bg-panel shadow-lift' : 'border-line bg-panel/60 border-dashed',
      )}
    >
      <span
        aria-hidden
        className="bg-gem-soft absolute inset-0 -z-10 origin-bottom rounded-[inherit] transition-transform ease-linear"
        style={{ transform: `scaleY(${isFilling ? 1 : 0})`, transitionDuration: `${isFilling ? holdMs : 150}ms` }}
      />
      <ReadToMe
        title={reward.title}
        words={sentences([wordsOf(reward, missing), action])}
        className="absolute top-0.5 right-0.5"
      />
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
      {!isPaid && (
        <div className="flex min-h-12 w-full flex-col justify-center">
          <span aria-hidden className="bg-gem-soft border-edge mx-2 h-4 overflow-hidden rounded-full border">
            <span
              className="bg-gem block h-full origin-left transition-transform duration-700 ease-out"
              style={{ transform: `scaleX(${Math.max(0, balance) / reward.gemCost})` }}
            />
          </span>
          <span id={missingId} className="sr-only">
            {kid.missing(missing)}
          </span>
        </div>
      )}
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
      ) : canRedeem ? (
        <Button
          {...named}
          {...(!isPending && press)}
          size="large"
          className="w-full px-2 leading-tight whitespace-normal [-webkit-touch-callout:none]"
          busy={isPending}
        >
          {lesson && <Pointer aria-hidden />}
          <span>{lesson ? kid.holdToRedeem : kid.redeem}</span>
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
