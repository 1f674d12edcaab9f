import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { store } from './store.ts'

/** Milliseconds after which pending work is shown as on its way. */
export const lateMs = 1000

/** The ids of the entities that late commands change, by command. */
const lateAtom = atom<readonly (readonly unknown[])[]>([])

export const lateIdsAtom = atom((get): ReadonlySet<unknown> => new Set(get(lateAtom).flat()))

/** Marks these ids as on their way after `lateMs`, until the returned function is called. */
export function trackLate(ids: readonly unknown[]): () => void {
  const timer = setTimeout(() => store.set(lateAtom, (late) => [...late, ids]), lateMs)
  return () => {
    clearTimeout(timer)
    if (store.get(lateAtom).includes(ids)) store.set(lateAtom, (late) => late.filter((other) => other !== ids))
  }
}

/** Returns all ids with a late command. */
export const useLateIds = (): ReadonlySet<unknown> => useAtomValue(lateIdsAtom)

/** True while a late command changes the entity with this id. */
export const useIsOnItsWay = (id: string): boolean =>
  useAtomValue(useMemo(() => atom((get) => get(lateIdsAtom).has(id)), [id]))
