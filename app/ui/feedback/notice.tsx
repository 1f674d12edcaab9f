import type { ReactNode } from 'react'
import { sentences } from '#app/state/sentences.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { cn } from '../layout/cn.ts'

export type NoticeProps = {
  title: string
  text?: string
  picture?: ReactNode
  action?: ReactNode
  /** Screen readers announce an error and a change, but not an empty list. */
  tone?: 'empty' | 'change' | 'error'
  /** The heading's level: 1 if the notice is the whole page. */
  level?: 1 | 2 | 3
  className?: string
}

/** The empty state or the error state of a screen or of a part of it. */
export function Notice({ title, text, picture, action, tone = 'empty', level = 2, className }: NoticeProps) {
  useAnnounced(tone !== 'empty' && sentences([title, text]))
  const Heading = `h${level}` as const
  return (
    <div className={cn('mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-10 text-center', className)}>
      {picture}
      <Heading className="text-2xl">{title}</Heading>
      {text !== undefined && <p className="text-muted">{text}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  )
}
