import type { ComponentProps } from 'react'
import { cn } from '../layout/cn.ts'

/** A cut gem as a single element, because many are shown. Decoration: the number is in text beside it. */
export function GemMark({ className, ...rest }: ComponentProps<'span'>) {
  return <span aria-hidden className={cn('gem-mark block shrink-0', className)} {...rest} />
}
