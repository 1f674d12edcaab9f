import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { common } from '#texts/common'
import { Animated, Presence } from '../motion/animated.tsx'
import { Button } from '../controls/button.tsx'
import { cn } from '../layout/cn.ts'
import { dialogShape, dialogStart } from './dialog.tsx'
import { closeOnEscape } from './close-on-escape.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import { WaitingNote } from '../feedback/on-its-way.tsx'
import { useOverlay } from './use-overlay.tsx'
import { useIsLate } from '../feedback/use-is-late.ts'

export type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  /** Further choices, below the description. */
  children?: ReactNode
  /** The name of the thing in question, for screen readers, where the description lacks it. */
  about?: string
  confirmLabel: string
  cancelLabel?: string
  /** The action cannot be undone: the button is red. */
  destructive?: boolean
  busy?: boolean
  /** The element to focus on close; null for the element that opened the dialog. */
  focusInstead?: () => HTMLElement | null
  /** The dialog stays open until the caller closes it, so that a failure is visible. */
  onConfirm: () => void
}

/** A confirmation; Escape and Cancel mean no. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  about,
  confirmLabel,
  cancelLabel = common.cancel,
  destructive = false,
  busy = false,
  focusInstead,
  onConfirm,
}: AlertDialogProps) {
  const returnedFocus = useRestoreFocus(open, focusInstead)
  const { overlay, isDrawn } = useOverlay(open, onOpenChange)
  const isLate = useIsLate(busy)
  return (
    <Radix.Root open={isDrawn} onOpenChange={onOpenChange}>
      {overlay}
      <Presence isOpen={isDrawn}>
        <Radix.Portal forceMount>
          <Radix.Content asChild forceMount aria-modal {...returnedFocus} onKeyDown={closeOnEscape(onOpenChange)}>
            <Animated from={dialogStart} className={cn(dialogShape, 'gap-2 overflow-y-auto p-6 pb-safe-6 sm:max-w-md')}>
              <Radix.Title className="text-2xl wrap-anywhere">{title}</Radix.Title>
              <Radix.Description className="text-muted">
                {about !== undefined && (
                  <span translate="no" className="sr-only">
                    {about}
                  </span>
                )}{' '}
                <span>{description}</span>
              </Radix.Description>
              {children !== undefined && <div className="mt-2 empty:hidden">{children}</div>}
              <div className="mt-4 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
                {isLate && <WaitingNote className="self-center sm:mr-auto" />}
                <Radix.Cancel asChild>
                  <Button variant="quiet">{cancelLabel}</Button>
                </Radix.Cancel>
                <Button variant={destructive ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
                  {confirmLabel}
                </Button>
              </div>
            </Animated>
          </Radix.Content>
        </Radix.Portal>
      </Presence>
    </Radix.Root>
  )
}
