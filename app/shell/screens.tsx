import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import type { UserId } from '#domain/contract/ids.ts'
import { kidParts } from '#app/features/kid/kid-parts.ts'
import { isLineFailure } from '#app/lib/api/api-error.ts'
import { followSession, sessionQuery, type Session } from '#app/lib/session/session.ts'
import { isSignedOutHere, tellSignOut } from '#app/lib/session/sign-out.ts'
import { lazyWithPreload, type Preloadable } from '#app/lib/device/lazy-with-preload.tsx'
import { deleteKeptFamily } from '#app/lib/session/end-session.ts'
import { useRetryFailedQueries, useRetryOnWake } from '#app/lib/api/refetch-failed.ts'
import { signInPath } from '#app/lib/session/end-refused-session.ts'
import { onWake } from '#app/lib/device/on-wake.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { wallTabAtom } from '#app/lib/state/wall-tab.ts'
import { LazyCalendar } from './lazy-calendar.ts'
import { FailedPage } from './failed-page.tsx'

const LandingPage = lazyWithPreload(() => import('#app/features/landing/landing-page.tsx'))
const SignupPage = lazyWithPreload(() => import('#app/features/auth/signup-page.tsx'))
const LoginPage = lazyWithPreload(() => import('#app/features/auth/login-page.tsx'))
const ForgotPasswordPage = lazyWithPreload(() => import('#app/features/auth/forgot-password-page.tsx'))
const NewPasswordPage = lazyWithPreload(() => import('#app/features/auth/new-password-page.tsx'))
const ConfirmPage = lazyWithPreload(() => import('#app/features/auth/confirm-page.tsx'))
const JoinScreen = lazyWithPreload(() => import('./join-screen.tsx'))
const FamilyFrame = lazyWithPreload(() => import('./family-frame.tsx'))
const ParentScreen = lazyWithPreload(() => import('./parent-screen.tsx'))
const RewardsScreen = lazyWithPreload(() => import('./rewards-screen.tsx'))
const MembersScreen = lazyWithPreload(() => import('./members-screen.tsx'))
const SettingsScreen = lazyWithPreload(() => import('./settings-screen.tsx'))
const AdminScreen = lazyWithPreload(() => import('./admin-screen.tsx'))
const WelcomeScreen = lazyWithPreload(() => import('./welcome-screen.tsx'))
const KidScreen = lazyWithPreload(() => import('./kid-screen.tsx'))
const WallScreen = lazyWithPreload(() => import('./wall-screen.tsx'))
const PrivacyScreen = lazyWithPreload(() => import('./privacy-screen.tsx'))
const NotFoundPage = lazyWithPreload(() => import('./not-found-page.tsx'))

/** The chunks that an address most likely needs, preloaded while the session is read. */
const chunksOfPath: Partial<Record<string, readonly Preloadable[]>> = {
  '': [LandingPage],
  login: [LoginPage],
  parent: [FamilyFrame, ParentScreen, LazyCalendar],
  join: [JoinScreen],
  kid: [FamilyFrame, KidScreen, kidParts.quests],
  wall: [WallScreen],
  welcome: [FamilyFrame, WelcomeScreen],
}

