import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A still surface. Only what can be lifted casts a shadow. */
export function Card({ liftable = false, className, ...rest }: ComponentProps<'div'> & { liftable?: boolean }) {
  return <div {...rest} className={cn('border-line bg-panel rounded-card border p-4', liftable && 'shadow-lift border-transparent', className)} />
}
