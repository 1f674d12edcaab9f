import { useAtomValue } from 'jotai'
import type { KeyboardEvent, RefObject } from 'react'
import { shortcutsAtom } from '#app/lib/device/device-settings.ts'
import { latinLetterOf } from '#app/lib/device/latin-key.ts'

export type LetterKeys = { onLetter: (letter: string) => void; onBack: () => void }

/**
 * Returns the keyboard control: a letter key places it, unless this device has no shortcuts; Backspace removes the last,
 * arrows move between letters.
 */
export function useLetterKeys(
  table: RefObject<HTMLElement | null>,
  { onLetter, onBack }: LetterKeys,
): (event: KeyboardEvent) => void {
  const hasShortcuts = useAtomValue(shortcutsAtom)
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const letter = hasShortcuts && !event.repeat ? latinLetterOf(event.nativeEvent) : undefined
    if (letter !== undefined) onLetter(letter)
    else if (event.key === 'Backspace') onBack()
    else if (step === undefined) return
    else moveFocus(table.current, step)
    event.preventDefault()
  }
}

function moveFocus(table: HTMLElement | null, step: number): void {
  const all = [...(table?.querySelectorAll<HTMLElement>('[data-reach]') ?? [])]
  const at = all.findIndex((element) => element === document.activeElement)
  all.at(at === -1 ? 0 : (at + step) % all.length)?.focus()
}
