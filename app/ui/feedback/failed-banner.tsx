import { RotateCw, TriangleAlert } from 'lucide-react'
import { useAnnounced } from '#app/state/use-announced.ts'
import { common } from '#texts/common'
import { Button } from '../controls/button.tsx'

export type FailedBannerProps = { text: string; busy: boolean; onRetry: () => void }

/** A banner above a screen that lacks a part that could not be loaded. */
export function FailedBanner({ text, busy, onRetry }: FailedBannerProps) {
  useAnnounced(text)
  return (
    <div className="bg-coral-soft text-coral-ink flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card py-1 pr-1 pl-4 font-semibold">
      <TriangleAlert aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-1.5">{text}</p>
      <Button variant="quiet" busy={busy} onClick={onRetry} className="in-data-[theme-scope=kid]:min-h-12">
        <RotateCw aria-hidden />
        <span>{common.tryAgain}</span>
      </Button>
    </div>
  )
}
