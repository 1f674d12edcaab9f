import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { store } from './store.ts'

/** Milliseconds after which a command without an answer is shown as on its way. */
const lateMs = 1000

/** The ids of what late commands change, by command. */
const lateAtom = atom<readonly (readonly unknown[])[]>([])

const lateIdsAtom = atom((get): ReadonlySet<unknown> => new Set(get(lateAtom).flat()))

/** Shows what has these ids as on its way when that takes long, until the returned function is called. */
export function trackLate(ids: readonly unknown[]): () => void {
  const timer = setTimeout(() => store.set(lateAtom, (late) => [...late, ids]), lateMs)
  return () => {
    clearTimeout(timer)
    if (store.get(lateAtom).includes(ids)) store.set(lateAtom, (late) => late.filter((other) => other !== ids))
  }
}

/** Returns the ids of all that is on its way for longer than a moment. */
export const useLateIds = (): ReadonlySet<unknown> => useAtomValue(lateIdsAtom)

/** True while a change of what has this id is on its way for longer than a moment. */
export const useIsOnItsWay = (id: string): boolean => useAtomValue(useMemo(() => atom((get) => get(lateIdsAtom).has(id)), [id]))
