import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { AuthLayout, textLink } from '#app/features/auth/auth-layout.tsx'
import { ChooseUse } from '#app/features/devices/choose-use.tsx'
import { JoinForm } from '#app/features/devices/join-form.tsx'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { useLiveFamily } from '#app/lib/live/use-live-family.ts'
import type { SessionEndReason } from '#app/lib/session/end-session.ts'
import type { Session } from '#app/lib/session/session.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { common } from '#texts/common'
import { join } from '#texts/join'
import { pairedHome, type FamilyFrameContext } from './family-frame-context.ts'
import { useFamily } from './use-family.ts'

/** Lets a device into a family by a code, and asks who uses it. */
export default function JoinScreen({ session }: { session: Session | null }) {
  usePageTitle(join.title)
  if (session === null) return <EnterCode />
  return session.kind === 'device' ? <Joined session={session} /> : <LeaveAccountFirst {...session} />
}

function EnterCode() {
  // The hash of the address names the reason why this page was opened.
  const { hash } = useLocation()
  const reasons: Partial<Record<string, { title: string; text: string }>> = join.ends satisfies Partial<
    Record<SessionEndReason, unknown>
  >
  const { title, text } = reasons[hash.slice(1)] ?? { title: join.title, text: join.text }
  return (
    <AuthLayout
      title={title}
      subtitle={text}
      aside={
        <>
          <span>{join.grownUp}</span>{' '}
          <Link to="/login" className={textLink}>
            {join.signIn}
          </Link>
        </>
      }
    >
      <JoinForm />
    </AuthLayout>
  )
}

/** Warns that the account of this device is signed out by joining. */
function LeaveAccountFirst({ user }: Session) {
  const [isAgreed, setAgreed] = useState(false)
  if (isAgreed) return <EnterCode />
  const account =
    user.email === '' ? (
      <span>{join.anAccount}</span>
    ) : (
      <b translate="no" className="wrap-anywhere">
        {user.email}
      </b>
    )
  return (
    <AuthLayout
      title={join.hasAccount}
      subtitle={filled(join.hasAccountText, { account })}
      aside={
        <Link to="/" className={textLink}>
          {join.keepAccount}
        </Link>
      }
    >
      <Button className="min-h-14 w-full text-lg" onClick={() => setAgreed(true)}>
        {join.leaveAccount}
      </Button>
    </AuthLayout>
  )
}

function Joined({ session }: { session: Session }) {
  const { state, context, error, retry } = useFamily(session)
  if (context === undefined) {
    if (state === 'loading') return null
    return (
      <AuthLayout title={join.whoUses} subtitle={sentenceFrom(error)} aside={null}>
        <Button className="min-h-14 w-full text-lg" onClick={retry}>
          {common.tryAgain}
        </Button>
      </AuthLayout>
    )
  }
  const home = pairedHome(context)
  return home !== undefined && home !== '/join' ? <Navigate to={home} replace /> : <Choice {...context} />
}

function Choice({ family, members }: FamilyFrameContext) {
  // A child that a parent adds meanwhile appears.
  useLiveFamily(family.id, undefined, 'kid')
  return (
    <AuthLayout
      isAnswer
      title={join.whoUses}
      subtitle={
        <span translate="no" dir="auto">
          {family.name}
        </span>
      }
      aside={null}
    >
      <ChooseUse members={members} />
    </AuthLayout>
  )
}
