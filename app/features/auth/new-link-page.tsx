import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { dismissToasts, toast } from '#app/state/toast.ts'
import { mailedLink } from '#texts/mailedLink'
import { recovery } from '#texts/recovery'
import { AuthLayout } from './auth-layout.tsx'
import { CheckMailPage } from './check-mail-page.tsx'
import { OtherSessionWarning, SignInAside } from './other-session-warning.tsx'

export type NewLinkPageProps = { title: string; text: ReactNode; email: string }

/** Mails a link for a new password to a known address, with one press. */
export function NewLinkPage({ title, text, email }: NewLinkPageProps) {
  const sending = useMutation({
    mutationFn: () => call('recover', {}, { email }),
    onSuccess: dismissToasts,
    onError: (error) => toast({ title: mailedLink.notSent, description: sentenceFrom(error), destructive: true }),
  })
  if (sending.isSuccess) return <CheckMailPage again="recover" subtitle={recovery.linkSent} email={email} isSent />
  return (
    <AuthLayout title={title} subtitle={text} aside={<SignInAside question={recovery.youKnow} email={email} />}>
      <OtherSessionWarning email={email} />
      <Button busy={sending.isPending} className="min-h-12 w-full text-lg" onClick={() => sending.mutate()}>
        {recovery.sendMeNewLink}
      </Button>
    </AuthLayout>
  )
}
