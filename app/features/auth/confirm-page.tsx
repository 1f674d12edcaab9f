import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { MailOrder } from '#domain/contract/auth.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { sessionQuery } from '#app/lib/session/session.ts'
import { fieldMessages } from '#app/lib/text/field-messages.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { auth } from '#texts/auth'
import { mailedLink } from '#texts/mailedLink'
import { recovery } from '#texts/recovery'
import { signup } from '#texts/signup'
import { AuthLayout } from './auth-layout.tsx'
import { CheckMailPage } from './check-mail-page.tsx'
import { LinkReader } from './link-reader.tsx'
import { MailAddress } from './mail-address.tsx'
import { NewLinkPage } from './new-link-page.tsx'
import { NewOwnerPage } from './new-owner-page.tsx'
import { OtherSessionWarning, SignInAside, SignInButton } from './other-session-warning.tsx'
import { useOpenedLink } from './use-mailed-link.ts'

/** Confirms the address by the link in our first mail, asks for name and password, then opens the first run. */
export default function ConfirmPage() {
  usePageTitle(mailedLink.confirmAddress)
  const brought = useOpenedLink('signup')
  if (brought === null) return <RequestNewLink title={mailedLink.confirmAddress} text={mailedLink.openMail} />
  if (brought.link === undefined && !brought.isFollowed)
    return <RequestNewLink title={mailedLink.worksNoMore} text={mailedLink.worksNoMoreText} />
  return (
    <LinkReader key={JSON.stringify(brought)} opened={brought}>
      {({ owner, isRefused, onRefused }) => {
        if (owner === null) return <RequestNewLink title={mailedLink.worksNoMore} text={mailedLink.worksNoMoreText} />
        if (owner.state === 'used')
          return owner.isNew ? <WithoutPassword email={owner.email} /> : <Confirmed email={owner.email} />
        if (owner.state === 'newer') return <Newer email={owner.email} />
        return isRefused ? (
          <TooOld email={owner.email} />
        ) : (
          <NewOwnerPage
            opened={brought}
            owner={owner}
            title={mailedLink.confirmAddress}
            submitLabel={mailedLink.yes}
            onRefused={onRefused}
          />
        )
      }}
    </LinkReader>
  )
}

/** Shows that the address is confirmed, also when the link was used before, perhaps by a mail scanner. */
function Confirmed({ email }: { email: string }) {
  const user = useQuery(sessionQuery()).data?.user
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

/** The link was used up, perhaps by a mail scanner, before anybody chose a password. */
const WithoutPassword = ({ email }: { email: string }) => (
  <NewLinkPage
    title={mailedLink.confirmed}
    text={filled(mailedLink.passwordMissing, { email: <MailAddress email={email} /> })}
    email={email}
  />
)

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
 * account. A link for a new password, which confirms the address too, and works when the old link has done so.
 */
function RequestNewLink({ title, text }: { title: string; text: string }) {
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const sending = useMutation({
    mutationFn: (email: string) => call('recover', {}, { email }),
    onError: (error) => refuse(sentenceFrom(error)),
  })
  const refuse = (sentence: string | undefined) => {
    flushSync(() => setError(sentence))
    field.current?.focus()
  }
  if (sending.isSuccess) {
    return <CheckMailPage again="recover" subtitle={signup.oneMoreStep} email={sending.variables} isSent />
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
