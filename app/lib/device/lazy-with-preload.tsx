import { lazy, useEffect, useState, type ComponentType } from 'react'
import { whenIdle } from './idle.ts'

/** Fetches the code of a component ahead of time. A failure is met again where the component is shown. */
export type Preloadable = { load: () => Promise<void> }

export type LazyComponent<Props> = ComponentType<Props> & Preloadable

/** React's `lazy`; code that was fetched ahead renders at once, because React keeps a fallback on the screen for 300 ms. */
export function lazyWithPreload<Props extends object>(fetchCode: () => Promise<{ default: ComponentType<Props> }>): LazyComponent<Props> {
  const Suspending: ComponentType<Props> = lazy(fetchCode)
  let Fetched: ComponentType<Props> | undefined
  function Component(props: Props) {
    const [Shown] = useState(() => Fetched ?? Suspending)
    return <Shown {...props} />
  }
  const load = async () => {
    const code = await fetchCode().catch(() => undefined)
    Fetched ??= code?.default
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
