import type { ReactNode } from 'react'
import { cn } from '../layout/cn.ts'

/** A pale placeholder shape, without an animation. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('bg-sunken rounded-control', className)} />
}

/** Skeletons with a loading text below, which stays visible even if the skeletons exceed the screen. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className={className}>{children}</div>
      <p className="bg-panel text-ink sticky bottom-4 mx-auto mt-4 rounded-full px-4 py-1.5 text-center font-semibold">
        {label}
      </p>
    </div>
  )
}
