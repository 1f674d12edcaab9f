import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { BubbleMark } from '../media/bubble-mark.tsx'
import { cn } from './cn.ts'

export type PublicPageProps = {
  /** The bar above the content; null for none. */
  header?: ReactNode
  footer?: ReactNode
  /** Circles behind the page, each as the classes of its place, size and colour. */
  circles?: readonly string[]
  /** Classes that lay out the content. */
  className?: string
  children: ReactNode
}

/** The frame of a page that needs no session. */
export function PublicPage({ header = <HomeHeader />, footer, circles = [], className, children }: PublicPageProps) {
  return (
    <div
      className={cn('relative isolate flex min-h-dvh flex-col overflow-hidden', footer === undefined && 'pb-safe-0')}
    >
      <div aria-hidden className="pointer-events-none absolute inset-0 -z-10 *:absolute *:rounded-full">
        {circles.map((circle) => (
          <div key={circle} className={circle} />
        ))}
      </div>
      {header}
      <main className={cn('flex-1', className)}>{children}</main>
      {footer}
    </div>
  )
}

/** A bar with the name of the app, which leads to the landing page. */
export function HomeHeader({ className }: { className?: string }) {
  return (
    <header className={cn('flex h-16 items-center px-4 sm:px-8', className)}>
      <Link
        to="/"
        translate="no"
        className="touch font-display flex items-center gap-2 rounded-control px-2 text-xl font-bold"
      >
        <BubbleMark className="size-8" />
        Bubblequest
      </Link>
    </header>
  )
}
