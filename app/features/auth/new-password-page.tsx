import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { currentUserQuery } from '#app/lib/current-user.ts'
import { usePageTitle } from '#app/lib/page-title.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { recovery } from '#texts/recovery'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { useMailedLink, type MailedLink } from './mailed-link.ts'
import { newPasswordClient, type RecoverySession } from './recovery-client.ts'
import { RecoveryForm } from './recovery-form.tsx'

/** Where the link in the mail leads. */
export default function NewPasswordPage() {
  usePageTitle(recovery.chooseNew)
  const link = useMailedLink()
  const [over, setOver] = useState<MailedLink>()
  if (link === 'none') {
    return <AskForLink title={recovery.chooseNew} why={recovery.comeByLink} action={recovery.sendMeLink} />
  }
  if (link === 'too-old' || link === over) {
    return <AskForLink title={recovery.linkTooOld} why={recovery.linkTooOldText} action={recovery.sendMeNewLink} />
  }
  return <ChoosePassword link={link} onTooOld={setOver} />
}

function ChoosePassword({ link, onTooOld }: { link: RecoverySession; onTooOld: (link: RecoverySession) => void }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const client = useMemo(
    () =>
      newPasswordClient(link, {
        onTooOld: () => onTooOld(link),
        onChanged: async () => {
          // A new password ends the other sessions of its account; this browser may have been signed in with one of them.
          await queries.refetchQueries({ queryKey: currentUserQuery().queryKey })
          toast({ title: recovery.updated, description: recovery.updatedText })
          void navigate('/login', { replace: true })
        },
      }),
    [link, navigate, onTooOld, queries],
  )
  return (
    <AuthLayout title={recovery.chooseNew} subtitle={recovery.fromNowOn} aside={<SignIn />}>
      <RecoveryForm view="update_password" client={client} hint={recovery.passwordHint} />
    </AuthLayout>
  )
}

function AskForLink({ title, why, action }: { title: string; why: string; action: string }) {
  return (
    <AuthLayout title={title} subtitle={why} aside={<SignIn />}>
      <Button asChild className="min-h-12 w-full text-lg">
        <Link to="/forgot-password">{action}</Link>
      </Button>
    </AuthLayout>
  )
}

function SignIn() {
  return (
    <>
      <span>{recovery.youKnow}</span>{' '}
      <Link to="/login" className={textLink}>
        {recovery.signIn}
      </Link>
    </>
  )
}
