import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ToastVoiceType } from './toast-list.tsx'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { toastsAtom } from '#app/state/toast.ts'

const ToastList = lazy(() =>
  importWithRetry(() => import('./toast-list.tsx')).then(
    ({ ToastList: List }) => ({ default: List }),
    () => ({ default: PlainToasts }),
  ),
)

/**
 * Shows the toasts; rendered once in the app. Loads its code with the first touch, key or focus, because the first page
 * needs no toast, and a toast about a lost connection must not need the network.
 */
export function Toaster({ Voice }: { Voice?: ToastVoiceType }) {
  const told = useAtomValue(toastsAtom).length > 0
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const once = new AbortController()
    const onTouch = () => {
      setTouched(true)
      once.abort()
    }
    for (const event of ['pointerdown', 'keydown', 'focusin', 'input'])
      window.addEventListener(event, onTouch, { signal: once.signal })
    return () => once.abort()
  }, [])
  if (!told && !touched) return null
  return (
    <Suspense fallback={null}>
      <ToastList {...(Voice && { Voice })} />
    </Suspense>
  )
}

/** The fallback when the code of the toasts could not be loaded: the texts, without a way to swipe them away. */
function PlainToasts() {
  const toasts = useAtomValue(toastsAtom)
  return (
    <div className="fixed top-0 right-0 z-60 w-full p-4 sm:top-auto sm:bottom-0 sm:max-w-sm sm:pb-safe-4">
      {toasts.map((toast) => (
        <p key={toast.id} className="border-line bg-panel shadow-lift rounded-card border p-4">
          <strong>{toast.title}</strong> <span>{toast.description}</span>
        </p>
      ))}
    </div>
  )
}
