import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type NoticeProps = {
  title: string
  text?: string
  picture?: ReactNode
  action?: ReactNode
  /** An error and a change are announced; an empty list is not. */
  tone?: 'empty' | 'change' | 'error'
  /** The heading's level: 1 when the notice is all the page has. */
  level?: 1 | 2 | 3
  className?: string
}

/** What a screen or a part of it shows when there is nothing to show, or when it failed. */
export function Notice({ title, text, picture, action, tone = 'empty', level = 2, className }: NoticeProps) {
  const Heading = `h${level}` as const
  return (
    <div role={tone === 'empty' ? undefined : 'alert'} className={cn('mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-10 text-center', className)}>
      {picture}
      <Heading className="text-2xl">{title}</Heading>
      {text !== undefined && <p className="text-muted">{text}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  )
}
