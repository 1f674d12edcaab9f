import { useSyncExternalStore } from 'react'

/** Where the gems land: the counter carries this attribute. */
export const landingPlace = '[data-gem-target]'

let awaited = 0
const listeners = new Set<() => void>()

/** Holds the counters back, for a bubble under a finger or for gems in the air, until the function it answers is called. */
export function awaitGems(): () => void {
  let landed = false
  change(1)
  return () => {
    if (!landed) change(-1)
    landed = true
  }
}

/** Runs `then` when no gems are on their way: at once where there are none. */
export function onceGemsLanded(then: () => void): void {
  if (awaited === 0) return then()
  const stop = onChange(() => {
    if (awaited > 0) return
    stop()
    then()
  })
}

/** Whether gems are on their way that no counter may count yet. */
export function useGemsAwaited(): boolean {
  return useSyncExternalStore(onChange, () => awaited > 0)
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(by: number): void {
  awaited += by
  for (const listener of listeners) listener()
}
