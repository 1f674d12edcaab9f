import { Check, Hand, X } from 'lucide-react'
import { useRef } from 'react'
import type { Family } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { waitingWishes } from '#app/lib/state/waiting-wishes.ts'
import { useMomentClock } from '#app/lib/time/moments.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { filled } from '#app/texts/filled.tsx'
import { common } from '#texts/common'
import { rewards } from '#texts/rewards'
import { momentWords } from './moment-words.ts'
import { useDecideRedemption } from './use-decide-redemption.ts'

export type RedemptionQueueProps = {
  family: Family
  members: readonly FamilyMember[]
}

/** Lists the wishes that wait for a parent, the oldest first. */
export function RedemptionQueue({ family, members }: RedemptionQueueProps) {
  const redemptions = useFamilyPart('redemptions')
  const frame = useRef<HTMLElement>(null)
  const waiting = waitingWishes(redemptions)
  // Wishes made before a change of the mode can still be decided.
  if (waiting.length === 0 && family.rewardMode !== 'ask') return null
  return (
    <section ref={frame} tabIndex={-1} aria-labelledby="waiting" className="rounded-card outline-none">
      {waiting.length === 0 ? (
        <p id="waiting" className="bg-sunken text-muted flex items-center gap-2 rounded-card px-4 py-3 font-semibold">
          <Check aria-hidden className="text-leaf-ink size-5 shrink-0" />
          <span>{rewards.nothingWaiting}</span>
        </p>
      ) : (
        <div className="border-coral bg-coral-soft flex flex-col gap-3 rounded-card border-2 p-3 sm:p-4">
          <h2 id="waiting" className="flex items-center gap-2 text-xl">
            <Hand aria-hidden className="text-coral-ink size-6" />
            <span>{rewards.waiting}</span>
          </h2>
          <ul className="flex flex-col gap-2">
            {waiting.map((wish) => (
              <Wish
                key={wish.id}
                wish={wish}
                member={members.find(({ id }) => id === wish.memberId)}
                // Takes the focus, because the pressed button goes with its wish.
                onDecided={() => frame.current?.focus()}
              />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** 'Mia would like 🍦 Ice cream' */
export const WishWords = ({ wish, name }: { wish: Redemption; name: string }) =>
  filled(rewards.wish, {
    name: (
      <span translate="no" dir="auto">
        {name}
      </span>
    ),
    icon: (
      <span aria-hidden>
        <Icon icon={wish.icon} />
      </span>
    ),
    title: (
      <span translate="no" dir="auto">
        {wish.title}
      </span>
    ),
  })

type WishProps = { wish: Redemption; member: FamilyMember | undefined; onDecided: () => void }

function Wish({ wish, member, onDecided }: WishProps) {
  const clock = useMomentClock()
  const name = member?.displayName ?? common.somebody
  const spoken = member ? spokenName(member) : name
  const { decide } = useDecideRedemption(wish, name)
  const answer = (status: 'granted' | 'declined') => {
    decide(status)
    onDecided()
  }
  return (
    <li className="bg-panel flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control p-3">
      <Avatar {...(member ? avatarProps(member) : { name })} decorative size="large" />
      <div className="min-w-0 flex-1 basis-[min(12rem,100%)]">
        <p className="font-display text-lg leading-tight font-semibold wrap-anywhere">
          <WishWords wish={wish} name={name} />
        </p>
        <p className="text-muted mt-0.5 flex flex-wrap items-center gap-x-2 text-sm">
          <span className="text-gem-ink flex items-center gap-1 font-bold tabular-nums">
            <GemMark className="size-4" />
            <span>{rewards.price(wish.gemCost)}</span>
          </span>
          <span>{momentWords(wish.createdAt, clock, rewards.since)}</span>
        </p>
      </div>
      <div className="flex flex-1 flex-wrap gap-2 sm:flex-none">
        <Button
          className="flex-1 sm:min-w-24"
          onClick={() => answer('granted')}
          aria-label={rewards.yesMeans(spoken, wish.title)}
        >
          <Check aria-hidden />
          <span>{rewards.yes}</span>
        </Button>
        <Button
          variant="quiet"
          className="flex-1 sm:min-w-24"
          onClick={() => answer('declined')}
          aria-label={rewards.noMeans(spoken, wish.title)}
        >
          <X aria-hidden />
          <span>{rewards.no}</span>
        </Button>
      </div>
    </li>
  )
}
