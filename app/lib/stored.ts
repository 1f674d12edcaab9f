import { useSyncExternalStore } from 'react'

/** A value of this browser alone. */
export type Stored<Value extends string | boolean | null> = {
  get: () => Value
  set: (value: Value) => void
  onChange: (listener: () => void) => () => void
}

/**
 * Kept in local storage under `key`; null is not kept at all. Where storage is closed to us, as in
 * private windows of some browsers, it lasts as long as the page.
 */
export function stored<Value extends string | boolean | null>(key: string, parse: (text: string | null) => Value): Stored<Value> {
  const listeners = new Set<() => void>()
  let written: { value: Value } | undefined
  return {
    get() {
      if (written !== undefined) return written.value
      try {
        return parse(localStorage.getItem(key))
      } catch {
        return parse(null)
      }
    },
    set(value) {
      written = { value }
      try {
        if (value === null) localStorage.removeItem(key)
        else localStorage.setItem(key, String(value))
      } catch {
        // It ends with the page.
      }
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStored<Value extends string | boolean | null>(store: Stored<Value>): Value {
  return useSyncExternalStore(store.onChange, store.get)
}
