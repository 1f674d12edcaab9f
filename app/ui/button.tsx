import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn.ts'

const looks = {
  primary: 'bg-grape text-on-grape hover:bg-grape-strong',
  soft: 'bg-grape-soft text-grape hover:bg-grape hover:text-on-grape',
  quiet: 'text-ink hover:bg-sunken border border-line bg-panel',
  bare: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
} as const

const sizes = {
  normal: 'touch px-4 text-base',
  large: 'min-h-14 px-7 text-lg rounded-full',
} as const

export type ButtonLook = keyof typeof looks

export type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  size?: keyof typeof sizes
  /** Work is under way: the button waits with the focus it has, and says so to a screen reader. The caller changes the label. */
  busy?: boolean
  /** Draw the one child (a link) as a button. */
  asChild?: boolean
}

// Pressed at once: for what shrinks over time the browser makes a layer, and draws anew all that lies behind it, twice.
export const buttonShape =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-bold select-none whitespace-nowrap active:scale-[0.97] disabled:cursor-not-allowed disabled:opacity-60 disabled:active:scale-100 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:active:scale-100 [&_svg]:size-5 [&_svg]:shrink-0'

export function Button({ look = 'primary', size = 'normal', busy = false, asChild = false, className, onClick, ...rest }: ButtonProps) {
  const classes = cn(buttonShape, looks[look], sizes[size], className)
  if (asChild) return <Slot.Root className={classes} onClick={onClick} {...rest} />
  const waiting = { 'aria-busy': true, 'aria-disabled': true, onClick: refuse }
  return <button type="button" {...rest} onClick={onClick} {...(busy && waiting)} className={classes} />
}

/** A form is not sent twice either, by Enter in one of its fields. */
const refuse = (event: MouseEvent) => event.preventDefault()
