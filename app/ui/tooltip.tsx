import { Tooltip as Radix } from 'radix-ui'
import { useState, type ReactElement, type ReactNode } from 'react'
import { Animated, Presence } from './animated.tsx'

/** Milliseconds a pointer rests before a tooltip shows; the sidebar sets its own. */
export const tooltipDelay = 700

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={tooltipDelay}>{children}</Radix.Provider>
}

/** A finger opens a tooltip and has no way to leave it: it would lie over the page until something else is touched. */
const nothingHovers = () => window.matchMedia('(hover: none)').matches

export type TooltipProps = {
  text: string
  /** The one element the tooltip speaks about; it must take a ref and events. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
  delay?: number
  /** False keeps the tooltip shut, for names that are visible already. */
  enabled?: boolean
}

export function Tooltip({ text, children, side = 'top', delay = tooltipDelay, enabled = true }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  if (!enabled || nothingHovers()) return children
  return (
    <Radix.Root delayDuration={delay} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Presence isOpen={isOpen}>
        <Radix.Portal forceMount>
          <Radix.Content asChild forceMount side={side} sideOffset={8} collisionPadding={8}>
            <Animated className="bg-ink text-paper shadow-lift pointer-events-none z-50 max-w-64 rounded-control px-3 py-1.5 text-sm font-semibold">
              <span>{text}</span>
            </Animated>
          </Radix.Content>
        </Radix.Portal>
      </Presence>
    </Radix.Root>
  )
}
