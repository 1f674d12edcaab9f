import { DropdownMenu as Radix } from 'radix-ui'
import { useState, type ComponentProps, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { escapeCloses } from './escape.ts'
import { openerOf } from './returned-focus.ts'

export type DropdownMenuProps = {
  /** The button that opens the menu; it must take a ref and events. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
}

/** Not modal: Radix's modal menu injects a style element, which our Content-Security-Policy refuses. */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const escape = escapeCloses(setOpen)
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Gone as soon as it is closed: Radix would first ask how it is styled, which holds up whatever was chosen in it. */}
      {isOpen && (
        <Radix.Portal>
          <Radix.Content
            align={align}
            sideOffset={6}
            collisionPadding={12}
            onKeyDown={(event) => {
              stepOnTab(event)
              escape(event)
            }}
            className="border-line bg-panel text-ink shadow-lift z-50 transition-opacity duration-150 ease-out starting:opacity-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-card border p-1.5"
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}

/** From the open menu to its trigger, for an item that has the trigger drawn anew elsewhere: Radix does it a moment too late. */
export function giveBackFocus(): void {
  openerOf(document.activeElement)?.focus({ preventScroll: true })
}

/** Steps to the next item, round and round: a switch device has no arrow keys. */
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
          {children}
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
