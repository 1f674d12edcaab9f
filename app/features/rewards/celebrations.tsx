import { useRef } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useMomentClock } from '#app/lib/time/moments.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { common } from '#texts/common'
import { profiles } from '#texts/profiles'
import { rewards } from '#texts/rewards'
import { momentWords } from './moment-words.ts'

type Celebration = {
  redemption: Redemption
  member: FamilyMember | undefined
  name: string
  /** 'Mia celebrates Cinema' */
  text: string
  acknowledge: () => void
}

/** Returns what was celebrated and no parent has seen yet, oldest first, and announces the newest. */
export function useCelebrations(members: readonly FamilyMember[]): readonly Celebration[] {
  const redemptions = useFamilyPart('redemptions')
  const { mutate } = useCommand('decideRedemption', { failure: profiles.dismissFailed })
  const unseen = redemptions.filter((redemption) => redemption.unseen === true)
  const celebrations = unseen.toSorted(oldestFirst).map((redemption) => {
    const member = members.find(({ id }) => id === redemption.memberId)
    const name = member?.displayName ?? common.somebody
    return {
      redemption,
      member,
      name,
      text: rewards.celebrates(name, redemption.title),
      acknowledge: () => mutate({ redemptionId: redemption.id, body: { status: 'granted' } }),
    }
  })
  useAnnounced(celebrations.at(-1)?.text)
  return celebrations
}

const oldestFirst = (a: Redemption, b: Redemption) => (a.createdAt < b.createdAt ? -1 : 1)

export const CelebrationWords = ({ redemption: { title }, name }: Pick<Celebration, 'redemption' | 'name'>) =>
  filled(rewards.celebrates('{name}', '{reward}'), {
    name: (
      <span translate="no" dir="auto">
        {name}
      </span>
    ),
    reward: (
      <span translate="no" dir="auto">
        {title}
      </span>
    ),
  })

export function Celebrations({ celebrations }: { celebrations: readonly Celebration[] }) {
  const clock = useMomentClock()
  const frame = useRef<HTMLUListElement>(null)
  return (
    <ul ref={frame} tabIndex={-1} className="flex flex-col gap-2 rounded-card outline-none">
      {celebrations.map((celebration) => {
        const { redemption, member, name, acknowledge } = celebration
        const [textId, buttonId] = ['text', 'button'].map((part) => `${part}-${redemption.id}`)
        return (
          <li key={redemption.id} className="bg-gem-soft flex flex-wrap items-center gap-3 rounded-card p-3">
            <Avatar {...(member ? avatarProps(member) : { name })} decorative />
            <div className="min-w-0 flex-1 basis-36">
              <p id={textId} className="text-gem-ink leading-tight font-bold wrap-anywhere">
                <CelebrationWords {...celebration} />
              </p>
              <p className="text-sm">{momentWords(redemption.createdAt, clock, rewards.at)}</p>
            </div>
            <Button
              id={buttonId}
              aria-labelledby={`${buttonId} ${textId}`}
              variant="quiet"
              onClick={() => {
                acknowledge()
                // Takes the focus, because the pressed button goes with its celebration.
                frame.current?.focus()
              }}
            >
              {profiles.gotIt}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