/** The routes of the app. Renders nothing until the session is known. */
export function Screens() {
  const { data: session, isPending, error, refetch } = useQuery(sessionQuery())
  const { pathname } = useLocation()
  // The wall retries by itself, because nobody is there to press a button.
  const isWall = pathname === '/wall'
  const client = useQueryClient()
  const isWallTab = useWallTab(session)
  useClearQueriesOnUserChange(session?.user.id)
  useEffect(() => followSession(client), [client])
  useTellSignOut()
  useRetryFailedQueries(isWall)
  useRetryOnWake()
  const isLoaded = usePreloadedChunks(pathname)
  const mayHaveCopy = useOfflineCopy(session, error)
  if (isPending || !isLoaded) return null
  if (session === undefined && mayHaveCopy) return null
  if (session === undefined) return <FailedPage error={error} onRetry={isWall ? undefined : () => void refetch()} />
  const signedIn = session !== null
  if (signedIn && isWallTab && !isWall) return <Navigate to="/wall" replace />

  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/" element={signedIn ? <Navigate to="/parent" replace /> : <LandingPage />} />
        <Route element={signedIn ? <SignedIn /> : <Outlet />}>
          <Route path="/signup" element={<SignupPage />} />
          <Route path="/login" element={<LoginPage />} />
        </Route>
        <Route path="/join" element={<JoinScreen session={session} />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/new-password" element={<NewPasswordPage />} />
        <Route path="/confirm" element={<ConfirmPage />} />
        <Route element={signedIn ? <FamilyFrame session={session} /> : <SignInFirst />}>
          <Route path="/parent/:memberId?" element={<ParentScreen />} />
          <Route path="/kid/:memberId?" element={<KidScreen />} />
          <Route path="/rewards-store/:memberId?" element={<RewardsScreen />} />
          <Route path="/family-members" element={<MembersScreen />} />
          <Route path="/welcome/:step?" element={<WelcomeScreen />} />
          <Route path="/settings" element={<SettingsScreen />} />
          <Route
            path="/admin"
            element={session?.user.role === 'admin' ? <AdminScreen /> : <Navigate to="/parent" replace />}
          />
        </Route>
        <Route path="/wall" element={signedIn ? <WallScreen session={session} /> : <SignInFirst />} />
        <Route path="/privacy" element={<PrivacyScreen room="parent" />} />
        <Route path="/privacy/kids" element={<PrivacyScreen room="kid" />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}

/** Leads to the page for signing in, whose state keeps the address that was opened. */
function SignInFirst() {
  const { pathname, search, hash } = useLocation()
  const path = signInPath()
  if (path === '/join') return <Navigate to="/join#signed-out" replace />
  return <Navigate to={path} state={{ from: `${pathname}${search}${hash}` }} replace />
}

/** Leads on after signing in: to the address that was opened first, else home. */
function SignedIn() {
  const state = useLocation().state as { from?: string } | null
  return <Navigate to={state?.from ?? '/'} replace />
}

/** Milliseconds after opening the page at which it shows the offline copy if the server has not answered. */
const offlineAfterMs = 2200

/** Restores the offline copy if the server is not reached in time. Returns whether there may still be one. */
function useOfflineCopy(session: Session | null | undefined, error: unknown): boolean {
  const client = useQueryClient()
  const [mayHaveCopy, setMayHaveCopy] = useState(true)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, Math.max(0, offlineAfterMs - performance.now()), true)
    return () => clearTimeout(timer)
  }, [])
  const isAlone = session === undefined && (isLate || isLineFailure(error))
  useEffect(() => {
    if (session === null) void deleteKeptFamily()
  }, [session])
  useEffect(() => {
    if (!isAlone) return
    const restore = async () =>
      (await importWithRetry(() => import('#app/lib/offline/offline-cache.ts'))).restoreFamily(client)
    void restore().then(setMayHaveCopy, () => setMayHaveCopy(false))
  }, [client, isAlone])
  return isAlone && mayHaveCopy
}

/** True when the chunks for the first address have loaded or failed. */
function usePreloadedChunks(pathname: string): boolean {
  const [isLoaded, setLoaded] = useState(false)
  const [coming] = useState(() =>
    Promise.all((chunksOfPath[pathname.split('/')[1] ?? ''] ?? []).map((part) => part.load())),
  )
  useEffect(() => void coming.then(() => setLoaded(true)), [coming])
  return isLoaded
}

/** Tells the server about a sign-out without a network when there may be one again. */
function useTellSignOut(): void {
  useEffect(() => onWake(() => isSignedOutHere() && tellSignOut().catch(() => {})), [])
}

/** Returns whether every address of this tab leads to the wall. Signing out ends that. */
function useWallTab(session: Session | null | undefined): boolean {
  const [isWallTab, setWallTab] = useAtom(wallTabAtom)
  useEffect(() => {
    if (session === null) setWallTab(null)
  }, [session, setWallTab])
  return isWallTab === true
}

/** Clears the family's queries when the user changes, so that the next user finds none of them. */
function useClearQueriesOnUserChange(userId: UserId | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return undefined
    return () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery().queryKey[0] })
  }, [client, userId])
}
