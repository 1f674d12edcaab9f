import { DropdownMenu as Radix } from 'radix-ui'
import { useRef, useState, type ComponentProps, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { Animated, Presence } from '../motion/animated.tsx'
import { cn } from '../layout/cn.ts'
import { closeOnEscape } from './close-on-escape.ts'
import { focusPlace, openerOf, pageHeading, placeOf } from '../layout/keep-focus.ts'

export type DropdownMenuProps = {
  /** The button that opens the menu; it must take a ref and events. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
}

/** Not modal: Radix's modal menu injects a style element, which our Content-Security-Policy refuses. */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  const [state, setState] = useState<'open' | 'chosen' | 'dismissed'>('dismissed')
  const isChoice = useRef(false)
  const place = useRef(pageHeading)
  // Kept from the press, because Radix closes an open menu before the click.
  const press = useRef<{ isMouse: boolean; wasOpen: boolean }>(undefined)
  const onOpenChange = (open: boolean) => {
    if (open) {
      isChoice.current = false
      place.current = placeOf(document.activeElement)
    } else focusTrigger()
    setState(open ? 'open' : isChoice.current ? 'chosen' : 'dismissed')
  }
  return (
    <Radix.Root modal={false} open={state === 'open'} onOpenChange={onOpenChange}>
      <Radix.Trigger
        asChild
        // Radix opens at the press, which for a finger is often the start of a scroll: a tap opens at its click.
        onPointerDown={(event) => {
          press.current = { isMouse: event.pointerType === 'mouse', wasOpen: state === 'open' }
          if (!press.current.isMouse) event.preventDefault()
        }}
        onClick={() => {
          const { isMouse, wasOpen } = press.current ?? { isMouse: false, wasOpen: state === 'open' }
          press.current = undefined
          if (!isMouse) onOpenChange(!wasOpen)
        }}
      >
        {trigger}
      </Radix.Trigger>
      {/* No exit animation after a choice, because it would delay the action. */}
      {state !== 'chosen' && (
        <Presence isOpen={state === 'open'}>
          <Radix.Portal forceMount>
            <Radix.Content
              asChild
              forceMount
              align={align}
              sideOffset={6}
              collisionPadding={12}
              onClickCapture={() => (isChoice.current = true)}
              // The focus has moved already, unless the trigger was removed.
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                if (document.activeElement === document.body) focusPlace(place.current)
              }}
              onKeyDown={(event) => {
                stepOnTab(event)
                closeOnEscape(onOpenChange)(event)
              }}
            >
              <Animated className="border-line bg-panel text-ink shadow-lift z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-(--radix-dropdown-menu-content-available-width) min-w-[min(13rem,calc(100vw-1.5rem))] overflow-y-auto rounded-card border p-1.5">
                {children}
              </Animated>
            </Radix.Content>
          </Radix.Portal>
        </Presence>
      )}
    </Radix.Root>
  )
}

/** Moves the focus from the open menu to its trigger. Call before an action that mounts the trigger elsewhere. */
export function focusTrigger(): void {
  openerOf(document.activeElement)?.focus({ preventScroll: true })
}

/** Moves to the next item with Tab, in a loop, because switch devices have no arrow keys. */
function stepOnTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not([data-disabled])')]
  const place = items.findIndex((item) => item === document.activeElement)
  items.at((place + (event.shiftKey ? -1 : 1)) % items.length)?.focus()
}

export type MenuItemProps = ComponentProps<typeof Radix.Item> & { icon?: ReactNode; destructive?: boolean }

export function MenuItem({ icon, destructive = false, className, children, ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      {...rest}
      className={cn(
        'data-highlighted:bg-sunken touch flex cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 font-semibold outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-60 [&_svg]:size-5 [&_svg]:shrink-0',
        destructive ? 'text-danger data-highlighted:bg-danger-soft' : 'text-ink',
        className,
      )}
    >
      {rest.asChild === true ? (
        children
      ) : (
        <>
          {icon}
          {typeof children === 'string' ? <span>{children}</span> : children}
        </>
      )}
    </Radix.Item>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="text-muted px-3 py-2 text-sm">{children}</Radix.Label>
}

export function MenuLine() {
  return <Radix.Separator className="bg-line mx-2 my-1.5 h-px" />
}
