import { useForm } from 'react-hook-form'
import { ProfilePatch, type CurrentUser } from '#domain/contract/auth.ts'
import { resolverOf } from '#app/lib/form-resolver.ts'
import type { PictureButton } from '#app/lib/picture-button.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useEditProfile, useRemoveProfileImage, useSetProfileImage } from './use-account.ts'

const note = 'Upload a profile picture (max 5MB)'

export function ProfileCard({ user: { firstName, lastName, email, profileImageUrl }, PictureButton }: { user: CurrentUser; PictureButton: PictureButton }) {
  const edit = useEditProfile()
  const upload = useSetProfileImage()
  const remove = useRemoveProfileImage()
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverOf(ProfilePatch),
    values: { firstName, lastName },
  })
  const { errors } = formState
  const submit = handleSubmit((names) => edit.mutate(names))
  return (
    <SettingsCard title="Profile Information">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar name={`${firstName} ${lastName}`} seed={firstName} imageUrl={profileImageUrl} className="size-24 text-4xl" />
        <div className="flex flex-col items-start gap-1.5">
          <div className="flex flex-wrap gap-3">
            <PictureButton
              label="Upload New Picture"
              note={note}
              failure="Failed to upload profile picture"
              save={async ({ address }) => void (await upload.mutateAsync(address))}
            />
            {profileImageUrl !== null && (
              <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
                {remove.isPending ? 'Removing...' : 'Remove Picture'}
              </Button>
            )}
          </div>
          <p className="text-muted text-sm">{note}</p>
        </div>
      </div>
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
