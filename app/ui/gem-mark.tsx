import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** One cut gem, a single element however many are shown. Decoration: the number beside it says how many. */
export function GemMark({ className, ...rest }: ComponentProps<'span'>) {
  return <span aria-hidden className={cn('gem-mark block shrink-0', className)} {...rest} />
}
