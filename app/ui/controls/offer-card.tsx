import { Check, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../layout/cn.ts'
import { GemCount } from '../media/gem-count.tsx'
import { Icon } from '../media/icon.tsx'

export type OfferCardProps = {
  icon: string
  title: string
  gems: number
  isChosen: boolean
  onToggle: () => void
  /** Content beside the gems. */
  children?: ReactNode
}

/** A card of a choice of several: a tap chooses it, a second one takes it back. */
export function OfferCard({ icon, title, gems, isChosen, onToggle, children }: OfferCardProps) {
  const Mark = isChosen ? Check : Plus
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onToggle}
      className={cn(
        'flex w-full scroll-mt-4 scroll-mb-24 flex-col items-start gap-1.5 rounded-card border-2 p-3 text-left active:scale-[0.97]',
        isChosen ? 'border-grape bg-grape-soft' : 'border-line bg-panel hover:border-edge',
      )}
    >
      <span className="flex w-full items-start justify-between">
        <span aria-hidden>
          <Icon icon={icon} className="text-3xl" />
        </span>
        <span
          className={cn(
            'grid size-6 shrink-0 place-items-center rounded-full border-2',
            isChosen ? 'border-grape bg-grape text-on-grape' : 'border-edge text-muted',
          )}
        >
          <Mark aria-hidden className="size-4" />
        </span>
      </span>
      <span className="w-full font-bold leading-tight hyphens-auto wrap-anywhere">{title}</span>
      {/* Keeps screen readers from running the words together. */}
      <span className="sr-only">{', '}</span>
      <span className="mt-auto flex w-full items-center justify-between gap-2">
        <GemCount gems={gems} className="text-gem-ink" />
        {children}
      </span>
    </button>
  )
}

/** The grid of such cards. */
export const offerGrid = 'grid grid-cols-2 gap-3 tiny:grid-cols-1 sm:grid-cols-3 md:grid-cols-4'
