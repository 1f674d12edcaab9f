import { Volume2 } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { speak, useVoice } from '#app/lib/device/speech.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { games } from '#texts/games'
import { tell } from './tell.tsx'

export type QuestionLineProps = {
  /** The spoken form of the question, told once, and spoken again on demand. */
  spoken: string
  /** The identity of the question. */
  question: unknown
  className?: string
  children: ReactNode
}

/** Shows and tells the question. */
export function QuestionLine({ spoken, question, className, children }: QuestionLineProps) {
  const hasVoice = useVoice()
  useEffect(() => {
    tell(spoken)
    // Tells once for each question, because two questions may have the same words.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [question])
  return (
    <div className="flex min-w-0 items-center gap-1">
      <p className={cn('font-display min-w-0 text-2xl leading-tight font-bold sm:text-3xl', className)}>{children}</p>
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
