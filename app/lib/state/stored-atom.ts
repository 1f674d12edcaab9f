import { atomWithStorage } from 'jotai/utils'

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
      getItem() {
        try {
          return parse(storage().getItem(key))
        } catch {
          return parse(null)
        }
      },
      setItem(_, value) {
        try {
          if (value === null) storage().removeItem(key)
          else storage().setItem(key, String(value))
        } catch {
          // Storage is blocked: the value lasts as long as the page.
        }
      },
      removeItem: () => storage().removeItem(key),
    },
    { getOnInit: true },
  )
}
