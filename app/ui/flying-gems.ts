import { atom, useAtomValue } from 'jotai'
import { store } from '#app/state/store.ts'

/** Where the gems land: the counter carries this attribute. */
export const landingPlace = '[data-gem-target]'

/** What waits: a bubble under a finger, or gems in the air, each as an object of its own. */
const awaitedAtom = atom<readonly object[]>([])
const isAwaitedAtom = atom((get) => get(awaitedAtom).length > 0)

/** Holds the counters back, for a bubble under a finger or for gems in the air, until the returned function is called. */
export function awaitGems(): () => void {
  const own = {}
  store.set(awaitedAtom, (awaited) => [...awaited, own])
  return () => store.set(awaitedAtom, (awaited) => awaited.filter((other) => other !== own))
}

/** Runs `then` when no gems are on their way: at once where there are none. */
export function onceGemsLanded(then: () => void): void {
  if (!store.get(isAwaitedAtom)) return then()
  const stop = store.sub(isAwaitedAtom, () => {
    stop()
    then()
  })
}

/** Whether gems are on their way that no counter may count yet. */
export const useGemsAwaited = (): boolean => useAtomValue(isAwaitedAtom)
