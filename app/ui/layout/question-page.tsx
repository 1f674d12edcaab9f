import { ArrowLeft, X } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { firstRun } from '#texts/firstRun'
import { common } from '#texts/common'
import { Button, buttonShape } from '../controls/button.tsx'
import { BubbleMark } from '../media/bubble-mark.tsx'
import { cn } from './cn.ts'
import { loadKeepInView } from './load-keep-in-view.ts'

/** The place of a question among all, and the ways out of it. */
export type QuestionPlace = {
  /** Counts from 1. */
  step: number
  steps: number
  /** The address of the question before; undefined for the first. */
  back: string | undefined
  /** The address that leaves the questions. */
  close: string
  onClose: () => void
  /** Opens the next question. */
  onNext: () => void
}

export type QuestionPageProps = {
  place: QuestionPlace
  title: string
  text: string
  /** The question has an answer: the mascot cheers. */
  isAnswered: boolean
  /** Called instead of the next question by the primary button. */
  onNext?: () => void
  /** The id of the form that the primary button submits instead. */
  form?: string
  busy?: boolean
  children: ReactNode
}

/** One question on a whole screen, which can be skipped. Focuses its field, or its heading if it has none. */
export function QuestionPage({
  place,
  title,
  text,
  isAnswered,
  onNext = place.onNext,
  form,
  busy = false,
  children,
}: QuestionPageProps) {
  const page = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const field = page.current?.querySelector<HTMLElement>('[data-autofocus]')
    ;(field ?? heading.current)?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    const stop = loadKeepInView(page.current)
    // Toasts would cover the buttons below.
    document.body.dataset['toastsOnTop'] = ''
    return () => {
      stop?.()
      delete document.body.dataset['toastsOnTop']
    }
  }, [])
  const isLast = place.step === place.steps
  return (
    // The buttons below keep the safe area free themselves, also while the page scrolls behind them.
    <div ref={page} className="-mb-[env(safe-area-inset-bottom)] flex flex-1 flex-col">
      <header className="mx-auto flex w-full max-w-3xl items-center gap-3 p-2 sm:px-6">
        {place.back === undefined ? (
          <span className="touch-square" />
        ) : (
          <Link to={place.back} aria-label={common.back} className={cn(buttonShape, iconLink)}>
            <ArrowLeft aria-hidden />
          </Link>
        )}
        <Dots step={place.step} steps={place.steps} />
        <Link
          to={place.close}
          onClick={place.onClose}
          aria-label={firstRun.finishLater}
          className={cn(buttonShape, iconLink)}
        >
          <X aria-hidden />
        </Link>
      </header>
      <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col px-4 pb-8 sm:px-6">
        <BubbleMark
          mood={isAnswered ? 'cheering' : 'idle'}
          className="mx-auto size-[clamp(3rem,45svh-15.625rem,7.5rem)] shrink-0 short:hidden"
        />
        <h1 ref={heading} tabIndex={-1} className="mt-2 text-center text-3xl outline-none sm:text-4xl">
          {title}
        </h1>
        <p className="text-muted mx-auto mt-2 mb-4 max-w-prose text-center text-balance sm:mb-6">{text}</p>
        {children}
      </div>
      <footer
        data-sticky-footer
        className="bg-paper border-line sticky bottom-[var(--hidden-below,0px)] border-t pb-safe-3"
      >
        <div className="mx-auto flex w-full max-w-3xl items-center justify-end gap-3 px-4 pt-3 sm:px-6">
          {!isLast && (
            <Button variant="bare" className="min-h-12" onClick={place.onNext}>
              {firstRun.skip}
            </Button>
          )}
          <Button
            className="min-h-12 flex-1 text-lg sm:max-w-64"
            busy={busy}
            {...(form === undefined ? { onClick: onNext } : { type: 'submit', form })}
          >
            {isLast ? firstRun.done : firstRun.next}
          </Button>
        </div>
      </footer>
    </div>
  )
}

const iconLink = 'touch-square text-muted hover:bg-sunken hover:text-ink'

/** The current step is wide and the ones before it are filled, so that colour is not needed. */
function Dots({ step, steps }: Pick<QuestionPlace, 'step' | 'steps'>) {
  return (
    <p className="flex flex-1 justify-center gap-2">
      <span className="sr-only">{firstRun.stepOf(step, steps)}</span>
      {Array.from({ length: steps }, (_, index) => (
        <span
          key={index}
          aria-hidden
          className={cn(
            'h-3 rounded-full border-2',
            index + 1 === step ? 'w-8' : 'w-3',
            index < step ? 'border-grape bg-grape' : 'border-edge',
          )}
        />
      ))}
    </p>
  )
}
