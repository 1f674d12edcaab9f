import type { ComponentProps } from 'react'
import { ReadToMe } from '#app/features/kid/read-to-me.tsx'
import { useSpoken } from '#app/lib/device/speech.ts'
import type { ToastVoiceType } from '#app/ui/feedback/toast-list.tsx'
import { sentences } from '#app/state/sentences.ts'

/** Reads a toast aloud on kids' screens; by itself to a child who cannot read, unless it is an error. */
export default function ToastVoice({ title, description, destructive }: ComponentProps<ToastVoiceType>) {
  const words = sentences([title, description])
  useSpoken(!destructive && words)
  if (document.body.dataset['themeScope'] !== 'kid') return null
  return <ReadToMe title={title} words={words} className="-my-2" />
}
