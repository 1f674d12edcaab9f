import type { ComponentProps, ReactNode } from 'react'
import { buttonShape } from './button.tsx'
import { cn } from './cn.ts'
import { Tooltip } from './tooltip.tsx'

const looks = {
  bare: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'text-muted hover:bg-danger-soft hover:text-danger',
  grape: 'bg-grape text-on-grape hover:bg-grape-strong',
} as const

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Its name for a screen reader, and its tooltip. */
  label: string
  icon: ReactNode
  look?: keyof typeof looks
  /** Off where the label stands beside the button anyway. */
  tooltip?: boolean
}

export function IconButton({ label, icon, look = 'bare', tooltip = true, className, ...rest }: IconButtonProps) {
  const button = (
    <button type="button" {...rest} aria-label={label} className={cn(buttonShape, 'touch-square', looks[look], className)}>
      {icon}
    </button>
  )
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
