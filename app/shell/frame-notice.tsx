import { useAtomValue } from 'jotai'
import { ClockAlert, WifiOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { isForeignAtom } from '#app/lib/api/fetch-bytes.ts'
import { useTooOld } from '#app/lib/state/unsent.ts'
import { useIsClockWrong } from '#app/lib/time/server-clock.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Animated, Presence } from '#app/ui/motion/animated.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { listed } from '#app/texts/isolated.ts'
import { common } from '#texts/common'
import { failure } from '#texts/failure'
import { shell } from '#texts/shell'

/** Warns about this device's wrong clock or its network. The app itself uses the server's clock. */
export function FrameNotice({ className }: { className?: string }) {
  const [isClockWrong, isForeign] = [useIsClockWrong(), useAtomValue(isForeignAtom)]
  return (
    <>
      <Line isOpen={isClockWrong} icon={<ClockAlert aria-hidden />} text={shell.clockWrong} className={className} />
      <Line isOpen={isForeign} icon={<WifiOff aria-hidden />} text={failure.foreign} className={className} />
      <TooOld className={className} />
    </>
  )
}

/** What was done so long ago that it cannot be sent; a tap dismisses it. */
function TooOld({ className }: { className: string | undefined }) {
  const { titles, dismiss } = useTooOld()
  const isOpen = titles.length > 0
  useAnnounced(isOpen && common.tooOld)
  return (
    <Presence isOpen={isOpen}>
      <Animated as="div">
        <button
          type="button"
          onClick={dismiss}
          className={cn(
            'bg-sun-soft touch flex w-full items-center gap-2 px-3 py-1 font-bold [&_svg]:size-5 [&_svg]:shrink-0',
            className,
          )}
        >
          <BubbleMark className="size-8 shrink-0" />
          <span className="wrap-anywhere">{`${listed(titles)}: ${common.tooOld}`}</span>
          <X aria-hidden />
          <span className="sr-only">{common.close}</span>
        </button>
      </Animated>
    </Presence>
  )
}

function Line({
  isOpen,
  icon,
  text,
  className,
}: {
  isOpen: boolean
  icon: ReactNode
  text: string
  className: string | undefined
}) {
  useAnnounced(isOpen && text)
  return (
    <Presence isOpen={isOpen}>
      <Animated
        as="span"
        className={cn(
          'bg-coral-soft text-coral-ink flex items-center gap-1.5 px-3 py-1 font-bold [&_svg]:size-4 [&_svg]:shrink-0',
          className,
        )}
      >
        {icon}
        <span>{text}</span>
      </Animated>
    </Presence>
  )
}
