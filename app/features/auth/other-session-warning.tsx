import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { sessionQuery } from '#app/lib/session/session.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { auth } from '#texts/auth'
import { mailedLink } from '#texts/mailedLink'
import { textLink } from './auth-layout.tsx'
import { MailAddress } from './mail-address.tsx'
import { useLogout } from './use-logout.ts'

/** Warns that signing in with an address replaces another person's session in this browser. */
export function OtherSessionWarning({ email }: { email: string }) {
  const user = useQuery(sessionQuery()).data?.user
  if (!user || user.email === email) return null
  return (
    <div className="bg-sun-soft mb-5 rounded-control px-4 py-3">
      <p>{filled(mailedLink.takesPlace, { email: <SignedInAs {...user} /> })}</p>
      {/* Reloads the page, so that the link leaves no data in it. */}
      <a href="/parent" className={`${textLink} touch inline-flex items-center`}>
        {mailedLink.staySignedIn}
      </a>
    </div>
  )
}

/** The address of the account; a child's device shows none. */
const SignedInAs = ({ email }: Pick<CurrentUser, 'email'>) =>
  email === '' ? <span>{mailedLink.aChild}</span> : <MailAddress email={email} />

/**
 * Opens the sign-in page with the address filled in; ends another person's session first, which would open their board.
 */
export function SignInButton({
  email,
  variant = 'primary',
  children,
}: {
  email: string
  variant?: 'primary' | 'quiet'
  children: string
}) {
  const user = useQuery(sessionQuery()).data?.user
  const logout = useLogout('/login')
  if (user) {
    return (
      <Button
        variant={variant}
        busy={logout.isPending}
        className="min-h-12 w-full text-lg"
        onClick={() => logout.mutate()}
      >
        {children}
      </Button>
    )
  }
  return (
    <Button asChild variant={variant} className="min-h-12 w-full text-lg">
      <Link to="/login" state={{ email }}>
        {children}
      </Link>
    </Button>
  )
}

/**
 * A link to the sign-in page; for a signed-in user a link to their board, unless the page itself shows one for `email`.
 */
export function SignInAside({ question, email }: { question: string; email?: string }) {
  const user = useQuery(sessionQuery()).data?.user
  if (user && email !== undefined) return null
  if (user) {
    return (
      <>
        <span>{filled(mailedLink.signedInAs, { email: <SignedInAs {...user} /> })}</span>{' '}
        <a href="/parent" className={textLink}>
          {mailedLink.toBoard}
        </a>
      </>
    )
  }
  return (
    <>
      <span>{question}</span>{' '}
      <Link to="/login" state={{ email }} className={textLink}>
        {auth.signIn}
      </Link>
    </>
  )
}
