import { ClockAlert } from 'lucide-react'
import { useIsClockWrong } from '#app/lib/time/server-clock.ts'
import { Animated, Presence } from '#app/ui/animated.tsx'
import { cn } from '#app/ui/cn.ts'
import { shell } from '#texts/shell'

/** Says so where the clock of this device is wrong; what is shown and saved goes by the server's. */
export function ClockNotice({ className }: { className?: string }) {
  const isWrong = useIsClockWrong()
  return (
    <output>
      <Presence isOpen={isWrong}>
        <Animated
          as="span"
          className={cn('bg-coral-soft text-coral-ink flex items-center gap-1.5 px-3 py-1 font-bold [&_svg]:size-4 [&_svg]:shrink-0', className)}
        >
          <ClockAlert aria-hidden />
          <span>{shell.clockWrong}</span>
        </Animated>
      </Presence>
    </output>
  )
}
