import { useForm } from 'react-hook-form'
import { ProfilePatch, type CurrentUser } from '#domain/contract/auth.ts'
import { resolverOf } from '#app/lib/form-resolver.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useEditProfile } from './use-account.ts'

export function ProfileCard({ user: { firstName, lastName, email, profileImageUrl } }: { user: CurrentUser }) {
  const edit = useEditProfile()
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverOf(ProfilePatch),
    values: { firstName, lastName },
  })
  const { errors } = formState
  const submit = handleSubmit((names) => edit.mutate(names))
  return (
    <SettingsCard title="Profile Information">
      <Avatar name={`${firstName} ${lastName}`} seed={firstName} imageUrl={profileImageUrl} className="size-24 text-4xl" />
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First Name" autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
          <TextField label="Last Name" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
        </div>
        <TextField label="Email" type="email" hint="Email cannot be changed" autoComplete="email" value={email} disabled />
        <Button type="submit" busy={edit.isPending} className="self-start">
          {edit.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </form>
    </SettingsCard>
  )
}
