import { common } from '#texts/common'
import { BubbleMark } from '../media/bubble-mark.tsx'
import { Button } from '../controls/button.tsx'
import { Notice, type NoticeProps } from './notice.tsx'

export type FailedNoticeProps = Pick<NoticeProps, 'title' | 'text' | 'level' | 'className'> & {
  /** Undefined if it is retried automatically. */
  onRetry?: (() => void) | undefined
}

/** Replaces a part that could not be loaded. */
export function FailedNotice({ onRetry, ...words }: FailedNoticeProps) {
  return (
    <Notice
      tone="error"
      picture={<BubbleMark mood="puzzled" className="size-24 in-data-[theme-scope=kid]:size-28" />}
      action={onRetry && <Button onClick={onRetry}>{common.tryAgain}</Button>}
      {...words}
    />
  )
}
