import { lazy, useEffect, useState, type ComponentType } from 'react'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { whenIdle } from './when-idle.ts'

/** Loads the code of a component ahead of time. Ignores a failure, which the component reports when it renders. */
export type Preloadable = { load: () => Promise<void> }

export type LazyComponent<Props> = ComponentType<Props> & Preloadable

/** Milliseconds for which a failure is shared by all users of the code; a later mount loads it again. */
const failedMs = 1000

/**
 * React's `lazy` with retries, and `Fallback` after the last failure. Preloaded code renders synchronously, because
 * React keeps a Suspense fallback on screen for 300 ms.
 */
export function lazyWithPreload<Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
  Fallback?: ComponentType<Props>,
): LazyComponent<Props> {
  let Fetched: ComponentType<Props> | undefined
  let coming: ReturnType<typeof fetchCode> | undefined
  const fetchOnce = () => (coming ??= fetchAndKeep())
  const fetchAndKeep = async () => {
    try {
      const code = await importWithRetry(fetchCode)
      Fetched = code.default
      return code
    } catch (error) {
      setTimeout(reset, failedMs)
      if (Fallback) return { default: Fallback }
      throw error
    }
  }
  let Suspending: ComponentType<Props> = lazy(fetchOnce)
  function reset() {
    coming = undefined
    Suspending = lazy(fetchOnce)
  }
  function Component(props: Props) {
    const [Shown] = useState(() => Fetched ?? Suspending)
    return <Shown {...props} />
  }
  const load = async () => {
    await fetchOnce().catch(() => {})
  }
  return Object.assign(Component, { load })
}

/** Preloads components that are likely to be opened from this screen, when the page is idle. */
export function useLoadWhenIdle(...components: readonly Preloadable[]): void {
  useEffect(() => {
    whenIdle(() => components.forEach((component) => void component.load()))
    // The list of a screen never changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
