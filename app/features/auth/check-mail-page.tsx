import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { secondsBetweenMails } from '#domain/contract/auth.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { sessionQuery } from '#app/lib/session/session.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { toast } from '#app/state/toast.ts'
import { mailedLink } from '#texts/mailedLink'
import { signup } from '#texts/signup'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { MailAddress } from './mail-address.tsx'
import { OtherSessionWarning, SignInButton } from './other-session-warning.tsx'

export type CheckMailPageProps = {
  email: string
  /** The call that sends the mail again. */
  again: 'resendConfirmation' | 'recover'
  title?: string
  subtitle: string
  message?: string
  /** A mail was sent just now, so the next one must wait. */
  isSent: boolean
}

/** Asks to open a mail; continues when another tab of this browser has signed in with that address. */
export function CheckMailPage({
  email,
  again,
  title = signup.checkMail,
  subtitle,
  message = signup.followLink,
  isSent,
}: CheckMailPageProps) {
  const user = useQuery(sessionQuery()).data?.user
  if (user?.email === email) return <Navigate to="/" replace />
  return (
    <AuthLayout
      isAnswer
      title={title}
      subtitle={subtitle}
      mood={isSent ? 'cheering' : 'idle'}
      aside={
        <>
          <span>{signup.wrongAddress}</span>{' '}
          <a href={again === 'recover' ? '/forgot-password' : '/signup'} className={textLink}>
            {signup.startAgain}
          </a>
        </>
      }
    >
      <div className="mb-6 flex flex-col gap-2">
        <p>{message}</p>
        <p className="text-muted">
          {filled(isSent ? signup.weWroteTo : mailedLink.weWriteTo, { email: <MailAddress email={email} /> })}
        </p>
      </div>
      <OtherSessionWarning email={email} />
      <SendAgain email={email} again={again} isSent={isSent} />
      <div className="mt-3">
        <SignInButton variant="quiet" email={email}>
          {signup.goToSignIn}
        </SignInButton>
      </div>
    </AuthLayout>
  )
}

function SendAgain({ email, again, isSent }: Pick<CheckMailPageProps, 'email' | 'again' | 'isSent'>) {
  const [seconds, wait] = useWait(isSent ? secondsBetweenMails : 0)
  const sending = useMutation({
    mutationFn: () => call(again, {}, { email }),
    onSuccess: () => {
      wait(secondsBetweenMails)
      toast({ title: mailedLink.sent, description: mailedLink.sentText })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter !== undefined) wait(error.retryAfter)
      toast({ title: mailedLink.notSent, description: sentenceFrom(error), destructive: true })
    },
  })
  return (
    <Button
      variant="soft"
      className="w-full"
      busy={sending.isPending}
      disabled={seconds > 0}
      // Screen readers would say the name of the focused button each second.
      aria-label={seconds > 0 ? mailedLink.sendAgain : undefined}
      onClick={() => sending.mutate()}
    >
      <span key={seconds}>
        {seconds > 0
          ? mailedLink.sendAgainIn(seconds)
          : isSent || sending.isSuccess
            ? mailedLink.sendAgain
            : mailedLink.send}
      </span>
    </Button>
  )
}

/** Counts seconds down to 0, from `first` and after each `wait`. */
function useWait(first: number): [seconds: number, wait: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + first * 1000)
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((end - now) / 1000))
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  const wait = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return [seconds, wait]
}
