import { atom } from 'jotai'
import { store } from '#app/state/store.ts'

/** At most this many toasts at once: a new one takes the place of the old. */
export const mostToasts = 1
/** Milliseconds a toast stays when nobody touches it. */
export const toastDuration = 5000
/** Milliseconds a dismissed toast is kept, hidden, before it is forgotten. */
export const toastRemovalDelay = 1_000_000

export type ToastWords = {
  title: string
  description?: string
  destructive?: boolean
  /** What can be done about it, once: the toast goes with it. */
  action?: { label: string; onAction: () => void }
  /** Milliseconds it stays; `toastDuration` without. */
  duration?: number
}
export type Toast = ToastWords & { id: number; open: boolean }

/** What is shown, the newest first, and what was dismissed a while ago. */
export const toastsAtom = atom<readonly Toast[]>([])

let lastId = 0
const removals = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows a toast from anywhere; answers its id, for `dismissToast`. */
export function toast(words: ToastWords): number {
  const id = ++lastId
  publish([{ ...words, id, open: true }, ...store.get(toastsAtom)].slice(0, mostToasts))
  return id
}

export function dismissToast(id: number): void {
  const toasts = store.get(toastsAtom)
  publish(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)))
  if (removals.has(id) || !toasts.some((shown) => shown.id === id)) return
  removals.set(
    id,
    setTimeout(() => publish(store.get(toastsAtom).filter((shown) => shown.id !== id)), toastRemovalDelay),
  )
}

/** Dismisses what is shown, for a screen that is no longer about it. */
export const dismissToasts = () => store.get(toastsAtom).forEach(({ id }) => dismissToast(id))

function publish(next: readonly Toast[]): void {
  store.set(toastsAtom, next)
  for (const [id, timer] of removals) {
    if (next.some((shown) => shown.id === id)) continue
    clearTimeout(timer)
    removals.delete(id)
  }
}
