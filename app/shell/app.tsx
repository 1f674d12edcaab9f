import { QueryClientProvider } from '@tanstack/react-query'
import { Provider, useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { motionAtom } from '#app/lib/device/device-settings.ts'
import { createQueryClient } from '#app/lib/api/query-client.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { store } from '#app/state/store.ts'
import { Announcer } from '#app/ui/feedback/announcer.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { Toaster } from '#app/ui/feedback/toaster.tsx'
import { MotionProvider } from './motion-provider.tsx'
import { PageFocus } from './page-focus.tsx'
import { Screens } from './screens.tsx'

const LossQuestion = lazyWithPreload(() => import('./loss-question.tsx'))

const ToastVoice = lazyWithPreload(
  () => import('./toast-voice.tsx'),
  () => null,
)

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary isPage>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <ReducedMotionAttribute />
          <MotionProvider>
            <BrowserRouter>
              <Screens />
              <PageFocus />
              <Suspense fallback={null}>
                <LossQuestion />
              </Suspense>
            </BrowserRouter>
            <Announcer />
            <ErrorBoundary fallback={null}>
              <Toaster Voice={ToastVoice} />
            </ErrorBoundary>
          </MotionProvider>
        </QueryClientProvider>
      </Provider>
    </ErrorBoundary>
  )
}

/** Writes our reduced-motion switch to the root element, where theme.css and the animations read it. */
function ReducedMotionAttribute(): null {
  const moves = useAtomValue(motionAtom)
  useEffect(() => {
    if (moves) delete document.documentElement.dataset['motion']
    else document.documentElement.dataset['motion'] = 'still'
  }, [moves])
  return null
}
