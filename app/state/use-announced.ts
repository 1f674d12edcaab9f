import { useEffect } from 'react'
import { announce } from './announce.ts'

/** Has screen readers say a visible text when it appears, and again when it changes. */
export function useAnnounced(text: string | false | undefined): void {
  useEffect(() => {
    if (text) announce(text)
  }, [text])
}
