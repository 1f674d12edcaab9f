import { useEffect } from 'react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { toast } from '#app/ui/toast.ts'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { EditMemberDialog } from './edit-member-dialog.tsx'

export type MemberDialogsProps = {
  familyId: FamilyId
  members: readonly FamilyMember[]
  /** The member to edit; missing for a new one. */
  editedId: MemberId | undefined
  onClose: () => void
}

export default function MemberDialogs({ familyId, members, editedId, onClose }: MemberDialogsProps) {
  const edited = members.find(({ id }) => id === editedId)
  // Somebody else may remove the member while the dialog is open here.
  const isGone = editedId !== undefined && edited === undefined
  useEffect(() => {
    if (!isGone) return
    toast({ title: 'Error', description: 'This member was removed on another device.', destructive: true })
    onClose()
  }, [isGone, onClose])
  if (editedId === undefined) return <AddMemberDialog familyId={familyId} members={members} onClose={onClose} />
  return edited && <EditMemberDialog familyId={familyId} member={edited} onClose={onClose} />
}
