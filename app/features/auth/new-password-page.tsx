import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { usePageTitle } from '#app/lib/page-title.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { useMailedLink, type MailedLink } from './mailed-link.ts'
import { newPasswordClient, type RecoverySession } from './recovery-client.ts'
import { RecoveryForm } from './recovery-form.tsx'

/** Where the link in the mail leads. */
export default function NewPasswordPage() {
  usePageTitle('Choose a new password')
  const link = useMailedLink()
  const [over, setOver] = useState<MailedLink>()
  if (link === 'none') {
    return (
      <AskForLink
        title="Choose a new password"
        why="Please come here through the link in our mail. If you have none, we gladly send you one."
        action="Send me a link"
      />
    )
  }
  if (link === 'too-old' || link === over) {
    return <AskForLink title="This link is too old" why="A link works once and for one hour, so please ask us for a fresh one." action="Send me a new link" />
  }
  return <ChoosePassword link={link} onTooOld={setOver} />
}

function ChoosePassword({ link, onTooOld }: { link: RecoverySession; onTooOld: (link: RecoverySession) => void }) {
  const navigate = useNavigate()
  const client = useMemo(
    () =>
      newPasswordClient(link, {
        onTooOld: () => onTooOld(link),
        onChanged: () => {
          toast({ title: 'Password updated', description: 'Your password has been changed successfully.' })
          void navigate('/login', { replace: true })
        },
      }),
    [link, navigate, onTooOld],
  )
  return (
    <AuthLayout title="Choose a new password" subtitle="You will sign in with it from now on" aside={signIn}>
      <RecoveryForm view="update_password" client={client} hint="Must be at least 8 characters" />
    </AuthLayout>
  )
}

function AskForLink({ title, why, action }: { title: string; why: string; action: string }) {
  return (
    <AuthLayout title={title} subtitle={why} aside={signIn}>
      <Button asChild className="min-h-12 w-full text-lg">
        <Link to="/forgot-password">{action}</Link>
      </Button>
    </AuthLayout>
  )
}

const signIn = (
  <>
    You know your password?{' '}
    <Link to="/login" className={textLink}>
      Sign in
    </Link>
  </>
)
