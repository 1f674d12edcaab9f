import type { FamilyMember } from '#domain/contract/members.ts'
import type { Body } from '#domain/contract/routes.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import type { PictureButtonType } from '#app/lib/device/picture-button-props.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Face } from '#app/ui/media/face.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { RadioGroup } from '#app/ui/controls/radio-group.tsx'
import { family } from '#texts/family'
import { faceChoices } from './faces.ts'

/** The body of the avatar call; for a picture also a preview until it is saved. */
export type ChosenFace = { avatar: Body<'setAvatar'>; preview?: string }

export type FaceFieldProps = {
  /** The member with the current face. */
  member: Pick<FamilyMember, 'displayName' | 'avatarSeed' | 'userProfileImageUrl'>
  /** There is no current face yet: `member` has the one that is offered. */
  isNew?: boolean
  chosen: ChosenFace | undefined
  onChoose: (face: ChosenFace) => void
  error: string | undefined
  PictureButton: PictureButtonType
}

/** Chooses a member's face: a picture, or one of twelve drawn ones. It is saved with the rest of the form. */
export function FaceField({ member, isNew = false, chosen, onChoose, error, PictureButton }: FaceFieldProps) {
  const { displayName, avatarSeed, userProfileImageUrl } = member
  const seed = chosen === undefined ? avatarSeed : 'avatarSeed' in chosen.avatar ? chosen.avatar.avatarSeed : undefined
  const shown = chosen ? { name: displayName, seed, imageUrl: chosen.preview } : avatarProps(member)
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-bold">{family.picture}</legend>
      <div className="flex items-center gap-4">
        <Avatar {...shown} decorative className="size-24 text-4xl" />
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <PictureButton
            label={family.uploadPicture}
            note={family.uploadPictureHint}
            failure={family.pictureFailed}
            save={({ address, preview }) => onChoose({ avatar: { avatarUrl: address }, preview })}
          />
          <p className="text-muted text-sm">{family.pictureHint}</p>
        </div>
      </div>
      <RadioGroup
        label={family.faces}
        value={seed ?? ''}
        onValueChange={(face) => onChoose({ avatar: { avatarSeed: face } })}
        className="grid grid-cols-6 justify-items-center gap-1.5"
        optionClassName="hover:bg-sunken data-checked:border-grape grid w-full max-w-16 place-items-center rounded-full border-3 border-transparent p-0.5"
        options={faceChoices(avatarSeed).map((face) => ({
          value: face,
          name: face === avatarSeed && !isNew ? family.faceSoFar : face,
          content: <Face seed={face} className="w-full rounded-full" />,
        }))}
      />
      {userProfileImageUrl && <p className="text-muted text-sm">{family.accountPictureFirst}</p>}
      <FormError sentence={error} />
    </fieldset>
  )
}
