import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import { currentUserQuery } from '#app/lib/queries.ts'
import { FailedPage } from './failed-page.tsx'

const LandingPage = lazy(() => import('#app/features/landing/landing-page.tsx'))
const SignupPage = lazy(() => import('#app/features/auth/signup-page.tsx'))
const LoginPage = lazy(() => import('#app/features/auth/login-page.tsx'))
const FamilyFrame = lazy(() => import('./family-frame.tsx'))
const ParentScreen = lazy(() => import('./parent-screen.tsx'))
const NotFoundPage = lazy(() => import('./not-found-page.tsx'))

/** Every screen has its address here. Until we know who asks, nothing is shown. */
export function Screens() {
  const { data: user, isPending, error, refetch } = useQuery(currentUserQuery())
  if (isPending) return null
  if (user === undefined) return <FailedPage error={error} onRetry={() => void refetch()} />
  const signedIn = user !== null

  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/" element={signedIn ? <Navigate to="/parent" replace /> : <LandingPage />} />
        <Route element={signedIn ? <Navigate to="/" replace /> : <Outlet />}>
          <Route path="/signup" element={<SignupPage />} />
          <Route path="/login" element={<LoginPage />} />
        </Route>
        <Route element={signedIn ? <FamilyFrame user={user} /> : <Navigate to="/login" replace />}>
          <Route path="/parent/:memberId?" element={<ParentScreen />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}
