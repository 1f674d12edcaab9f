import { useEffect, useRef, type ReactNode } from 'react'
import { BubbleMark, type BubbleMarkProps } from '#app/ui/media/bubble-mark.tsx'
import { PublicPage } from '#app/ui/layout/public-page.tsx'
import { LanguageSelect } from '#app/ui/controls/language-select.tsx'

export type AuthLayoutProps = {
  title: ReactNode
  subtitle: ReactNode
  /** The page replaces the pressed button, so its heading gets the focus. */
  isAnswer?: boolean
  mood?: BubbleMarkProps['mood']
  children?: ReactNode
  /** A link to the other form. */
  aside: ReactNode
}

/** The card and background of all pages about signing in. Focuses the field with `data-autofocus`. */
export function AuthLayout({ title, subtitle, mood = 'idle', isAnswer = false, children, aside }: AuthLayoutProps) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    card.current?.querySelector<HTMLElement>(isAnswer ? 'h1' : '[data-autofocus]')?.focus()
  }, [isAnswer])
  return (
    <PublicPage circles={circles} className="flex flex-col items-center px-4 pt-[max(1rem,6dvh)] pb-16">
      <div
        ref={card}
        className="bg-panel border-line shadow-lift w-full max-w-md rounded-tile border px-5 pt-0 pb-7 sm:px-9 sm:pb-9"
      >
        <BubbleMark mood={mood} className="-mt-9 mb-3 size-20 drop-shadow-lg" />
        <h1 tabIndex={isAnswer ? -1 : undefined} className="text-[1.75rem] wrap-anywhere outline-none sm:text-3xl">
          {title}
        </h1>
        <p className="text-muted mt-1 mb-6">{subtitle}</p>
        {children}
      </div>
      <p className="text-muted mt-6 text-center">{aside}</p>
      <LanguageSelect className="mt-6" />
    </PublicPage>
  )
}

export const textLink = 'text-grape font-bold underline decoration-2 underline-offset-4 hover:text-grape-strong'

const circles = [
  'bg-sky-soft -top-40 -left-32 size-[26rem]',
  'bg-grape-soft top-1/3 -right-48 size-[30rem]',
  'bg-coral-soft -bottom-32 left-[12%] size-72',
  'bg-gem-soft right-[18%] bottom-[6%] size-24',
  'bg-sun-soft top-[14%] right-[24%] size-16',
]
