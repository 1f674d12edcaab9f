import { atomWithStorage } from 'jotai/utils'
import { allowed } from '#app/state/allowed.ts'

/**
 * A value of this browser, stored as text under `key`, in local storage unless `storage` returns another; null removes
 * it. Where storage is blocked, as in private windows of some browsers, the value lasts as long as the page.
 */
export function storedAtom<Value extends string | boolean | null>(
  key: string,
  parse: (text: string | null) => Value,
  storage = () => localStorage,
) {
  return atomWithStorage<Value>(
    key,
    parse(null),
    {
      getItem: () => parse(allowed(() => storage().getItem(key)) ?? null),
      setItem: (_, value) =>
        allowed(() => (value === null ? storage().removeItem(key) : storage().setItem(key, String(value)))),
      removeItem: () => storage().removeItem(key),
    },
    { getOnInit: true },
  )
}
