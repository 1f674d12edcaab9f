import { Component, type ReactNode } from 'react'
import { BubbleMark } from '#app/ui/bubble-mark.tsx'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { failure } from '#texts/failure'

/** Catches what a screen below it throws; React itself has written the error to the console by then. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="grid min-h-[70dvh] place-items-center">
        <Notice
          tone="error"
          level={1}
          picture={<BubbleMark mood="puzzled" className="size-24" />}
          title={failure.burst}
          text={failure.burstText}
          action={<Button onClick={() => window.location.reload()}>{failure.reload}</Button>}
        />
      </div>
    )
  }
}
