import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import type { UserId } from '#domain/contract/ids.ts'
import { currentUserQuery } from '#app/lib/current-user.ts'
import { useTryingAgain } from '#app/lib/use-trying-again.ts'
import { FailedPage } from './failed-page.tsx'

const LandingPage = lazy(() => import('#app/features/landing/landing-page.tsx'))
const SignupPage = lazy(() => import('#app/features/auth/signup-page.tsx'))
const LoginPage = lazy(() => import('#app/features/auth/login-page.tsx'))
const ForgotPasswordPage = lazy(() => import('#app/features/auth/forgot-password-page.tsx'))
const NewPasswordPage = lazy(() => import('#app/features/auth/new-password-page.tsx'))
const FamilyFrame = lazy(() => import('./family-frame.tsx'))
const ParentScreen = lazy(() => import('./parent-screen.tsx'))
const RewardsScreen = lazy(() => import('./rewards-screen.tsx'))
const MembersScreen = lazy(() => import('./members-screen.tsx'))
const SettingsScreen = lazy(() => import('./settings-screen.tsx'))
const AdminScreen = lazy(() => import('./admin-screen.tsx'))
const KidScreen = lazy(() => import('./kid-screen.tsx'))
const WallScreen = lazy(() => import('./wall-screen.tsx'))
const PrivacyScreen = lazy(() => import('./privacy-screen.tsx'))
const NotFoundPage = lazy(() => import('./not-found-page.tsx'))

/** Every screen has its address here. Until we know who asks, nothing is shown. */
export function Screens() {
  const { data: user, isPending, error, refetch } = useQuery(currentUserQuery())
  const { hash, pathname } = useLocation()
  // Nobody stands before a wall to press a button.
  const isWall = pathname === '/wall'
  useForgottenFamily(user?.id)
  useTryingAgain(isWall)
  if (isPending) return null
  if (user === undefined) return <FailedPage error={error} onRetry={isWall ? undefined : () => void refetch()} />
  const signedIn = user !== null

  return (
    <Suspense fallback={null}>
      <Routes>
        <Route
          path="/"
          element={
            isRecovery(hash) ? <Navigate to={{ pathname: '/new-password', hash }} replace /> : signedIn ? <Navigate to="/parent" replace /> : <LandingPage />
          }
        />
        <Route element={signedIn ? <Navigate to="/" replace /> : <Outlet />}>
          <Route path="/signup" element={<SignupPage />} />
          <Route path="/login" element={<LoginPage />} />
        </Route>
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/new-password" element={<NewPasswordPage />} />
        <Route element={signedIn ? <FamilyFrame user={user} /> : <Navigate to="/login" replace />}>
          <Route path="/parent/:memberId?" element={<ParentScreen />} />
          <Route path="/kid/:memberId?" element={<KidScreen />} />
          <Route path="/rewards-store/:memberId?" element={<RewardsScreen />} />
          <Route path="/family-members" element={<MembersScreen />} />
          <Route path="/settings" element={<SettingsScreen />} />
          <Route path="/admin" element={user?.role === 'admin' ? <AdminScreen /> : <Navigate to="/parent" replace />} />
        </Route>
        <Route path="/wall" element={signedIn ? <WallScreen user={user} /> : <Navigate to="/login" replace />} />
        <Route path="/privacy" element={<PrivacyScreen room="parent" />} />
        <Route path="/privacy/kids" element={<PrivacyScreen room="kid" />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}

/** A mailed link ends at the front door when the project does not list the address it was asked from. */
const isRecovery = (hash: string) => new URLSearchParams(hash.slice(1)).get('type') === 'recovery'

/** Whoever signs in next on this page finds nothing of the family that was here before. */
function useForgottenFamily(userId: UserId | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return undefined
    const [user] = currentUserQuery().queryKey
    return () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== user })
  }, [client, userId])
}
