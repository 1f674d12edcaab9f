import { useAtomValue } from 'jotai'
import type { KeyboardEvent, RefObject } from 'react'
import { shortcutsAtom } from '#app/lib/device/device-settings.ts'
import { digitOf } from '#app/lib/device/latin-key.ts'

/**
 * Returns the keyboard control: 1 to 4 select a target, unless this device has no shortcuts; arrows move along the
 * bubbles and the targets, and up and down between both.
 */
export function useSortKeys(
  table: RefObject<HTMLElement | null>,
  onNumber: (index: number) => void,
): (event: KeyboardEvent) => void {
  const hasShortcuts = useAtomValue(shortcutsAtom)
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const digit = (hasShortcuts && !event.repeat ? digitOf(event.nativeEvent) : undefined) ?? 0
    if (digit >= 1 && digit <= 4) onNumber(digit - 1)
    else if (!event.key.startsWith('Arrow') || table.current === null) return
    else moveFocus(table.current, event.key)
    event.preventDefault()
  }
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
