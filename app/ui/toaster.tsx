import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { currentToasts, onToastsChange } from './toast.ts'

const loadList = () => import('./toast-list.tsx')
const ToastList = lazy(() => loadList().then(({ ToastList: List }) => ({ default: List })))

/**
 * Draws what `toast()` is told. Once in the app, beside everything else. Its code is fetched with the
 * first touch or key: the first page needs no toast, and a lost connection must still be told in one.
 */
export function Toaster() {
  const told = useSyncExternalStore(onToastsChange, currentToasts).length > 0
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const once = new AbortController()
    const onTouch = () => {
      setTouched(true)
      once.abort()
    }
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, onTouch, { signal: once.signal })
    return () => once.abort()
  }, [])
  if (!told && !touched) return null
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  )
}
