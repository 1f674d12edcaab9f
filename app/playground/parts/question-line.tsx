import { Volume2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { speak, useVoice } from '#app/lib/device/speech.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { games } from '#texts/games'

export type QuestionLineProps = {
  /** The spoken form of the question, spoken once, and again on demand. */
  spoken: string
  /** The identity of the question. */
  question: unknown
  className?: string
  children: ReactNode
}

/** Shows and speaks the question, and takes the focus when the focused element is gone. */
export function QuestionLine({ spoken, question, className, children }: QuestionLineProps) {
  const line = useRef<HTMLParagraphElement>(null)
  const hasVoice = useVoice()
  useEffect(() => {
    speak(spoken)
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
    // Speaks once for each question, because two questions may have the same words.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [question])
  return (
    <div className="flex min-w-0 items-center gap-1">
      <p
        ref={line}
        tabIndex={-1}
        aria-live="polite"
        className={cn('font-display min-w-0 text-2xl leading-tight font-bold outline-none sm:text-3xl', className)}
      >
        {children}
      </p>
      {hasVoice && (
        <IconButton
          label={games.sayAgain}
          icon={<Volume2 aria-hidden />}
          tooltip={false}
          className="text-grape hover:bg-grape-soft hover:text-grape rounded-full [&_svg]:size-7"
          onClick={() => speak(spoken)}
        />
      )}
    </div>
  )
}
