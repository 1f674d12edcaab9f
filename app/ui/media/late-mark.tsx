import { AlarmClock } from 'lucide-react'

/** Says since when something is late, by a word and a shape. */
export function LateMark({ children }: { children: string }) {
  return (
    <span className="dotted text-coral-ink font-bold whitespace-nowrap">
      <AlarmClock aria-hidden className="mr-1 inline size-3.5 align-[-0.125em]" />
      <span>{children}</span>
    </span>
  )
}
