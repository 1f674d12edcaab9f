import { ArrowRight, ChevronRight, Hand, PartyPopper, ShieldAlert, TabletSmartphone, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { spokenName } from '#app/lib/text/avatar-props.ts'
import { WhoseDevice } from '#app/features/devices/whose-device.tsx'
import { useWrongPins, WrongPinsNotice } from '#app/features/members/wrong-pins-notice.tsx'
import { Celebrations, CelebrationWords, useCelebrations } from '#app/features/rewards/celebrations.tsx'
import { RedemptionQueue, WishWords } from '#app/features/rewards/redemption-queue.tsx'
import { useDecideRedemption } from '#app/features/rewards/use-decide-redemption.ts'
import { useWaitingWishes } from '#app/lib/state/waiting-wishes.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useNavigateAway } from '#app/ui/overlays/use-navigate-away.ts'
import { common } from '#texts/common'
import { devices } from '#texts/devices'
import { firstRun } from '#texts/firstRun'
import { profiles } from '#texts/profiles'
import { rewards } from '#texts/rewards'
import { shell } from '#texts/shell'
import { isUseAsked, useFamilyFrame } from './family-frame-context.ts'
import { firstRunSteps, startOf } from './first-run.ts'
import { useNextStep, type Progress } from './use-next-step.ts'

/** What waits for a parent, as one line: wishes first. A press shows all of it; one that is alone is answered on the line. */
export default function Notices({ className }: { className: string }) {
  const frame = useFamilyFrame()
  const { family, members, session } = frame
  const wishes = useWaitingWishes()
  const pins = useWrongPins(session.wrongPins)
  const celebrations = useCelebrations(members)
  const { progress, isUnknown, hide } = useNextStep(frame)
  const [isOpen, setOpen] = useState(false)
  const [wish] = wishes
  const [celebration] = celebrations
  const isAsked = isUseAsked(frame)
  const count =
    wishes.length + Number(pins !== undefined) + celebrations.length + Number(progress !== undefined) + Number(isAsked)
  // Or the next wish would open it.
  if (isOpen && count === 0) setOpen(false)
  if (count === 0 && !isUnknown) return null
  const line = { others: count - 1, onOpen: () => setOpen(true) }
  return (
    <div className={className}>
      {wish ? (
        <WishLine
          {...line}
          wish={wish}
          isOnly={wishes.length === 1}
          member={members.find(({ id }) => id === wish.memberId)}
        />
      ) : pins ? (
        <Line {...line} label={pins.warning} icon={<ShieldAlert aria-hidden />} text={pins.warning}>
          {line.others === 0 && (
            <Button variant="quiet" busy={pins.isPending} onClick={pins.dismiss}>
              {profiles.gotIt}
            </Button>
          )}
        </Line>
      ) : celebration ? (
        <Line
          {...line}
          label={celebration.text}
          icon={<PartyPopper aria-hidden />}
          text={<CelebrationWords {...celebration} />}
          className="bg-gem-soft text-gem-ink"
        >
          {line.others === 0 && (
            <Button variant="quiet" onClick={celebration.acknowledge}>
              {profiles.gotIt}
            </Button>
          )}
        </Line>
      ) : progress ? (
        line.others === 0 ? (
          <StepLine progress={progress} onHide={hide} />
        ) : (
          <Line
            {...line}
            label={firstRun.whatIsNext}
            icon={<BubbleMark className="size-5" />}
            text={firstRun.titles[progress.next]}
            className="bg-grape-soft text-grape"
          />
        )
      ) : (
        isAsked && (
          <Line
            {...line}
            label={devices.isChilds}
            icon={<TabletSmartphone aria-hidden />}
            text={devices.isChilds}
            className="bg-sun-soft"
          />
        )
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} title={shell.notices}>
        <div className="flex flex-col gap-3">
          {wishes.length > 0 && <RedemptionQueue family={family} members={members} />}
          {pins && <WrongPinsNotice {...pins} />}
          {celebrations.length > 0 && <Celebrations celebrations={celebrations} />}
          {progress && <StepLine progress={progress} onHide={hide} />}
          {isAsked && <WhoseDevice members={members} />}
        </div>
      </Dialog>
    </div>
  )
}

const lineLook = 'flex min-h-11 items-center gap-1 rounded-control pr-1'
const pressLook = 'touch flex min-w-0 flex-1 items-center gap-2 rounded-control py-1 pl-3 text-left font-bold'

function StepLine({ progress: { next, done }, onHide }: { progress: Progress; onHide: () => void }) {
  const navigateAway = useNavigateAway()
  return (
    <section aria-label={firstRun.whatIsNext} className={cn(lineLook, 'bg-grape-soft')}>
      <Link
        to={startOf(next)}
        className={cn(pressLook, 'text-grape')}
        // Takes the place of the dialog in the history, where it is in one.
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey) return
          event.preventDefault()
          navigateAway(startOf(next))
        }}
      >
        <BubbleMark className="size-8 shrink-0" />
        <span className="min-w-0 truncate">{firstRun.titles[next]}</span>
        <span className="text-ink shrink-0 text-sm font-normal">{firstRun.doneOf(done, firstRunSteps.length)}</span>
        <ArrowRight aria-hidden className="ml-auto size-5 shrink-0" />
      </Link>
      <IconButton label={firstRun.hide} icon={<X aria-hidden />} onClick={onHide} />
    </section>
  )
}

type LineProps = {
  /** The name of the region. */
  label: string
  icon: ReactNode
  text: ReactNode
  /** How many notices there are besides. */
  others: number
  onOpen: () => void
  className?: string
  children?: ReactNode
}

function Line({ label, icon, text, others, onOpen, className = 'bg-coral-soft text-coral-ink', children }: LineProps) {
  return (
    <section aria-label={label} className={cn(lineLook, className)}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={cn(pressLook, '[&_svg]:size-5 [&_svg]:shrink-0')}
      >
        {icon}
        <span className="line-clamp-2 min-w-0 text-sm leading-tight">{text}</span>
        {others > 0 && <span className="tiny:sr-only shrink-0 font-normal">{`· ${common.more(others)}`}</span>}
        <ChevronRight aria-hidden className="ml-auto" />
      </button>
      {children}
    </section>
  )
}

function WishLine({
  wish,
  isOnly,
  member,
  others,
  onOpen,
}: Pick<LineProps, 'others' | 'onOpen'> & { wish: Redemption; isOnly: boolean; member: FamilyMember | undefined }) {
  const name = member?.displayName ?? common.somebody
  const { decide } = useDecideRedemption(wish, name)
  return (
    <Line
      label={rewards.waiting}
      icon={<Hand aria-hidden />}
      text={<WishWords wish={wish} name={name} />}
      others={others}
      onOpen={onOpen}
    >
      {isOnly && (
        <Button
          aria-label={rewards.yesMeans(member ? spokenName(member) : name, wish.title)}
          onClick={() => decide('granted')}
        >
          {rewards.yes}
        </Button>
      )}
    </Line>
  )
}
