import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, Undo2 } from 'lucide-react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { redemptionsQuery } from '#app/lib/queries.ts'
import { useToday } from '#app/lib/today.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { GemCount } from '#app/ui/gem-count.tsx'
import { common } from '#texts/common'
import { rewards } from '#texts/rewards'
import { momentWords } from './moment-words.ts'

const mostShown = 20

export type RedeemedLatelyProps = { familyId: FamilyId; members: readonly FamilyMember[] }

/** What was granted or declined, the latest first. */
export function RedeemedLately({ familyId, members }: RedeemedLatelyProps) {
  const today = useToday()
  const { data: redemptions = [] } = useQuery(redemptionsQuery(familyId))
  const decided = redemptions
    .filter(({ status }) => status !== 'reserved')
    .toSorted((a, b) => (decidedAt(a) < decidedAt(b) ? 1 : -1))
    .slice(0, mostShown)
  if (decided.length === 0) return null
  return (
    <details className="group border-line bg-panel rounded-card border">
      <summary className="touch hover:bg-sunken font-display flex cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 text-lg font-bold [&::-webkit-details-marker]:hidden">
        <span>{rewards.redeemedLately}</span>
        <ChevronDown aria-hidden className="text-muted size-5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="divide-line flex flex-col divide-y px-4 pb-2">
        {decided.map((redemption) => {
          const member = members.find(({ id }) => id === redemption.memberId)
          const name = member?.displayName ?? common.somebody
          return (
            <li key={redemption.id} className="flex items-center gap-3 py-2.5">
              <Avatar name={name} seed={member?.avatarSeed} imageUrl={member?.userProfileImageUrl} decorative />
              <div className="min-w-0 flex-1">
                <p translate="no" className="leading-snug font-semibold wrap-anywhere">
                  {`${name}: `}
                  <span aria-hidden>
                    <Icon icon={redemption.icon} />
                  </span>{' '}
                  {redemption.title}
                </p>
                <p className="text-muted flex flex-wrap items-center gap-x-2 text-sm [&_svg]:size-4">
                  {redemption.status === 'granted' ? (
                    <span className="text-leaf-ink flex items-center gap-1 font-bold">
                      <Check aria-hidden /> <span>{rewards.granted}</span>
                    </span>
                  ) : (
                    <span className="flex items-center gap-1 font-bold">
                      <Undo2 aria-hidden /> <span>{redemption.putBack === true ? rewards.putBack : rewards.declined}</span>
                    </span>
                  )}
                  <span>{momentWords(decidedAt(redemption), today, rewards.at)}</span>
                </p>
              </div>
              <GemCount gems={redemption.gemCost} mark="size-4" className="shrink-0" />
            </li>
          )
        })}
      </ul>
    </details>
  )
}

const decidedAt = ({ decidedAt: moment, createdAt }: Redemption) => moment ?? createdAt
