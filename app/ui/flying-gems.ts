import { atom, useAtomValue } from 'jotai'
import { store } from '#app/state/store.ts'

/** Where the gems land: the counter carries this attribute. */
export const landingPlace = '[data-gem-target]'

/** How many wait: a bubble under a finger, or gems in the air. */
const awaitedAtom = atom(0)
const isAwaitedAtom = atom((get) => get(awaitedAtom) > 0)

/** Holds the counters back, for a bubble under a finger or for gems in the air, until the returned function is called. */
export function awaitGems(): () => void {
  let hasLanded = false
  store.set(awaitedAtom, (awaited) => awaited + 1)
  return () => {
    if (!hasLanded) store.set(awaitedAtom, (awaited) => awaited - 1)
    hasLanded = true
  }
}

/** Runs `then` when no gems are on their way: at once where there are none. */
export function onceGemsLanded(then: () => void): void {
  if (!store.get(isAwaitedAtom)) return then()
  const stop = store.sub(isAwaitedAtom, () => {
    if (store.get(isAwaitedAtom)) return
    stop()
    then()
  })
}

/** Whether gems are on their way that no counter may count yet. */
export const useGemsAwaited = (): boolean => useAtomValue(isAwaitedAtom)
