import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { sessionLimits } from '#domain/contract/constants.ts'
import type { DeviceId } from '#domain/contract/ids.ts'
import { ApiError, isLineFailure, serverSentence } from '#app/lib/api/api-error.ts'
import type { DeviceChoiceType } from '#app/lib/device/device-choice-props.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { PasswordField } from '#app/ui/controls/password-field.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { useCommand } from '#app/lib/state/use-command.ts'
import { settings } from '#texts/settings'
import { SettingsCard } from './settings-card.tsx'

const nothingTyped = { currentPassword: '', newPassword: '', confirmation: '' }
type Fields = typeof nothingTyped

export function PasswordCard({ email, DeviceChoice }: { email: string; DeviceChoice: DeviceChoiceType }) {
  const [kept, setKept] = useState<readonly DeviceId[]>([])
  const change = useCommand('changePassword', {
    success: () => ({ title: settings.passwordUpdated, description: settings.passwordUpdatedText }),
    failure: () => settings.passwordFailed,
  })
  const { register, handleSubmit, formState, setError, reset } = useForm({ defaultValues: nothingTyped })
  const { errors } = formState
  // The new password of a change whose reply was lost.
  const [unanswered, setUnanswered] = useState<string>()
  // Only the server checks the current password.
  const submit = handleSubmit(({ confirmation, ...passwords }) => {
    const wrong = firstWrong({ confirmation, ...passwords })
    if (wrong) {
      setError(wrong.field, { message: wrong.sentence }, { shouldFocus: true })
      return void toast({ title: common.error, description: wrong.sentence, destructive: true })
    }
    return change.mutate(
      { body: { ...passwords, ...(kept.length > 0 && { keepDeviceIds: [...kept] }) } },
      {
        onSuccess: () => {
          reset()
          setKept([])
        },
        onError: (error) => {
          const isSet =
            error instanceof ApiError && error.code === 'wrong_password' && unanswered === passwords.newPassword
          if (isLineFailure(error)) setUnanswered(passwords.newPassword)
          const message = isSet ? settings.maybeChanged : serverSentence(error)
          if (message !== undefined)
            setError(fieldToBlame(error, passwords.currentPassword), { message }, { shouldFocus: true })
        },
      },
    )
  })
  return (
    <SettingsCard title={settings.changePassword} text={settings.othersSignedOut}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col gap-4">
        {/* Names the account for password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          isOneOfSeveral
          label={settings.currentPassword}
          required
          autoComplete="current-password"
          enterKeyHint="next"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          isOneOfSeveral
          label={settings.newPassword}
          required
          autoComplete="new-password"
          enterKeyHint="next"
          placeholder={settings.minCharacters(sessionLimits.passwordLength)}
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          isOneOfSeveral
          label={settings.confirmPassword}
          required
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <DeviceChoice kept={kept} onKeep={setKept} />
        <FormError sentence={errors.root?.message} />
        <Button type="submit" busy={change.isPending} className="self-start">
          {change.isPending ? settings.updating : settings.changePassword}
        </Button>
      </form>
    </SettingsCard>
  )
}

function firstWrong({ newPassword, confirmation }: Fields): { field: keyof Fields; sentence: string } | undefined {
  if (newPassword !== confirmation) return { field: 'confirmation', sentence: settings.passwordsDiffer }
  if (newPassword.length < sessionLimits.passwordLength) {
    return { field: 'newPassword', sentence: settings.passwordTooShort(sessionLimits.passwordLength) }
  }
  return undefined
}

/** The field that caused a refusal, or the whole form. */
function fieldToBlame(error: Error, currentPassword: string): keyof Fields | 'root' {
  const { code, status } = error instanceof ApiError ? error : {}
  if (code === 'wrong_password') return 'currentPassword'
  if (status === 422) return 'newPassword'
  if (status === 400) return currentPassword === '' ? 'currentPassword' : 'newPassword'
  return 'root'
}
