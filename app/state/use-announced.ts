import { useEffect, useRef } from 'react'
import { announce } from './announce.ts'

/** Has screen readers say a visible text when it appears, and again when it changes. */
export function useAnnounced(text: string | false | undefined): void {
  useEffect(() => {
    if (text) announce(text)
  }, [text])
}

/** Has screen readers say a visible text when it changes, not when it appears; undefined is no change. */
export function useAnnouncedChange(text: string | undefined): void {
  const before = useRef(text)
  useEffect(() => {
    if (text === undefined || text === before.current) return
    if (before.current !== undefined) announce(text)
    before.current = text
  }, [text])
}
