import { atomWithStorage } from 'jotai/utils'

/**
 * A value of this browser alone, kept as text in local storage under `key`; null is not kept at all. Where storage is closed to us, as in
 * private windows of some browsers, it lasts as long as the page.
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
          // It ends with the page.
        }
      },
      removeItem: () => localStorage.removeItem(key),
    },
    { getOnInit: true },
  )
}
