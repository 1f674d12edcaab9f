import { atom, useAtomValue } from 'jotai'
import { store } from '#app/state/store.ts'

/** The selector of the counter at which gems land. */
export const landingPlace = '[data-gem-target]'

/** The animations that the counters wait for, each as an object of its own: a pressed bubble, or flying gems. */
const awaitedAtom = atom<readonly object[]>([])
const isAwaitedAtom = atom((get) => get(awaitedAtom).length > 0)

/** Makes the counters wait for a pressed bubble or flying gems, until the returned function is called. */
export function awaitGems(): () => void {
  const own = {}
  store.set(awaitedAtom, (awaited) => [...awaited, own])
  return () => store.set(awaitedAtom, (awaited) => awaited.filter((other) => other !== own))
}

/** Runs `then` when no gems are flying: at once if there are none. */
export function onceGemsLanded(then: () => void): void {
  if (!store.get(isAwaitedAtom)) return then()
  const stop = store.sub(isAwaitedAtom, () => {
    stop()
    then()
  })
}

/** Whether gems are flying that no counter may count yet. */
export const useGemsAwaited = (): boolean => useAtomValue(isAwaitedAtom)
