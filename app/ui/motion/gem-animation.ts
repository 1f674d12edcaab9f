import { atom, useAtomValue } from 'jotai'
import { store } from '#app/state/store.ts'

/** The selector of the counter at which gems land. */
export const gemTargetSelector = '[data-gem-target]'

/** The animations that the counters wait for, each as an object of its own: a pressed bubble, or flying gems. */
const animationsAtom = atom<readonly object[]>([])
const isAnimatingAtom = atom((get) => get(animationsAtom).length > 0)

/** Makes the counters wait for a pressed bubble or flying gems, until the returned function is called. */
export function beginGemAnimation(): () => void {
  const own = {}
  store.set(animationsAtom, (animations) => [...animations, own])
  return () => store.set(animationsAtom, (animations) => animations.filter((other) => other !== own))
}

/** Runs `then` when no gems are flying: at once if there are none. */
export function afterGemAnimation(then: () => void): void {
  if (!store.get(isAnimatingAtom)) return then()
  const stop = store.sub(isAnimatingAtom, () => {
    stop()
    then()
  })
}

/** Whether gems are flying that no counter may count yet. */
export const useGemsFlying = (): boolean => useAtomValue(isAnimatingAtom)
