import type { ReactNode } from 'react'

/** An icon with a label on a card. */
export function IconLabel({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="text-muted flex items-center gap-1 text-sm font-semibold tabular-nums [&_svg]:size-4">
      {icon}
      <span>{children}</span>
    </span>
  )
}
