import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { Signup } from '#domain/contract/auth.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { ApiError, sentenceFrom } from '#app/lib/api-error.ts'
import { resolverOf } from '#app/lib/form-resolver.ts'
import { usePageTitle } from '#app/lib/page-title.ts'
import { Button } from '#app/ui/button.tsx'
import { cn } from '#app/ui/cn.ts'
import { PasswordField } from '#app/ui/password-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { AuthLayout, textLink } from './auth-layout.tsx'
import { CheckMail } from './check-mail.tsx'
import { useSignup } from './use-signup.ts'

const nothingTyped = { firstName: '', lastName: '', email: '', password: '' }

/** Refusals of the server that one field is to blame for. */
const fieldToBlame: Partial<Record<ErrorCode, 'email' | 'password'>> = { email_taken: 'email', weak_password: 'password' }

export default function SignupPage() {
  usePageTitle('Create your account')
  const signup = useSignup()
  const { register, handleSubmit, formState, setError } = useForm({ resolver: resolverOf(Signup), defaultValues: nothingTyped })
  const { errors } = formState
  if (signup.data?.checkMail) return <CheckMail {...signup.data.checkMail} />

  const submit = handleSubmit((values) =>
    signup.mutate(values, {
      onError: (error) => {
        const field = error instanceof ApiError && error.code ? fieldToBlame[error.code] : undefined
        if (field) setError(field, { message: sentenceFrom(error, 'Please try again') }, { shouldFocus: true })
      },
    }),
  )

  return (
    <AuthLayout
      title="Create your account"
      subtitle="Start your family's quest adventure today"
      aside={
        <>
          Already have an account?{' '}
          <Link to="/login" className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
          <TextField label="Last name" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
        </div>
        <TextField label="Email" type="email" autoComplete="email" inputMode="email" error={errors.email?.message} {...register('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="Must be at least 8 characters"
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" busy={signup.isPending} className="mt-2 min-h-12 text-lg">
          {signup.isPending ? 'Creating account...' : 'Create account'}
        </Button>
        <p className="text-muted text-center text-sm">
          No advertising, no profiles.{' '}
          <Link to="/privacy" className={cn(textLink, 'touch inline-flex items-center')}>
            What is kept, and why
          </Link>
        </p>
      </form>
    </AuthLayout>
  )
}
