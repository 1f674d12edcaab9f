import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'

/** Milliseconds for which a button that spends something is held. */
export const holdMs = 600

/**
 * Lets a button act when a finger has held it, so that a stray one does nothing; a key acts at once, as does what
 * presses without a pointer.
 * @param onTap Called when the pointer was lifted too early.
 */
export function useHold(onHold: () => void, onTap: () => void) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const outcome = useRef<'held' | 'lifted'>(undefined)
  const end = () => {
    clearTimeout(timer.current)
    setHeld(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const lift = () => {
    if (outcome.current !== 'held') outcome.current = 'lifted'
    end()
  }
  return {
    isHeld,
    hold: {
      onPointerDown: ({ button, isPrimary }: PointerEvent) => {
        if (button !== 0 || !isPrimary) return
        outcome.current = undefined
        setHeld(true)
        timer.current = setTimeout(() => {
          outcome.current = 'held'
          end()
          onHold()
        }, holdMs)
      },
      onPointerUp: lift,
      onPointerLeave: lift,
      onPointerCancel: lift,
      // A long press of a finger would open the menu of the browser.
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onClick: () => {
        const before = outcome.current
        outcome.current = undefined
        if (before === undefined) onHold()
        else if (before === 'lifted') onTap()
      },
    },
  }
}
