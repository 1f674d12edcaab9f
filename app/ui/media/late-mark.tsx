import { AlarmClock } from 'lucide-react'

/** Says since when something is late, by a word and a shape. */
export function LateMark({ children }: { children: string }) {
  return (
    <span className="bg-coral-soft text-coral-ink inline-flex items-center gap-1 rounded-full py-0.5 pr-2.5 pl-1.5 text-sm font-bold whitespace-nowrap tabular-nums">
      <AlarmClock aria-hidden className="size-4" />
      <span>{children}</span>
    </span>
  )
}
