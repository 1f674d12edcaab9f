import { Suspense, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router-dom'
import { Login, MailOrder } from '#domain/contract/auth.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { fieldMessages } from '#app/lib/text/field-messages.ts'
import type { SessionEndReason } from '#app/lib/session/end-session.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ErrorText } from '#app/ui/controls/form-error.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { PasswordField } from '#app/ui/controls/password-field.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { auth } from '#texts/auth'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { isUnconfirmed, useLogin } from './use-login.ts'

const CheckMailPage = lazyWithPreload(async () => ({ default: (await import('./check-mail-page.tsx')).CheckMailPage }))

type Greeting = { title: string; text: string }

/** Remounts the form when the page links to itself. */
export default function LoginPage() {
  return <LoginForm key={useLocation().key} />
}

/** Uses no form library, because two fields need none and this page must load fast. */
function LoginForm() {
  usePageTitle(auth.signIn)
  // The hash of the address names the reason why this page was opened.
  const farewells: Partial<Record<string, Greeting>> = auth.farewells satisfies Record<SessionEndReason, Greeting>
  const { hash, state } = useLocation()
  // The address typed on the page that linked here.
  const carried = MailOrder.safeParse(state).data?.email
  const greeting = farewells[hash.slice(1)] ?? { title: auth.welcomeBack, text: auth.continueAdventure }
  const login = useLogin()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const password = useRef<HTMLInputElement>(null)
  const failure = login.error ? sentenceFrom(login.error, auth.invalidLogin) : undefined
  const isWrong = login.error instanceof ApiError && login.error.code === 'invalid_credentials'
  // Before the field looks whether it has the focus.
  useLayoutEffect(() => {
    if (isWrong) password.current?.focus()
  }, [isWrong])

  if (isUnconfirmed(login.error) && login.variables !== undefined) {
    return (
      <Suspense fallback={null}>
        <CheckMailPage
          again="resendConfirmation"
          subtitle={auth.confirmFirst}
          message={sentenceFrom(login.error)}
          email={login.variables.email}
          isSent={false}
        />
      </Suspense>
    )
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Login.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    const messages = typed.success ? {} : fieldMessages(typed.error)
    // Before the focus moves, so that the field is said with its error.
    flushSync(() => setErrors(messages))
    if (typed.success) return login.mutate(typed.data)
    const [wrong] = Object.keys(messages)
    event.currentTarget.querySelector<HTMLElement>(`[name='${wrong}']`)?.focus()
  }
  const forget = (event: FormEvent<HTMLFormElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return
    if (login.isError) login.reset()
    const { [event.target.name]: _corrected, ...others } = errors
    setErrors(others)
  }

  return (
    <AuthLayout
      title={greeting.title}
      subtitle={greeting.text}
      aside={
        <>
          <span>{auth.newHere}</span>{' '}
          <Link to="/signup" state={state} className={textLink}>
            {auth.createAccount}
          </Link>
          <Link to="/join" className={cn(textLink, 'touch mx-auto mt-2 flex w-fit items-center')}>
            {auth.joinWithCode}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} onInput={forget} className="flex flex-col gap-4">
        <TextField
          label={auth.email}
          name="email"
          type="email"
          data-autofocus={carried === undefined || undefined}
          autoComplete="email"
          enterKeyHint="next"
          inputMode="email"
          required
          defaultValue={carried}
          error={errors['email']}
        />
        <PasswordField
          ref={password}
          label={auth.password}
          name="password"
          required
          data-autofocus={carried !== undefined || undefined}
          autoComplete="current-password"
          enterKeyHint="go"
          error={errors['password'] ?? (isWrong ? failure : undefined)}
        />
        <Link to="/forgot-password" className={cn(textLink, 'touch -my-2 inline-flex items-center self-start')}>
          {auth.forgotPassword}
        </Link>
        {failure !== undefined && !isWrong && <ErrorText text={failure} />}
        <Button type="submit" busy={login.isPending} className="min-h-12 text-lg">
          {login.isPending ? auth.signingIn : auth.signIn}
        </Button>
      </form>
    </AuthLayout>
  )
}
