import { useEffect, useRef, type RefObject } from 'react'
import { latinLetterOf } from '#app/lib/device/latin-key.ts'

export type LetterKeys = { onLetter: (letter: string) => void; onBack: () => void }

/** Keyboard control from any focus: a letter key places it, Backspace removes the last, arrows move between letters. */
export function useLetterKeys(table: RefObject<HTMLElement | null>, keys: LetterKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
      const letter = latinLetterOf(event)
      if (letter !== undefined) latest.current.onLetter(letter)
      else if (event.key === 'Backspace') latest.current.onBack()
      else if (step === undefined) return
      else moveFocus(table.current, step)
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [table])
}

function moveFocus(table: HTMLElement | null, step: number): void {
  const all = [...(table?.querySelectorAll<HTMLElement>('[data-reach]') ?? [])]
  const at = all.findIndex((element) => element === document.activeElement)
  all.at(at === -1 ? 0 : (at + step) % all.length)?.focus()
}
