import { useEffect, useRef, type RefObject } from 'react'
import { digitOf } from '#app/lib/device/latin-key.ts'

/**
 * Keyboard control: 1 to 4 select a target; arrows move along the bubbles and the targets, and up and down between
 * both.
 */
export function useSortKeys(table: RefObject<HTMLElement | null>, onNumber: (index: number) => void): void {
  const latest = useRef(onNumber)
  useEffect(() => {
    latest.current = onNumber
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const digit = digitOf(event) ?? 0
      if (digit >= 1 && digit <= 4) latest.current(digit - 1)
      else if (!event.key.startsWith('Arrow') || table.current === null) return
      else moveFocus(table.current, event.key)
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [table])
}

function moveFocus(table: HTMLElement, key: string): void {
  const [bubbles = [], places = []] = [...table.querySelectorAll('ul')].map((list) => [
    ...list.querySelectorAll('button'),
  ])
  const row = places.some((place) => place === document.activeElement) ? places : bubbles
  const at = row.findIndex((each) => each === document.activeElement)
  if (key === 'ArrowUp') bubbles[0]?.focus()
  else if (key === 'ArrowDown') places[0]?.focus()
  else row.at(at === -1 ? 0 : (at + (key === 'ArrowRight' ? 1 : -1)) % row.length)?.focus()
}
