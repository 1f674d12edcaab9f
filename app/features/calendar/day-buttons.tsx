import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Day } from '#domain/contract/days.ts'
import { plusDays } from '#domain/rules/days.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { calendar as texts } from '#texts/calendar'

type DayButtonsProps = {
  middle: Day
  /** How many days a button goes. */
  step: number
  onChoose: (day: Day) => void
  /** What is between the buttons. */
  children?: ReactNode
}

/** Buttons to earlier and later days; with the arrow keys they go by one day. */
export function DayButtons({ middle, step, onChoose, children }: DayButtonsProps) {
  const isAround = children !== undefined
  const shared = { onKeyDown: byArrows(middle, onChoose), className: isAround ? 'w-9 min-w-0 px-0' : '' }
  return (
    <fieldset aria-label={texts.days} className={cn('flex min-w-0 items-center', isAround && '-mx-3')}>
      <IconButton
        {...shared}
        label={texts.earlier}
        icon={<ChevronLeft aria-hidden />}
        onClick={() => onChoose(plusDays(middle, -step))}
      />
      {children}
      <IconButton
        {...shared}
        label={texts.later}
        icon={<ChevronRight aria-hidden />}
        onClick={() => onChoose(plusDays(middle, step))}
      />
    </fieldset>
  )
}

/** Chooses the day before or after one by the arrow keys. */
export const byArrows = (day: Day, onChoose: (day: Day) => void) => (event: KeyboardEvent) => {
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
  if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  onChoose(plusDays(day, by))
}
