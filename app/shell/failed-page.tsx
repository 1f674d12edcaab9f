import { sentenceFrom } from '#app/lib/api-error.ts'
import { BubbleMark } from '#app/ui/bubble-mark.tsx'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** In place of everything, when we could not even ask who is signed in. */
export function FailedPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Notice
        tone="error"
        level={1}
        picture={<BubbleMark mood="puzzled" className="size-24" />}
        title="Bubblequest is out of reach"
        text={sentenceFrom(error, 'Something went wrong on our side. Please try again.')}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  )
}
