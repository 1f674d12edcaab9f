import { Tooltip as Radix } from 'radix-ui'
import { useState, type ReactElement, type ReactNode } from 'react'
import { Animated, Presence } from '../motion/animated.tsx'

/** Milliseconds a pointer rests before a tooltip appears; the sidebar sets its own. */
export const tooltipDelay = 700

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={tooltipDelay}>{children}</Radix.Provider>
}

/** True on a touch screen, where a tooltip would cover the page until another touch. */
const nothingHovers = () => window.matchMedia('(hover: none)').matches

export type TooltipProps = {
  text: string
  /** The one element with the tooltip; it must take a ref and events. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
  delay?: number
  /** False keeps the tooltip closed, for visible labels. */
  enabled?: boolean
}

export function Tooltip({ text, children, side = 'top', delay = tooltipDelay, enabled = true }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  if (!enabled || nothingHovers()) return children
  return (
    <Radix.Root delayDuration={delay} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild aria-describedby={undefined}>
        {children}
      </Radix.Trigger>
      <Presence isOpen={isOpen}>
        <Radix.Portal forceMount>
          <Radix.Content asChild forceMount side={side} sideOffset={8} collisionPadding={8}>
            {/* The text is the trigger's name: hidden and no description, so that it is said once. */}
            <Animated
              aria-hidden
              className="bg-ink text-paper shadow-lift pointer-events-none z-50 max-w-64 rounded-control px-3 py-1.5 text-sm font-semibold"
            >
              <span>{text}</span>
            </Animated>
          </Radix.Content>
        </Radix.Portal>
      </Presence>
    </Radix.Root>
  )
}
