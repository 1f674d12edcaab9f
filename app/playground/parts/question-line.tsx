import { Volume2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { speak, useVoice } from '#app/lib/device/speech.ts'
import { cn } from '#app/ui/cn.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { games } from '#texts/games'

export type QuestionLineProps = {
  /** The question as it is said, once by itself and again on demand. */
  spoken: string
  /** Which question this is. */
  question: unknown
  className?: string
  children: ReactNode
}

/** What is asked: written, said aloud, and where the focus goes when what had it is gone. */
export function QuestionLine({ spoken, question, className, children }: QuestionLineProps) {
  const line = useRef<HTMLParagraphElement>(null)
  const hasVoice = useVoice()
  useEffect(() => {
    speak(spoken)
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
    // Said once for each question, though two may sound the same.
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
