import { Slot } from 'radix-ui'
import { useImperativeHandle, useLayoutEffect, useRef, type ComponentProps, type Ref } from 'react'
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
  /**
   * Work is pending: the button is disabled and `aria-busy`, and regains its focus afterwards. The caller changes the
   * label.
   */
  busy?: boolean
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
  asChild = false,
  className,
  disabled,
  ref,
  ...rest
}: ButtonProps) {
  const button = useFocusWhileBusy(busy, asChild ? undefined : ref)
  const classes = cn(buttonShape, variants[variant], sizes[size], className)
  if (asChild) return <Slot.Root ref={ref} className={classes} {...rest} />
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classes}
    />
  )
}

/** Moves the focus of a disabled button to the surrounding dialog, so that Escape still closes that; later back. */
function useFocusWhileBusy(busy: boolean, ref: Ref<HTMLButtonElement> | undefined) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => {
    if (button.current === null) throw new Error('The button is not drawn')
    return button.current
  })
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const dialog = button.current?.closest<HTMLElement>('[role=dialog], [role=alertdialog]')
    const { activeElement } = document
    if (busy) {
      hadFocus.current = activeElement === button.current
      if (hadFocus.current) dialog?.focus()
    } else if (hadFocus.current) {
      hadFocus.current = false
      if (activeElement === document.body || activeElement === dialog) button.current?.focus()
    }
  }, [busy])
  return button
}
