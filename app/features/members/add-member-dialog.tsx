import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { memberDefaults, NewMember, type FamilyMember } from '#domain/contract/members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { ApiError, serverSentence } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useLiveForm } from '#app/lib/state/use-live-form.ts'
import type { PictureButtonType } from '#app/lib/device/picture-button-props.ts'
import { family } from '#texts/family'
import { FaceField, type ChosenFace } from './face-field.tsx'
import { freeFace } from './faces.ts'
import { MemberForm, type MemberFields } from './member-form.tsx'

const newMember: MemberFields = { displayName: '', role: memberDefaults.role, pin: '', cannotRead: false }

export type AddMemberDialogProps = {
  familyId: FamilyId
  members: readonly FamilyMember[]
  PictureButton: PictureButtonType
  /** The member was added, but saving the picture failed. */
  onPictureFailed: (member: FamilyMember, picture: ChosenFace, error: unknown) => void
  onClose: () => void
}

export function AddMemberDialog({ familyId, members, PictureButton, onPictureFailed, onClose }: AddMemberDialogProps) {
  const add = useCommand('addMember', {
    success: family.added,
    // The family is the only entity that this call names.
    failure: (error) => (error instanceof ApiError && error.code === 'not_found' ? family.noFamily : family.addFailed),
  })
  const setAvatar = useCommand('setAvatar', { success: family.avatarUploaded, failure: () => family.pictureFailed })
  const { form, draft } = useLiveForm<MemberFields, NewMember>(NewMember, newMember, `member ${familyId}`)
  const displayName = useWatch({ control: form.control, name: 'displayName' })
  // Once added, the member has this face itself: the form keeps it while it saves and fades out.
  const [avatarSeed, setAvatarSeed] = useState(() => freeFace(members))
  const isBusy = add.isPending || add.isSuccess
  if (!isBusy && members.some((member) => member.avatarSeed === avatarSeed)) setAvatarSeed(freeFace(members))
  const [face, setFace] = useState<ChosenFace>()

  const submit = async ({ displayName, role, pin, cannotRead }: NewMember) => {
    const { avatar } = face ?? { avatar: { avatarSeed } }
    const body = { displayName, role, pin, cannotRead, avatarSeed, ...('avatarSeed' in avatar && avatar) }
    const adding = add.mutateAsync({ familyId, body })
    draft.sent(adding)
    const member = await adding.catch((error: unknown) => {
      const message = serverSentence(error)
      if (message !== undefined) form.setError('root', { message })
    })
    if (!member) return
    // A picture is saved by a call of its own, which needs the member's id.
    if (face !== undefined && 'avatarUrl' in avatar) {
      try {
        await setAvatar.mutateAsync({ memberId: member.id, body: avatar })
      } catch (error) {
        return onPictureFailed(member, face, error)
      }
    }
    onClose()
  }

  return (
    <MemberForm
      title={family.addMember}
      of={add.variables?.body.id}
      form={form}
      onSubmit={(member) => void submit(member)}
      draft={draft}
      onClose={onClose}
      busy={add.isPending || setAvatar.isPending}
      face={
        <FaceField
          member={{ displayName, avatarSeed, userProfileImageUrl: null }}
          isNew
          chosen={face}
          onChoose={setFace}
          error={undefined}
          PictureButton={PictureButton}
        />
      }
    />
  )
}
