import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { HomeLink } from './home-link.tsx'

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
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
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

/** A bar with the link home. */
export function HomeHeader({ className }: { className?: string }) {
  return (
    <header className={cn('flex h-16 items-center px-4 sm:px-8', className)}>
      <HomeLink />
    </header>
  )
}
