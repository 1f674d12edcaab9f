import { useEffect, useRef } from 'react'
import { announceFormError } from '#app/state/announce.ts'

/** Milliseconds in which the focus and the error that moved it may appear in either order. */
const sameMomentMs = 300

/**
 * Has screen readers say the error of a field that has the focus. A focus that moves there with the error reads it as
 * the description.
 * @param id The id of the field.
 * @param isAnnounced The error is no description when it appears.
 */
export function useFieldError(id: string | undefined, error: string | undefined, isAnnounced = false): void {
  const focusedAt = useRef(-Infinity)
  const previous = useRef<string>(undefined)
  // An error that goes and returns while somebody types is said once.
  const said = useRef<string>(undefined)
  useEffect(() => {
    const field = id === undefined ? null : document.getElementById(id)
    const remember = () => {
      focusedAt.current = performance.now()
      said.current = previous.current
    }
    field?.addEventListener('focus', remember)
    return () => field?.removeEventListener('focus', remember)
  }, [id])
  useEffect(() => {
    const isChange = previous.current !== undefined
    previous.current = error
    if (error === undefined || id === undefined || document.activeElement?.id !== id) return
    if (error === said.current) return
    said.current = error
    announceFormError(error, !isAnnounced && !isChange && performance.now() - focusedAt.current <= sameMomentMs)
  }, [id, error, isAnnounced])
}
