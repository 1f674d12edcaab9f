import { useForm } from 'react-hook-form'
import { Signup, type MailedLinkOwner } from '#domain/contract/auth.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { resolverOf } from '#app/lib/text/form-resolver.ts'
import { filled } from '#app/texts/filled.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { ErrorText } from '#app/ui/controls/form-error.tsx'
import { PasswordField } from '#app/ui/controls/password-field.tsx'
import { dismissToasts, toast } from '#app/state/toast.ts'
import { mailedLink } from '#texts/mailedLink'
import { signup } from '#texts/signup'
import { AuthLayout } from './auth-layout.tsx'
import { blamedField } from './blamed-field.ts'
import { MailAddress } from './mail-address.tsx'
import { NameFields } from './name-fields.tsx'
import type { OpenedLink } from './opened-link.ts'
import { OtherSessionWarning } from './other-session-warning.tsx'
import { isLinkOver, useFollowLink } from './use-mailed-link.ts'

export type NewOwnerPageProps = {
  opened: OpenedLink
  owner: MailedLinkOwner
  title: string
  submitLabel: string
  onRefused: () => void
}

/**
 * Opens a new account to the owner of its address, who says name and password here: the link proves the address alone,
 * and somebody else may have signed up with it.
 */
export function NewOwnerPage({ opened, owner, title, submitLabel, onRefused }: NewOwnerPageProps) {
  const { email, firstName, lastName } = owner
  const following = useFollowLink(opened, { isNew: true })
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: resolverOf(Signup),
    defaultValues: { firstName, lastName, email, password: '' },
  })
  const { errors } = formState
  const names = { firstName: register('firstName'), lastName: register('lastName') }
  const submit = handleSubmit((typed) =>
    following.mutate(
      { firstName: typed.firstName, lastName: typed.lastName, password: typed.password },
      {
        onSuccess: () =>
          toast({
            title: opened.type === 'invite' ? mailedLink.passwordSet : signup.accountCreated,
            description: signup.welcome,
          }),
        onError: (error) => {
          if (isLinkOver(error)) {
            dismissToasts()
            return onRefused()
          }
          const field = blamedField(error)
          if (field === 'password') setError(field, { message: sentenceFrom(error) }, { shouldFocus: true })
          return toast({ title: signup.signupFailed, description: sentenceFrom(error), destructive: true })
        },
      },
    ),
  )
  return (
    <AuthLayout
      title={title}
      subtitle={filled(mailedLink.isYours, { email: <MailAddress email={email} /> })}
      mood="cheering"
      aside={<span>{mailedLink.notYours}</span>}
    >
      <OtherSessionWarning email={email} />
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <NameFields fields={names} errors={errors} />
        {/* Names the account for password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={mailedLink.choosePassword}
          required
          autoComplete="new-password"
          enterKeyHint="go"
          hint={mailedLink.onlyThisPassword}
          error={errors.password?.message}
          {...register('password')}
        />
        {following.error && !isLinkOver(following.error) && !blamedField(following.error) && (
          <ErrorText text={sentenceFrom(following.error)} />
        )}
        <Button type="submit" busy={following.isPending} className="mt-2 min-h-12 w-full text-lg">
          {following.isPending ? mailedLink.opening : submitLabel}
        </Button>
      </form>
    </AuthLayout>
  )
}
