import { useEffect, useState } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import type { PictureButtonType } from '#app/lib/device/picture-button-props.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { family } from '#texts/family'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { EditMemberDialog, type UnsavedFace } from './edit-member-dialog.tsx'

export type MemberDialogsProps = {
  familyId: FamilyId
  members: readonly FamilyMember[]
  /** The member to edit; missing for a new one. */
  editedId: MemberId | undefined
  PictureButton: PictureButtonType
  onClose: () => void
}

export default function MemberDialogs({
  familyId,
  members,
  editedId: asked,
  PictureButton,
  onClose,
}: MemberDialogsProps) {
  // A new member whose picture failed to save: the dialog goes on as an edit.
  const [added, setAdded] = useState<{ id: MemberId; unsaved: UnsavedFace }>()
  const editedId = added?.id ?? asked
  const edited = members.find(({ id }) => id === editedId)
  // Another device may remove the member while the dialog is open.
  const isGone = editedId !== undefined && edited === undefined
  useEffect(() => {
    if (!isGone) return
    toast({ title: common.error, description: family.removedElsewhere, destructive: true })
    onClose()
  }, [isGone, onClose])
  if (editedId === undefined) {
    return (
      <AddMemberDialog
        familyId={familyId}
        members={members}
        PictureButton={PictureButton}
        onPictureFailed={({ id }, face, error) => setAdded({ id, unsaved: { face, error } })}
        onClose={onClose}
      />
    )
  }
  return (
    edited && (
      <EditMemberDialog member={edited} unsaved={added?.unsaved} PictureButton={PictureButton} onClose={onClose} />
    )
  )
}
