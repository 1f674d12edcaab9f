import type { ComponentProps, ReactNode } from 'react'
import { buttonShape } from './button.tsx'
import { cn } from '../layout/cn.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

const variants = {
  bare: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'text-muted hover:bg-danger-soft hover:text-danger in-data-settling:pointer-events-none',
  grape: 'bg-grape text-on-grape hover:bg-grape-strong',
} as const

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name, and the tooltip. */
  label: string
  icon: ReactNode
  variant?: keyof typeof variants
  /** False if the label is visible beside the button. */
  tooltip?: boolean
}

export function IconButton({ label, icon, variant = 'bare', tooltip = true, className, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cn(buttonShape, 'touch-square', variants[variant], className)}
    >
      {icon}
    </button>
  )
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
