import { atom } from 'jotai'
import { announce } from '#app/state/announce.ts'
import { sentences } from '#app/state/sentences.ts'
import { store } from '#app/state/store.ts'

/** The maximum number of toasts: a new one replaces the oldest. */
export const maxToasts = 1
/** Milliseconds a toast stays without interaction. */
export const toastDuration = 5000
/** Milliseconds a dismissed toast stays in the list, hidden. */
export const toastRemovalDelay = 1_000_000

export type ToastWords = {
  title: string
  description?: string
  /** A second sentence, such as a consequence. */
  consequence?: string
  destructive?: boolean
  /** Told by the mascot. */
  isKind?: boolean
  /** The try that failed: its later success dismisses the toast. */
  about?: string
  /** Whether what it tells of is still so: the toast goes when it was and is no longer, by whomever. */
  holds?: () => boolean
  /** A button for one action, which also closes the toast. */
  action?: { label: string; onAction: () => void }
  /** Milliseconds it stays; by default `toastDuration`. */
  duration?: number
}
export type Toast = ToastWords & { id: number; open: boolean }

/** The toasts, the newest first; includes dismissed ones until they are removed. */
export const toastsAtom = atom<readonly Toast[]>([])

let lastId = 0
/** The ids of toasts of which `holds` was true. */
const held = new Set<number>()
const removals = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows a toast from anywhere, and has screen readers say it unless a form does; returns its id for `dismissToast`. */
export function toast(words: ToastWords): number {
  const id = ++lastId
  announce(sentences([words.title, words.description, words.consequence]), words.description)
  publish([{ ...words, id, open: true }, ...store.get(toastsAtom)].slice(0, maxToasts))
  dismissOutdated()
  return id
}

export function dismissToast(id: number): void {
  held.delete(id)
  const toasts = store.get(toastsAtom)
  publish(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)))
  if (removals.has(id) || !toasts.some((shown) => shown.id === id)) return
  removals.set(
    id,
    setTimeout(() => publish(store.get(toastsAtom).filter((shown) => shown.id !== id)), toastRemovalDelay),
  )
}

/** Dismisses the error of an earlier try, after one that succeeded. */
export function dismissErrorAbout(tried: string): void {
  const [shown] = store.get(toastsAtom)
  if (shown?.about === tried && shown.destructive) dismissToast(shown.id)
}

/** Dismisses the toasts whose subject was answered or taken back meanwhile. */
export function dismissOutdated(): void {
  for (const { id, open, holds } of store.get(toastsAtom)) {
    if (!open || holds === undefined) continue
    if (holds()) held.add(id)
    else if (held.has(id)) dismissToast(id)
  }
}

/** Dismisses all toasts, for a screen to which they no longer belong. */
export const dismissToasts = () => store.get(toastsAtom).forEach(({ id }) => dismissToast(id))

function publish(next: readonly Toast[]): void {
  store.set(toastsAtom, next)
  for (const [id, timer] of removals) {
    if (next.some((shown) => shown.id === id)) continue
    clearTimeout(timer)
    removals.delete(id)
  }
}
