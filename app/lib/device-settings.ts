import { atom } from 'jotai'

/** What this device alone is set to: kept in its local storage, sent to nobody. */
function switchAtom(key: string, initially: boolean) {
  const written = atom<boolean | undefined>(undefined)
  return atom(
    (get) => get(written) ?? read(key) ?? initially,
    (_get, set, on: boolean) => {
      set(written, on)
      try {
        localStorage.setItem(key, String(on))
      } catch {
        // Private windows of some browsers refuse to store; the choice then ends with the page.
      }
    },
  )
}

function read(key: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? undefined : stored === 'true'
  } catch {
    return undefined
  }
}

/** Whether this device makes sounds. */
export const soundAtom = switchAtom('sound', true)

/** Whether things move; off, they are simply there. The system's own wish for stillness counts besides. */
export const motionAtom = switchAtom('motion', true)
