import type { ReactNode } from 'react'

/** A small thing to know about a card: a sign and a word. */
export function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="text-muted flex items-center gap-1 text-sm font-semibold tabular-nums [&_svg]:size-4">
      {icon}
      <span>{children}</span>
    </span>
  )
}
