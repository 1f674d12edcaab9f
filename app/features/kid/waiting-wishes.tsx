import { Hourglass } from 'lucide-react'
import { pendingRedemptions } from '#domain/rules/redemptions.ts'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { Icon } from '#app/ui/media/icon.tsx'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { kid } from '#texts/kid'
import type { BubbleProps } from './bubble-props.ts'
import { sentences } from '#app/state/sentences.ts'
import { ReadToMe } from './read-to-me.tsx'
import { useFamilyPart } from '#app/lib/state/family-store.ts'

/**
 * Lists the wishes that wait for a parent, with their reserved gems; also after the family's reward mode has changed.
 */
export function WaitingWishes({ member }: Pick<BubbleProps, 'member'>) {
  const redemptions = useFamilyPart('redemptions')
  const waiting = pendingRedemptions(redemptions, member.id)
  if (waiting.length === 0) return null
  return (
    <ul aria-label={kid.waiting} className="flex w-full flex-col gap-2">
      {waiting.map(({ id, icon, title, gemCost }) => (
        <li
          key={id}
          className="bg-sun-soft flex min-h-16 items-center gap-3 rounded-tile py-2 pr-3 pl-5 text-left font-bold"
        >
          <span aria-hidden className="text-3xl">
            <Icon icon={icon} />
          </span>
          <span className="flex min-w-0 flex-1 flex-col leading-tight wrap-anywhere">
            <span translate="no" dir="auto">
              {title}
            </span>
            <span className="text-muted text-base">{kid.waiting}</span>
            <OnItsWay id={id} className="text-base" />
          </span>
          {gemCost > 0 && (
            <span className="bg-panel flex shrink-0 items-center gap-1.5 rounded-full px-3">
              <Hourglass aria-hidden className="size-5" />
              <GemCount gems={gemCost} mark="size-6" className="text-gem-ink gap-1.5 text-xl" />
              <span className="max-sm:sr-only">{kid.setAside}</span>
            </span>
          )}
          <ReadToMe
            title={title}
            words={sentences([title, kid.waiting, gemCost > 0 ? `${kid.readGems(gemCost)} ${kid.setAside}` : ''])}
          />
        </li>
      ))}
    </ul>
  )
}
