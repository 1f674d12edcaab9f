import { Check, ChevronDown, Undo2 } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { useMomentClock } from '#app/lib/time/moments.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { common } from '#texts/common'
import { rewards } from '#texts/rewards'
import { momentWords } from './moment-words.ts'
import { useDecideRedemption } from './use-decide-redemption.ts'

const mostShown = 20

export type RecentRedemptionsProps = { members: readonly FamilyMember[] }

/** Lists granted and declined redemptions, the latest first. */
export function RecentRedemptions({ members }: RecentRedemptionsProps) {
  const summary = useRef<HTMLElement>(null)
  const redemptions = useFamilyPart('redemptions')
  const decided = redemptions
    .filter(({ status }) => status !== 'reserved')
    .toSorted((a, b) => (decidedAt(a) < decidedAt(b) ? 1 : -1))
    .slice(0, mostShown)
  if (decided.length === 0) return null
  return (
    <details className="group border-line bg-panel rounded-card border">
      <summary
        ref={summary}
        className="touch hover:bg-sunken font-display flex cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 text-lg font-bold [&::-webkit-details-marker]:hidden"
      >
        <span>{rewards.redeemedLately}</span>
        <ChevronDown aria-hidden className="text-muted size-5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="divide-line flex flex-col divide-y px-4 pb-2">
        {decided.map((redemption) => (
          <Decided
            key={redemption.id}
            redemption={redemption}
            member={members.find(({ id }) => id === redemption.memberId)}
            summary={summary}
          />
        ))}
      </ul>
    </details>
  )
}

type DecidedProps = {
  redemption: Redemption
  member: FamilyMember | undefined
  /** Gets the focus when the button that opened the dialog is gone. */
  summary: RefObject<HTMLElement | null>
}

function Decided({ redemption, member, summary }: DecidedProps) {
  const clock = useMomentClock()
  const { title, icon, gemCost, status, putBack } = redemption
  const name = member?.displayName ?? common.somebody
  const spoken = member ? spokenName(member) : name
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { giveBack, isGivingBack } = useDecideRedemption(redemption, name)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Avatar {...(member ? avatarProps(member) : { name })} decorative />
      <div className="min-w-0 flex-1">
        <p translate="no" className="leading-snug font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
          {': '}
          <span aria-hidden>
            <Icon icon={icon} />
          </span>{' '}
          <bdi>{title}</bdi>
        </p>
        <p className="text-muted flex flex-wrap items-center gap-x-2 text-sm [&_svg]:size-4">
          {status === 'granted' ? (
            <span className="text-leaf-ink flex items-center gap-1 font-bold">
              <Check aria-hidden /> <span>{rewards.granted}</span>
            </span>
          ) : (
            <span className="flex items-center gap-1 font-bold">
              <Undo2 aria-hidden /> <span>{putBack === true ? rewards.putBack : rewards.declined}</span>
            </span>
          )}
          <span>{momentWords(decidedAt(redemption), clock, rewards.at)}</span>
          <OnItsWay id={redemption.id} />
        </p>
        {status === 'granted' && gemCost > 0 && (
          <Button
            ref={button}
            variant="quiet"
            className="mt-2"
            aria-label={rewards.giveBackMeans(spoken, title)}
            onClick={() => setAsking(true)}
          >
            <Undo2 aria-hidden />
            <span>{rewards.giveBack}</span>
          </Button>
        )}
      </div>
      {gemCost > 0 && <GemCount gems={gemCost} mark="size-4" className="shrink-0" />}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={rewards.giveBackTitle}
        description={rewards.giveBackQuestion(gemCost, name, title)}
        confirmLabel={isGivingBack ? common.saving : rewards.giveBack}
        busy={isGivingBack}
        focusInstead={() => (button.current === null ? summary.current : null)}
        onConfirm={() => giveBack(() => setAsking(false))}
      />
    </li>
  )
}

const decidedAt = ({ decidedAt: moment, createdAt }: Redemption) => moment ?? createdAt
