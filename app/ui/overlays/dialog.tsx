import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useCallback, type ReactNode } from 'react'
import { common } from '#texts/common'
import { Animated, Presence } from '../motion/animated.tsx'
import { cn } from '../layout/cn.ts'
import { loadKeepInView } from '../layout/load-keep-in-view.ts'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { closeOnEscape } from './close-on-escape.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'
import { useOverlay } from './use-overlay.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** The id of the content that describes the dialog, in place of `description`. */
  describedBy?: string
  children: ReactNode
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode
  /** A `keypad` scrolls as a whole, so that its keys have all the room of a small screen. */
  size?: 'small' | 'normal' | 'wide' | 'keypad'
  /** The element to focus on close; null for the element that opened the dialog. */
  focusInstead?: () => HTMLElement | null
}

const widths = {
  small: 'sm:max-w-sm',
  normal: 'sm:max-w-lg',
  wide: 'sm:max-w-2xl',
  keypad: 'overflow-y-auto sm:max-w-sm sm:short:max-w-lg',
} as const

// Sets `pointer-events` itself: Radix removes it on the page and restores it here, which would style all content three
// times.
export const dialogShape =
  'pointer-events-auto bg-panel text-ink shadow-lift fixed inset-x-0 bottom-[var(--hidden-below,0px)] z-40 flex max-h-[calc((100dvh-var(--hidden-above,0px)-var(--hidden-below,0px)-min(var(--toast,0px),15dvh))*0.92)] w-full flex-col rounded-t-tile focus:outline-none sm:top-[var(--hidden-above,0px)] sm:m-auto sm:h-fit sm:max-h-[min(calc((100dvh-var(--hidden-above,0px)-var(--hidden-below,0px)-2*min(var(--toast,0px),15dvh))*0.88),60rem)] sm:w-[calc(100%-2*max(1rem,env(safe-area-inset-left),env(safe-area-inset-right)))] sm:rounded-card'

/** The start offset in pixels from which a dialog rises. */
export const dialogStart = { y: 16 }

/** A bottom sheet on a phone, a centered card elsewhere. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  describedBy,
  children,
  footer,
  size = 'normal',
  focusInstead,
}: DialogProps) {
  const { ref: takeFocus, onCloseAutoFocus } = useRestoreFocus(open, focusInstead)
  const ref = useCallback(
    (content: HTMLDivElement | null) => {
      takeFocus(content)
      return loadKeepInView(content)
    },
    [takeFocus],
  )
  const { overlay, isDrawn } = useOverlay(open, onOpenChange)
  return (
    <Radix.Root open={isDrawn} onOpenChange={onOpenChange}>
      {overlay}
      <Presence isOpen={isDrawn}>
        <Radix.Portal forceMount>
          <Radix.Content
            asChild
            forceMount
            ref={ref}
            {...(description === undefined ? { 'aria-describedby': describedBy } : {})}
            onCloseAutoFocus={onCloseAutoFocus}
            onKeyDown={closeOnEscape(onOpenChange)}
          >
            <Animated from={dialogStart} className={cn(dialogShape, 'data-tight:overflow-y-auto', widths[size])}>
              <div className="flex items-start gap-3 px-5 pt-5 pb-3 sm:px-6">
                <div className="min-w-0 flex-1 pt-1.5">
                  <Radix.Title className="text-2xl wrap-anywhere">{title}</Radix.Title>
                  {description !== undefined && (
                    <Radix.Description className="text-muted mt-1">{description}</Radix.Description>
                  )}
                </div>
                <Radix.Close asChild>
                  <IconButton label={common.close} icon={<X aria-hidden />} tooltip={false} className="-mr-2" />
                </Radix.Close>
              </div>
              <div
                // No tab stop of its own in Firefox, because its content has stops.
                tabIndex={-1}
                className={cn(
                  'min-h-0 flex-auto outline-none overflow-y-auto overscroll-contain px-5 pt-1 in-data-tight:flex-none in-data-tight:overflow-visible sm:px-6',
                  size === 'keypad' && 'flex-none overflow-visible',
                  footer === undefined ? 'pb-safe-5' : 'pb-5',
                )}
              >
                <ErrorBoundary>{children}</ErrorBoundary>
              </div>
              {footer !== undefined && (
                <div className="border-line flex flex-wrap justify-end gap-3 border-t px-5 pt-4 pb-safe-4 sm:px-6">
                  {footer}
                </div>
              )}
            </Animated>
          </Radix.Content>
        </Radix.Portal>
      </Presence>
    </Radix.Root>
  )
}
