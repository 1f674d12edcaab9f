import { Link } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { filled } from '#app/texts/filled.tsx'
import { mailedLink } from '#texts/mailedLink'
import { textLink } from './auth-layout.tsx'
import { MailAddress } from './mail-address.tsx'

/** Said before somebody else's link takes the place of the person who is signed in on this browser. */
export function OtherPerson({ user, email }: { user: CurrentUser | null; email: string }) {
  if (user === null || user.email === email) return null
  return (
    <div className="bg-sun-soft mb-5 rounded-control px-4 py-3">
      <p>{filled(mailedLink.takesPlace, { email: <MailAddress email={user.email} /> })}</p>
      <Link to="/parent" className={`${textLink} touch inline-flex items-center`}>
        {mailedLink.staySignedIn}
      </Link>
    </div>
  )
}
