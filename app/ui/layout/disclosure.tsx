import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Animated, Presence } from '../motion/animated.tsx'
import { cn } from './cn.ts'

export type DisclosureProps = {
  label: string
  /** The number of items inside, if known. */
  count?: number
  /** What is at the end of the row. */
  aside?: ReactNode
  className?: string
  startsOpen?: boolean
  /** Rendered only while it is open. */
  children: ReactNode
}

/** A row that shows its content when pressed; on each visit as `startsOpen` says. */
export function Disclosure({ label, count, aside, className, startsOpen = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const id = useId()
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="text-muted hover:text-ink flex min-h-12 w-full items-center gap-2 rounded-control px-3 text-left font-semibold"
      >
        <ChevronRight aria-hidden className={cn('size-5 shrink-0', isOpen && 'rotate-90')} />
        <span>{label}</span>
        {count !== undefined && (
          <span translate="no" className="tabular-nums">
            {count}
          </span>
        )}
        {aside}
      </button>
      <Presence isOpen={isOpen}>
        <Animated id={id} from={{ y: -8 }}>
          {children}
        </Animated>
      </Presence>
    </div>
  )
}
