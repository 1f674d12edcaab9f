import { atomWithStorage } from 'jotai/utils'

/**
 * A value of this browser, stored as text in local storage under `key`; null removes it. Where storage is blocked, as
 * in private windows of some browsers, the value lasts as long as the page.
 */
export function storedAtom<Value extends string | boolean | null>(key: string, parse: (text: string | null) => Value) {
  return atomWithStorage<Value>(
    key,
    parse(null),
    {
      getItem() {
        try {
          return parse(localStorage.getItem(key))
        } catch {
          return parse(null)
        }
      },
      setItem(_, value) {
        try {
          if (value === null) localStorage.removeItem(key)
          else localStorage.setItem(key, String(value))
        } catch {
          // Storage is blocked: the value lasts as long as the page.
        }
      },
      removeItem: () => localStorage.removeItem(key),
    },
    { getOnInit: true },
  )
}
