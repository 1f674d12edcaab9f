import { Component, type ReactNode } from 'react'
import { LostCodeError } from '#app/state/import-with-retry.ts'
import { toast } from '#app/state/toast.ts'
import { failure } from '#texts/failure'
import { BubbleMark } from '../media/bubble-mark.tsx'
import { Button } from '../controls/button.tsx'
import { cn } from '../layout/cn.ts'
import { Notice } from './notice.tsx'

export type ErrorBoundaryProps = {
  children: ReactNode
  /** The notice replaces the page, so its heading is the page's. */
  isPage?: boolean
  /** Rendered instead of the notice. */
  fallback?: ReactNode
}

/** `code` is the chunk that did not load. */
type State = { isBroken: boolean; code?: LostCodeError | undefined }

const wordsOf = ({ code }: State) =>
  code?.isLost === true
    ? { title: failure.outOfReach, text: failure.unreachable }
    : { title: failure.burst, text: failure.burstText }

const reload = () => window.location.reload()

/** Milliseconds until the remount of a part that fails twice within this time. */
const againMs = 60_000

/**
 * Catches errors of a part of a page, which React has logged already. Remounts the part at once, because most errors
 * come from DOM changes by other code than React, and nobody presses a button on a wall.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { isBroken: false }
  private brokeAt = -Infinity
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(error: unknown): State {
    return { isBroken: true, code: error instanceof LostCodeError ? error : undefined }
  }

  override componentDidCatch() {
    const isAgain = performance.now() - this.brokeAt < againMs
    this.brokeAt = performance.now()
    const mount = () => this.setState({ isBroken: false })
    if (!isAgain) return mount()
    this.timer = setTimeout(mount, againMs)
    // Without the toast, a dialog that fails to open would give no message.
    if (this.state.code && this.props.fallback === null) {
      const { title, text } = wordsOf(this.state)
      toast({
        title,
        description: text,
        destructive: true,
        action: { label: failure.reload, onAction: reload },
      })
    }
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  override render() {
    const { children, isPage = false, fallback } = this.props
    if (!this.state.isBroken) return children
    if (fallback !== undefined) return fallback
    return (
      <div className={cn('grid w-full place-items-center', isPage && 'min-h-[70dvh]')}>
        <Notice
          tone="error"
          level={isPage ? 1 : 3}
          picture={<BubbleMark mood="puzzled" className="size-24" />}
          {...wordsOf(this.state)}
          action={<Button onClick={reload}>{failure.reload}</Button>}
        />
      </div>
    )
  }
}
