import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** A pale shape of what is coming. It holds still: nothing here loops. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('bg-sunken rounded-control', className)} />
}

/** Says once, to those who cannot see the shapes, that something is loading. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <output className={cn('block', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </output>
  )
}
