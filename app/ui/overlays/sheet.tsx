import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { common } from '#texts/common'
import { Animated, Presence } from '../motion/animated.tsx'
import { cn } from '../layout/cn.ts'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { closeOnEscape } from './close-on-escape.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import { useOverlay } from './use-overlay.tsx'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name; not visible. */
  title: string
  children: ReactNode
  className?: string
}

/** A panel that slides in from the left edge. */
export function Sheet({ open, onOpenChange, title, children, className }: SheetProps) {
  const { overlay, isDrawn } = useOverlay(open, onOpenChange)
  const returnedFocus = useRestoreFocus(open)
  return (
    <Radix.Root open={isDrawn} onOpenChange={onOpenChange}>
      {overlay}
      <Presence isOpen={isDrawn}>
        <Radix.Portal forceMount>
          <Radix.Content
            asChild
            forceMount
            aria-describedby={undefined}
            {...returnedFocus}
            onKeyDown={closeOnEscape(onOpenChange)}
          >
            <Animated
              from={{ x: -288 }}
              className={cn(
                'pointer-events-auto bg-panel shadow-lift fixed top-[var(--toast,0px)] bottom-0 left-0 z-40 flex max-w-[85vw] flex-col overflow-y-auto rounded-r-card pb-safe-0 pl-[env(safe-area-inset-left)] focus:outline-none',
                className,
              )}
            >
              <Radix.Title className="sr-only">{title}</Radix.Title>
              <ErrorBoundary>{children}</ErrorBoundary>
              <Radix.Close
                aria-label={common.close}
                className="text-muted hover:bg-sunken hover:text-ink touch-square absolute top-2.5 right-2 grid place-items-center rounded-control"
              >
                <X aria-hidden className="size-5" />
              </Radix.Close>
            </Animated>
          </Radix.Content>
        </Radix.Portal>
      </Presence>
    </Radix.Root>
  )
}
