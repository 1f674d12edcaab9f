import { lazy, useEffect, useState, type ComponentType } from 'react'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { whenIdle } from './idle.ts'

/** Fetches the code of a component ahead of time. A failure is met again where the component is shown. */
export type Preloadable = { load: () => Promise<void> }

export type LazyComponent<Props> = ComponentType<Props> & Preloadable

/** Milliseconds for which a failure is the answer to all that ask for the code; what is mounted later fetches it again. */
const failedMs = 1000

/**
 * React's `lazy`, which tries again and then shows `Fallback` where there is one; code that was fetched ahead renders at once, because React keeps a
 * fallback on the screen for 300 ms.
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

/** Fetches what is likely to be opened from this screen, once the screen itself is done. */
export function useLoadWhenIdle(...components: readonly Preloadable[]): void {
  useEffect(() => {
    whenIdle(() => components.forEach((component) => void component.load()))
    // The components of a screen are always the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
