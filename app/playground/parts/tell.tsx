import type { ReactNode } from 'react'
import { speak, speakEnglish } from '#app/lib/device/speech.ts'
import { announce } from '#app/state/announce.ts'

/** Speaks words; on a muted device or one without a voice has screen readers say them, or `silent` instead. */
export function tell(words: string, silent: ReactNode = words): void {
  if (!speak(words)) announce(silent)
}

/** The same for a word that is English in every language of the app. */
export function tellEnglish(word: string, silent: ReactNode = <English>{word}</English>): void {
  if (!speakEnglish(word)) announce(silent)
}

/** Marks a word that is English in every language of the app. */
export function English({ children }: { children: string }) {
  return (
    <span lang="en" translate="no">
      {children}
    </span>
  )
}
