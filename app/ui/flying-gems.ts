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
