import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router-dom'
import { Signup } from '#domain/contract/auth.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { resolverOf } from '#app/lib/text/form-resolver.ts'
import { useDraft } from '#app/lib/state/use-draft.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { ErrorText } from '#app/ui/controls/form-error.tsx'
import { PasswordField } from '#app/ui/controls/password-field.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { auth } from '#texts/auth'
import { signup } from '#texts/signup'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { blamedField } from './blamed-field.ts'
import { CheckMailPage } from './check-mail-page.tsx'
import { NameFields } from './name-fields.tsx'
import { useSignup } from './use-signup.ts'

const nothingTyped = { firstName: '', lastName: '', email: '', password: '' }

export default function SignupPage() {
  usePageTitle(signup.createYourAccount)
  const { state } = useLocation()
  const creation = useSignup()
  const form = useForm({ resolver: resolverOf(Signup), defaultValues: nothingTyped })
  const { register, handleSubmit, formState, setError } = form
  const draft = useDraft('signup', form, nothingTyped)
  const { errors } = formState
  const names = { firstName: register('firstName'), lastName: register('lastName') }
  if (creation.data?.checkMail)
    return (
      <CheckMailPage again="resendConfirmation" subtitle={signup.oneMoreStep} isSent {...creation.data.checkMail} />
    )

  const submit = handleSubmit((values) =>
    draft.sent(
      creation.mutateAsync(values, {
        onError: (error) => {
          const field = blamedField(error)
          if (field) setError(field, { message: sentenceFrom(error, signup.pleaseTryAgain) }, { shouldFocus: true })
        },
      }),
    ),
  )

  return (
    <AuthLayout
      title={signup.createYourAccount}
      subtitle={signup.startAdventure}
      aside={
        <>
          <span>{signup.haveAccount}</span>{' '}
          <Link to="/login" state={state} className={textLink}>
            {signup.signIn}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <NameFields fields={names} errors={errors} isFirst />
        <TextField
          label={auth.email}
          type="email"
          required
          autoComplete="email"
          enterKeyHint="next"
          inputMode="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={auth.password}
          required
          autoComplete="new-password"
          enterKeyHint="go"
          hint={signup.passwordHint}
          error={errors.password?.message}
          {...register('password')}
        />
        {creation.error && !blamedField(creation.error) && (
          <ErrorText text={sentenceFrom(creation.error, signup.pleaseTryAgain)} />
        )}
        <Button type="submit" busy={creation.isPending} className="mt-2 min-h-12 text-lg">
          {creation.isPending ? signup.creatingAccount : signup.createAccount}
        </Button>
        <p className="text-muted text-center text-sm">
          <span>{signup.noAdvertising}</span>{' '}
          <Link to="/privacy" className={cn(textLink, 'touch inline-flex items-center')}>
            {signup.whatIsKept}
          </Link>
        </p>
      </form>
    </AuthLayout>
  )
}
