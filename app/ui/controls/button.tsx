import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '../layout/cn.ts'

const variants = {
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

export type ButtonVariant = keyof typeof variants

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: keyof typeof sizes
  /** Work is pending: the button is disabled and `aria-busy`. The caller changes the label. */
  busy?: boolean
  /** Sets `aria-disabled`: the attribute `disabled` would take the focus away from a button that was pressed. */
  disabled?: boolean
  /** Renders the one child (a link) as a button. */
  asChild?: boolean
}

// Shrinks without a transition, for which the browser would create a layer and repaint all behind it twice.
export const buttonShape =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control font-bold select-none whitespace-nowrap forced-colors:border tiny:shrink tiny:whitespace-normal active:scale-[0.97] disabled:cursor-not-allowed disabled:opacity-60 disabled:active:scale-100 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:active:scale-100 [&_svg]:size-5 [&_svg]:shrink-0'

export function Button({
  variant = 'primary',
  size = 'normal',
  busy = false,
  disabled = false,
  asChild = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = cn(buttonShape, variants[variant], sizes[size], className)
  if (asChild) return <Slot.Root className={classes} onClick={onClick} {...rest} />
  const isBlocked = busy || disabled
  return (
    <button
      type="button"
      {...rest}
      // Also prevents that Enter in a field submits the form again.
      onClick={isBlocked ? preventDefault : onClick}
      aria-disabled={isBlocked || rest['aria-disabled']}
      aria-busy={busy || undefined}
      className={classes}
    />
  )
}

const preventDefault = (event: MouseEvent) => event.preventDefault()
