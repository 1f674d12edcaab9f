import type { ReactNode, Ref } from 'react'
import type { Quest } from '#domain/contract/quests.ts'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { ui } from '#texts/ui'
import { OnItsWay } from '../feedback/on-its-way.tsx'
import { AvatarStack, type AvatarStackProps } from '../media/avatar-stack.tsx'
import { Icon } from '../media/icon.tsx'
import { LateMark } from '../media/late-mark.tsx'
import { cn } from './cn.ts'

export type QuestRowProps = Pick<AvatarStackProps, 'people' | 'most'> & {
  quest: Quest
  /** It is done, or not to do now. */
  isQuiet: boolean
  onOpen: () => void
  /** What is before the icon. */
  tick?: ReactNode
  icon: ReactNode
  menu: ReactNode
  /** The grey line. */
  children: ReactNode
  below?: ReactNode
  ref?: Ref<HTMLElement>
  className: string
}

/** A quest in a list: its title above one grey line, both below the icon where the list is narrow. */
export function QuestRow({
  quest,
  isQuiet,
  people,
  most,
  onOpen,
  tick,
  icon,
  menu,
  children,
  below,
  ref,
  className,
}: QuestRowProps) {
  return (
    <article
      ref={ref}
      aria-label={quest.title}
      data-quest={quest.id}
      className={cn(
        'quest-row group relative min-h-16 @max-[15rem]:px-2.5',
        tick ? '@min-[15rem]:pl-0.5' : '@min-[15rem]:pl-3',
        className,
      )}
    >
      <div className={cn('[grid-area:tick]', tick && '@max-[15rem]:-my-1.5 @max-[15rem]:-ml-2.5')}>{tick}</div>
      <div className="mr-2.5 [grid-area:icon]">{icon}</div>
      <h4
        className={cn(
          'min-w-0 self-end text-base leading-snug wrap-anywhere [grid-area:title]',
          isQuiet && 'text-muted',
        )}
      >
        {/* The whole row is the click target; tick, grip and menu are above it. */}
        <button
          translate="no"
          dir="auto"
          type="button"
          onClick={onOpen}
          className="text-left after:absolute after:inset-0 after:rounded-[inherit]"
        >
          {quest.title}
        </button>
      </h4>
      <div className="col-span-full min-w-0">{below}</div>
      <p className="text-muted min-w-0 self-start text-xs font-semibold wrap-anywhere tabular-nums [grid-area:line] leading-tight">
        {children}
      </p>
      <div className="justify-self-end pl-1.5 [grid-area:faces] @min-[15rem]:@max-[19rem]:mr-2.5">
        <AvatarStack people={people} most={most} />
      </div>
      <div className="relative z-10 justify-self-end [grid-area:menu] @max-[15rem]:-mr-2.5 @max-[19rem]:-my-2">
        {menu}
      </div>
    </article>
  )
}

export type QuestFactsProps = { quest: Quest; days: ReactNode; late: string | undefined }

/** What the line of a quest begins with: its time, gems and days, since when it is late, and whether it is on its way. */
export function QuestFacts({ quest, days, late }: QuestFactsProps) {
  return (
    <>
      {quest.targetTime !== null && (
        <span translate="no" className="dotted">
          {timeOfDay(quest.targetTime)}
        </span>
      )}
      {quest.gemValue > 0 && <span className="dotted @max-[11rem]:sr-only">{ui.gems(quest.gemValue)}</span>}
      {days !== false && <span className="dotted @max-[11rem]:sr-only">{days}</span>}
      {late !== undefined && <LateMark>{late}</LateMark>}
      <OnItsWay id={quest.id} className="dotted inline-flex align-bottom text-xs [&_svg]:size-3.5" />
    </>
  )
}

/** The icon of a quest on its ground. */
export function QuestIcon({ icon, isQuiet }: { icon: string; isQuiet: boolean }) {
  return (
    <span
      aria-hidden
      className={cn('bg-grape-soft grid size-8 place-items-center rounded-control text-lg', isQuiet && 'opacity-60')}
    >
      <Icon icon={icon} />
    </span>
  )
}
