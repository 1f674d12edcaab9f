import { isLineFailure, sentenceFrom } from '#app/lib/api/api-error.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { PublicPage } from '#app/ui/layout/public-page.tsx'
import { failure } from '#texts/failure'

export type FailedPageProps = {
  error: unknown
  /** Undefined on a screen that retries by itself. */
  onRetry: (() => void) | undefined
}

/** Replaces the whole app when the current user could not be read. */
export function FailedPage({ error, onRetry }: FailedPageProps) {
  return (
    <PublicPage header={null} className="grid place-items-center">
      <Notice
        tone="error"
        level={1}
        className="text-lg"
        picture={<BubbleMark mood="puzzled" className="size-24" />}
        title={isLineFailure(error) ? failure.outOfReach : failure.burst}
        text={onRetry === undefined ? failure.triesByItself : sentenceFrom(error)}
        action={onRetry && <Button onClick={onRetry}>{failure.tryAgain}</Button>}
      />
    </PublicPage>
  )
}
