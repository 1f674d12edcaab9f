import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'

/** A day, and the children whose day this device has celebrated. */
const celebratedAtom = storedAtom('day-done', (text) => text ?? '')

/**
 * Whether a child's day is celebrated: once by itself, when the last quest is done and no bubble bursts any more, and
 * when somebody asks for it.
 */
export function useDayDone(isDone: boolean, isCalm: boolean, member: MemberId, today: Day) {
  const [state, setState] = useState<'open' | 'done' | 'shown'>(isDone ? 'done' : 'open')
  const [celebrated, setCelebrated] = useAtom(celebratedAtom)
  const ofToday = celebrated.startsWith(today) ? celebrated : today
  const isNew = !ofToday.includes(member)
  if (!isDone && state !== 'open') setState('open')
  if (isDone && isCalm && state === 'open') setState(isNew ? 'shown' : 'done')
  const isShown = state === 'shown'
  useEffect(() => {
    if (isShown && isNew) setCelebrated(`${ofToday} ${member}`)
  }, [isShown, isNew, ofToday, member, setCelebrated])
  return { isShown, toggle: () => setState(isShown ? 'done' : 'shown') }
}
