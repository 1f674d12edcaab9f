import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** A pale shape of what is coming. It holds still: nothing here loops. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('bg-sunken rounded-control', className)} />
}

/** The shapes of what is coming, and below them the words that it loads: in sight even where the shapes reach beyond the screen. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <output className="flex min-h-0 flex-1 flex-col">
      <div className={className}>{children}</div>
      <p className="bg-panel text-ink sticky bottom-4 mx-auto mt-4 rounded-full px-4 py-1.5 text-center font-semibold">{label}</p>
    </output>
  )
}
