import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { MailOrder, type CurrentUser, type MailedLink } from '#domain/contract/auth.ts'
import { call } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { fieldMessages } from '#app/lib/field-messages.ts'
import { usePageTitle } from '#app/lib/page-title.ts'
import { filled } from '#app/texts/filled.tsx'
import { inWords } from '#app/texts/in-words.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { auth } from '#texts/auth'
import { mailedLink } from '#texts/mailedLink'
import { recovery } from '#texts/recovery'
import { signup } from '#texts/signup'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { CheckMail } from './check-mail.tsx'
import { LinkReader } from './link-reader.tsx'
import { MailAddress } from './mail-address.tsx'
import { OtherPerson } from './other-person.tsx'
import { isOver, useBroughtLink, useFollowLink } from './use-mailed-link.ts'

type Props = { user: CurrentUser | null }

/** Leads from the link in our first mail to the board. Nobody is signed in before they were told as whom. */
export default function ConfirmPage({ user }: Props) {
  usePageTitle(mailedLink.confirmAddress)
  const brought = useBroughtLink('signup')
  if (brought === null) return <AskAnew title={mailedLink.confirmAddress} text={mailedLink.openMail} />
  const { link } = brought
  if (link === undefined) return <AskAnew title={mailedLink.worksNoMore} text={mailedLink.worksNoMoreText} />
  return (
    <LinkReader key={JSON.stringify(link)} link={link}>
      {(owner) => {
        if (owner === null) return <AskAnew title={mailedLink.worksNoMore} text={mailedLink.worksNoMoreText} />
        if (owner.state === 'open') return <Welcome link={link} user={user} {...owner} />
        return owner.state === 'used' ? <Confirmed email={owner.email} user={user} /> : <Newer email={owner.email} />
      }}
    </LinkReader>
  )
}

function Welcome({ link, user, firstName, email }: Props & { link: MailedLink; firstName: string; email: string }) {
  const following = useFollowLink(link)
  if (isOver(following.error)) return <TooOld email={email} />
  const follow = () =>
    following.mutate(undefined, {
      onSuccess: () => toast({ title: signup.accountCreated, description: signup.welcome }),
      onError: (error) => {
        if (!isOver(error)) toast({ title: mailedLink.notConfirmed, description: sentenceFrom(error), destructive: true })
      },
    })
  return (
    <AuthLayout
      title={filled(mailedLink.welcome, { name: <span translate="no">{firstName}</span> })}
      subtitle={filled(mailedLink.isYours, { email: <MailAddress email={email} /> })}
      mood="cheering"
      aside={<span>{mailedLink.notYours}</span>}
    >
      <OtherPerson user={user} email={email} />
      <Button busy={following.isPending} className="min-h-12 w-full text-lg" onClick={follow}>
        {following.isPending ? mailedLink.opening : mailedLink.yes}
      </Button>
    </AuthLayout>
  )
}

/** A used link, also one that a scanner of mails has followed: the address is confirmed all the same. */
function Confirmed({ email, user }: Props & { email: string }) {
  return (
    <AuthLayout title={mailedLink.confirmed} subtitle={filled(mailedLink.confirmedText, { email: <MailAddress email={email} /> })} aside={null}>
      <Button asChild className="min-h-12 w-full text-lg">
        {user?.email === email ? (
          <Link to="/parent">{mailedLink.toBoard}</Link>
        ) : (
          <Link to="/login" state={{ email }}>
            {auth.signIn}
          </Link>
        )}
      </Button>
    </AuthLayout>
  )
}

const Newer = ({ email }: { email: string }) => (
  <CheckMail again="resendConfirmation" title={mailedLink.newer} subtitle={mailedLink.newerText} message={mailedLink.openNewest} email={email} isSent={false} />
)

const TooOld = ({ email }: { email: string }) => (
  <CheckMail again="resendConfirmation" title={recovery.linkTooOld} subtitle={mailedLink.oneHour} message={mailedLink.askAnew} email={email} isSent={false} />
)

/** Nothing is known of the link: of Supabase's own templates, mutilated, or of an account that is gone. Mails a new one to the address that is typed. */
function AskAnew({ title, text }: { title: string; text: string }) {
  const [error, setError] = useState<string>()
  const sending = useMutation({
    mutationFn: (email: string) => call('resendConfirmation', {}, { email }),
    onError: (error) => setError(sentenceFrom(error)),
  })
  if (sending.isSuccess) {
    return <CheckMail again="resendConfirmation" subtitle={signup.oneMoreStep} message={inWords(sending.data.message)} email={sending.variables} isSent />
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = MailOrder.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (typed.success) return sending.mutate(typed.data.email)
    setError(Object.values(fieldMessages(typed.error))[0])
    event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <AuthLayout
      title={title}
      subtitle={text}
      aside={
        <>
          <span>{mailedLink.confirmedAlready}</span>{' '}
          <Link to="/login" className={textLink}>
            {auth.signIn}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} onInput={() => setError(undefined)} className="flex flex-col gap-4">
        <TextField label={auth.email} name="email" type="email" autoComplete="email" inputMode="email" error={error} />
        <Button type="submit" busy={sending.isPending} className="min-h-12 text-lg">
          {recovery.sendMeNewLink}
        </Button>
      </form>
    </AuthLayout>
  )
}
