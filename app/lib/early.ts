import { lazy, useEffect, type ComponentType, type LazyExoticComponent } from 'react'
import { whenIdle } from './idle.ts'

/** Its code can be fetched ahead of time; a failure is forgotten, and met again where the component is shown. */
export type Loadable = { load: () => Promise<unknown> }

export type Early<Props> = LazyExoticComponent<ComponentType<Props>> & Loadable

/**
 * `lazy`, drawn at once where its code has come already. For whatever stands in for it React keeps that
 * on the screen for 300 ms: what is known to be needed is better loaded ahead than waited for.
 */
export function early<Props>(fetchCode: () => Promise<{ default: ComponentType<Props> }>): Early<Props> {
  let code: { default: ComponentType<Props> } | undefined
  let coming: Promise<{ default: ComponentType<Props> }> | undefined
  const fetchOnce = () =>
    (coming ??= fetchCode().then(
      (come) => (code = come),
      (error: unknown) => {
        coming = undefined
        throw error
      },
    ))
  // React asks in the middle of drawing, and goes on at once when it is answered at once.
  const answer: Pick<Promise<{ default: ComponentType<Props> }>, 'then'> = {
    // oxlint-disable-next-line unicorn/no-thenable
    then: (onCode, onError) => (code && onCode ? Promise.resolve(onCode(code)) : fetchOnce().then(onCode, onError)),
  }
  return Object.assign(
    lazy(() => answer as Promise<{ default: ComponentType<Props> }>),
    { load: () => fetchOnce().catch(() => {}) },
  )
}

/** Fetches what is likely to be opened from this screen, once the screen itself is done. */
export function useLoadWhenIdle(...parts: readonly Loadable[]): void {
  useEffect(() => {
    whenIdle(() => parts.forEach((part) => void part.load()))
    // The parts of a screen are always the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
