import { useQueryClient } from '@tanstack/react-query'
import { ProfilePatch, type CurrentUser } from '#domain/contract/auth.ts'
import { serverSentence } from '#app/lib/api/api-error.ts'
import { useLiveForm } from '#app/lib/state/use-live-form.ts'
import type { PictureButtonType } from '#app/lib/device/picture-button-props.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { DraftNote } from '#app/ui/feedback/draft-note.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { updateSession } from '#app/lib/session/session.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { settings } from '#texts/settings'
import { SettingsCard } from './settings-card.tsx'

export function ProfileCard({
  user: { firstName, lastName, email, profileImageUrl },
  PictureButton,
}: {
  user: CurrentUser
  PictureButton: PictureButtonType
}) {
  const client = useQueryClient()
  const show = (user: CurrentUser) => updateSession(client, (session) => ({ ...session, user }))
  const edit = useCommand('editProfile', {
    success: (user) => {
      show(user)
      return { title: settings.profileUpdated, description: settings.profileUpdatedText }
    },
    failure: () => settings.profileFailed,
  })
  // Has no failure text, because the picture dialog shows failures.
  const upload = useCommand('setProfileImage', {
    success: (user) => {
      show(user)
      return settings.pictureUploaded
    },
  })
  const remove = useCommand('setProfileImage', {
    success: (user) => {
      show(user)
      return settings.pictureRemoved
    },
    failure: settings.removeFailed,
  })
  const { form, touched, untouch, draft } = useLiveForm(ProfilePatch, { firstName, lastName }, `profile ${email}`)
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const submit = handleSubmit((names) => {
    const patch = touched(names)
    if (Object.keys(patch).length === 0)
      return void toast({ title: settings.profileUpdated, description: settings.profileUpdatedText })
    draft.sent(edit.mutateAsync({ body: patch }, { onSuccess: untouch(patch) }))
  })
  return (
    <SettingsCard title={settings.profile}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar
          name={`${firstName} ${lastName}`}
          seed={firstName}
          imageUrl={profileImageUrl}
          className="size-24 text-4xl"
        />
        <div className="flex flex-col items-start gap-1.5">
          <div className="flex flex-wrap gap-3">
            <PictureButton
              label={settings.uploadPicture}
              note={settings.pictureNote}
              failure={settings.pictureFailed}
              save={async ({ address }) => void (await upload.mutateAsync({ body: { profileImageUrl: address } }))}
            />
            {profileImageUrl !== null && (
              <Button
                variant="quiet"
                busy={remove.isPending}
                onClick={() => remove.mutate({ body: { profileImageUrl: null } })}
              >
                {remove.isPending ? settings.removing : settings.removePicture}
              </Button>
            )}
          </div>
          <p className="text-muted text-sm">{settings.pictureNote}</p>
        </div>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <DraftNote draft={draft} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={settings.firstName}
            required
            autoComplete="given-name"
            enterKeyHint="next"
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <TextField
            label={settings.lastName}
            required
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </div>
        <TextField
          label={settings.email}
          type="email"
          hint={settings.emailFixed}
          autoComplete="email"
          value={email}
          disabled
        />
        <FormError sentence={serverSentence(edit.error)} />
        <Button type="submit" busy={edit.isPending} className="self-start">
          {edit.isPending ? common.saving : settings.saveChanges}
        </Button>
      </form>
    </SettingsCard>
  )
}
