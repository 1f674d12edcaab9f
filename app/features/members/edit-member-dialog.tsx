import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { NewMember, type FamilyMember } from '#domain/contract/members.ts'
import { ApiError, sentenceFrom, serverSentence } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useLiveForm } from '#app/lib/state/use-live-form.ts'
import type { PictureButtonType } from '#app/lib/device/picture-button-props.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { family } from '#texts/family'
import { pins } from '#texts/pins'
import { FaceField, type ChosenFace } from './face-field.tsx'
import { MemberForm, type MemberFields } from './member-form.tsx'
import { PinField } from './pin-field.tsx'

/** A chosen face that could not be saved, and the error. */
export type UnsavedFace = { face: ChosenFace; error: unknown }

export type EditMemberDialogProps = {
  member: FamilyMember
  unsaved: UnsavedFace | undefined
  PictureButton: PictureButtonType
  onClose: () => void
}

export function EditMemberDialog({ member, unsaved: unsavedBefore, PictureButton, onClose }: EditMemberDialogProps) {
  const [face, setFace] = useState(unsavedBefore?.face)
  const [unsaved, setUnsaved] = useState(unsavedBefore?.error)
  const edit = useCommand('editMember', { success: family.updated, failure: () => family.updateFailed })
  const setAvatar = useCommand('setAvatar', { success: family.avatarUploaded, failure: () => family.pictureFailed })
  const setPin = useCommand('setPin', {
    success: (_, { body }) => (body.pin === null ? family.pinRemoved : family.pinWasSet),
    failure: (_, { body }) => (body.pin === null ? family.removePinFailed : family.setPinFailed),
  })
  const { displayName, role, hasPin, avatarSeed, cannotRead = false } = member
  const { form, touched, untouch, draft } = useLiveForm<MemberFields, NewMember>(
    NewMember,
    { displayName, role, pin: '', cannotRead },
    `member ${member.id}`,
  )
  const { errors } = form.formState

  // Face and PIN are saved by calls of their own after the first one. A failure keeps the input.
  const submit = async ({ displayName, role, pin, cannotRead }: NewMember) => {
    const patch = touched({ displayName, role, cannotRead })
    const saved = untouch(patch)
    // A kid becomes a parent with the new PIN, because the server refuses a parent whose PIN is a common one.
    const isPinFirst = patch.role === 'parent' && hasPin && Boolean(pin)
    if (isPinFirst && !(await savePin(pin, (reason) => reason))) return
    try {
      if (Object.keys(patch).length > 0) {
        const saving = edit.mutateAsync({ memberId: member.id, body: patch })
        draft.sent(saving)
        saved({ cannotRead: false, ...(await saving) })
      }
    } catch (error) {
      const message = serverSentence(error)
      if (message !== undefined) form.setError(fieldToBlame(error), { message }, { shouldFocus: true })
      return
    }
    if (face) {
      try {
        await setAvatar.mutateAsync({ memberId: member.id, body: face.avatar })
        setFace(undefined)
        setUnsaved(undefined)
      } catch (error) {
        return setUnsaved(error)
      }
    }
    if (isPinFirst || !pin || (await savePin(pin, family.pinNotSaved))) onClose()
  }
  const savePin = async (pin: string | null, sentenceOf: (reason: string) => string) => {
    try {
      await setPin.mutateAsync({ memberId: member.id, body: { pin } })
      return true
    } catch (error) {
      const message = sentenceOf(sentenceFrom(error, family.setPinFailed))
      form.setError('pin', { message }, { shouldFocus: true })
      return false
    }
  }
  const removePin = () =>
    setPin.mutate(
      { memberId: member.id, body: { pin: null } },
      {
        onSuccess: () => form.setFocus('pin'),
        onError: (error) => {
          const message = serverSentence(error)
          if (message !== undefined) form.setError('pin', { message })
        },
      },
    )
  const isRemoving = setPin.isPending && setPin.variables?.body.pin === null

  return (
    <MemberForm
      of={member.id}
      title={family.editMember}
      form={form}
      onSubmit={(values) => void submit(values)}
      draft={draft}
      onClose={onClose}
      busy={edit.isPending || setAvatar.isPending || (setPin.isPending && !isRemoving)}
      face={
        <FaceField
          member={member}
          chosen={face}
          // Choosing the current face counts as no choice.
          onChoose={(face) =>
            setFace('avatarSeed' in face.avatar && face.avatar.avatarSeed === avatarSeed ? undefined : face)
          }
          error={
            unsaved === undefined ? undefined : family.pictureNotSaved(sentenceFrom(unsaved, family.pictureFailed))
          }
          PictureButton={PictureButton}
        />
      }
    >
      <div className="flex flex-col items-start gap-3">
        <Controller
          control={form.control}
          name="pin"
          render={({ field }) => (
            <PinField
              ref={field.ref}
              hasPin={hasPin}
              hasPicturePin={member.hasPicturePin}
              pin={field.value ?? ''}
              onChange={field.onChange}
              error={errors.pin?.message}
            />
          )}
        />
        {hasPin && (
          <>
            <Button variant="quiet" busy={isRemoving} onClick={removePin}>
              {isRemoving ? family.removing : family.removePin}
            </Button>
            <p className="text-muted text-sm">{pins.keptByBrowser}</p>
          </>
        )}
      </div>
    </MemberForm>
  )
}

/** The field that caused a refusal, or the whole form. */
function fieldToBlame(error: unknown): 'role' | 'pin' | 'root' {
  const code = error instanceof ApiError ? error.code : undefined
  return code === 'own_member' ? 'role' : code === 'common_pin' ? 'pin' : 'root'
}
