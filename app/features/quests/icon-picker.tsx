import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { questIcons } from '#domain/contract/quests.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { EmojiPicker } from '#app/ui/controls/emoji-picker.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { icons as texts } from '#texts/icons'
import { questDialog } from '#texts/questDialog'
import { ui } from '#texts/ui'
import { useIcons } from './load-icons.ts'

const MoreIcons = lazyWithPreload(() => import('./more-icons.tsx'))

const scrollIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

export type IconPickerProps = {
  /** The icon to show first; undefined for the usual order. */
  offered: string | undefined
  value: string
  onValueChange: (icon: string) => void
}

/** Chooses the icon of a quest: one of ten or the offered one at once, any other one by a search. */
export function IconPicker({ offered, value, onValueChange }: IconPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const field = useRef<HTMLDivElement>(null)
  const usual: readonly string[] = offered === undefined ? questIcons : [...new Set([offered, ...questIcons])]
  const shown = usual.includes(value) ? usual : [value, ...usual]
  const icons = useIcons(shown.length > questIcons.length)
  const names: Partial<Record<string, string>> = questDialog.icons
  const nameOf = (icon: string) => names[icon] ?? icons?.find((known) => known.icon === icon)?.name ?? ui.presentIcon
  const choose = (icon: string) => {
    // The focus goes to the chosen icon, so that screen readers say it.
    flushSync(() => {
      onValueChange(icon)
      setOpen(false)
    })
    field.current?.querySelector<HTMLElement>(':checked')?.focus()
  }
  return (
    <div ref={field} className="flex flex-col gap-2">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <EmojiPicker
            label={questDialog.icon}
            icons={shown.map((icon) => ({ icon, name: nameOf(icon) }))}
            value={value}
            onValueChange={onValueChange}
          />
        </div>
        <IconButton
          label={texts.more}
          icon={<ChevronDown aria-hidden className={cn(isOpen && 'rotate-180')} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div id={panel} ref={scrollIntoView}>
          <ErrorBoundary>
            <Suspense fallback={<Skeleton className="h-96" />}>
              <MoreIcons onChoose={choose} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
    </div>
  )
}
