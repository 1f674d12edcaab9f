import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { MailOrder, type MailedLink } from '#domain/contract/auth.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { currentUserQuery } from '#app/lib/session/current-user.ts'
import { fieldMessages } from '#app/lib/text/field-messages.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { dismissToasts, toast } from '#app/state/toast.ts'
import { auth } from '#texts/auth'
import { mailedLink } from '#texts/mailedLink'
import { recovery } from '#texts/recovery'
import { signup } from '#texts/signup'
import { AuthLayout } from './auth-layout.tsx'
import { CheckMailPage } from './check-mail-page.tsx'
import { LinkReader } from './link-reader.tsx'
import { MailAddress } from './mail-address.tsx'
import { OtherSessionWarning, SignInAside, SignInButton } from './other-session-warning.tsx'
import { isLinkOver, useOpenedLink, useFollowLink } from './use-mailed-link.ts'

/** Confirms the address by the link in our first mail, then opens the board. Names the account before it signs in. */
export default function ConfirmPage() {
  usePageTitle(mailedLink.confirmAddress)
  const brought = useOpenedLink('signup')
  if (brought === null) return <RequestNewLink title={mailedLink.confirmAddress} text={mailedLink.openMail} />
  const { link } = brought
  if (link === undefined) return <RequestNewLink title={mailedLink.worksNoMore} text={mailedLink.worksNoMoreText} />
  return (
    <LinkReader key={JSON.stringify(link)} link={link}>
      {({ owner, isRefused, onRefused }) => {
        if (owner === null) return <RequestNewLink title={mailedLink.worksNoMore} text={mailedLink.worksNoMoreText} />
        if (owner.state === 'used') return <Confirmed email={owner.email} />
        if (owner.state === 'newer') return <Newer email={owner.email} />
        return isRefused ? <TooOld email={owner.email} /> : <Welcome link={link} onRefused={onRefused} {...owner} />
      }}
    </LinkReader>
  )
}

function Welcome({
  link,
  firstName,
  email,
  onRefused,
}: {
  link: MailedLink
  firstName: string
  email: string
  onRefused: () => void
}) {
  const following = useFollowLink(link)
  const follow = () =>
    following.mutate(undefined, {
      onSuccess: () => toast({ title: signup.accountCreated, description: signup.welcome }),
      onError: (error) => {
        if (isLinkOver(error)) {
          dismissToasts()
          onRefused()
        } else toast({ title: mailedLink.notConfirmed, description: sentenceFrom(error), destructive: true })
      },
    })
  return (
    <AuthLayout
      title={filled(mailedLink.welcome, { name: <span translate="no">{firstName}</span> })}
      subtitle={filled(mailedLink.isYours, { email: <MailAddress email={email} /> })}
      mood="cheering"
      aside={<span>{mailedLink.notYours}</span>}
    >
      <OtherSessionWarning email={email} />
      <Button busy={following.isPending} className="min-h-12 w-full text-lg" onClick={follow}>
        {following.isPending ? mailedLink.opening : mailedLink.yes}
      </Button>
    </AuthLayout>
  )
}

/** Shows that the address is confirmed, also when the link was used before, perhaps by a mail scanner. */
function Confirmed({ email }: { email: string }) {
  const { data: user } = useQuery(currentUserQuery())
  return (
    <AuthLayout
      title={mailedLink.confirmed}
      subtitle={filled(mailedLink.confirmedText, { email: <MailAddress email={email} /> })}
      aside={null}
    >
      <OtherSessionWarning email={email} />
      {user?.email === email ? (
        <Button asChild className="min-h-12 w-full text-lg">
          <Link to="/parent">{mailedLink.toBoard}</Link>
        </Button>
      ) : (
        <SignInButton email={email}>{auth.signIn}</SignInButton>
      )}
    </AuthLayout>
  )
}

const Newer = ({ email }: { email: string }) => (
  <CheckMailPage
    again="resendConfirmation"
    title={mailedLink.newer}
    subtitle={mailedLink.newerText}
    message={mailedLink.openNewest}
    email={email}
    isSent={false}
  />
)

const TooOld = ({ email }: { email: string }) => (
  <CheckMailPage
    again="resendConfirmation"
    title={recovery.linkTooOld}
    subtitle={mailedLink.oneHour}
    message={mailedLink.askAnew}
    email={email}
    isSent={false}
  />
)

/**
 * Mails a new link to a typed address when the old link is unknown: from Supabase's template, damaged, or of a deleted
 * account.
 */
function RequestNewLink({ title, text }: { title: string; text: string }) {
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const sending = useMutation({
    mutationFn: (email: string) => call('resendConfirmation', {}, { email }),
    onError: (error) => refuse(sentenceFrom(error)),
  })
  const refuse = (sentence: string | undefined) => {
    flushSync(() => setError(sentence))
    field.current?.focus()
  }
  if (sending.isSuccess) {
    return <CheckMailPage again="resendConfirmation" subtitle={signup.oneMoreStep} email={sending.variables} isSent />
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = MailOrder.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (typed.success) return sending.mutate(typed.data.email)
    return refuse(Object.values(fieldMessages(typed.error))[0])
  }
  return (
    <AuthLayout title={title} subtitle={text} aside={<SignInAside question={mailedLink.confirmedAlready} />}>
      <form noValidate onSubmit={submit} onInput={() => setError(undefined)} className="flex flex-col gap-4">
        <TextField
          ref={field}
          label={auth.email}
          required
          name="email"
          type="email"
          data-autofocus
          autoComplete="email"
          enterKeyHint="send"
          inputMode="email"
          error={error}
        />
        <Button type="submit" busy={sending.isPending} className="min-h-12 text-lg">
          {recovery.sendMeNewLink}
        </Button>
      </form>
    </AuthLayout>
  )
}
