import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api-client.ts'
import { ApiError } from '#app/lib/api-error.ts'
import { hear } from '#app/lib/family-news.ts'
import { toast } from '#app/ui/toast.ts'
import { common } from '#texts/common'
import { family } from '#texts/family'

/** The text alone: what the server said stands in the dialog or on the card. */
const failed = (description: string) => () => void toast({ title: common.error, description, destructive: true })
const succeeded = (description: string) => void toast({ title: common.success, description })

function useHearing(familyId: FamilyId): (member: FamilyMember) => void {
  const client = useQueryClient()
  return (member) => hear(client, familyId, { type: 'member.saved', revision: member.version, member })
}

export function useAddMember(familyId: FamilyId) {
  const hearOf = useHearing(familyId)
  return useMutation({
    mutationFn: (member: Body<'addMember'>) => call('addMember', { familyId }, member),
    onSuccess: (member) => {
      hearOf(member)
      succeeded(family.added)
    },
    onError: (error) => {
      // The only thing this call names is the family.
      const isGone = error instanceof ApiError && error.code === 'not_found'
      toast({ title: common.error, description: isGone ? family.noFamily : family.addFailed, destructive: true })
    },
  })
}

export function useEditMember(familyId: FamilyId, memberId: MemberId) {
  const hearOf = useHearing(familyId)
  return useMutation({
    mutationFn: (patch: Body<'editMember'>) => call('editMember', { memberId }, patch),
    onSuccess: (member) => {
      hearOf(member)
      succeeded(family.updated)
    },
    onError: failed(family.updateFailed),
  })
}

/** Gives a member a picture that was sent, or one of the faces that are drawn. */
export function useSetAvatar(familyId: FamilyId) {
  const hearOf = useHearing(familyId)
  return useMutation({
    mutationFn: ({ memberId, avatar }: { memberId: MemberId; avatar: Body<'setAvatar'> }) => call('setAvatar', { memberId }, avatar),
    onSuccess: (member) => {
      hearOf(member)
      succeeded(family.avatarUploaded)
    },
    onError: failed(family.pictureFailed),
  })
}

/** Sets a PIN, or with null takes it away. */
export function useSetPin(familyId: FamilyId, memberId: MemberId) {
  const hearOf = useHearing(familyId)
  return useMutation({
    mutationFn: (pin: string | null) => call('setPin', { memberId }, { pin }),
    onSuccess: (member, pin) => {
      hearOf(member)
      succeeded(pin === null ? family.pinRemoved : family.pinWasSet)
    },
    onError: (_, pin) => failed(pin === null ? family.removePinFailed : family.setPinFailed)(),
  })
}

export function useRemoveMember(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (memberId: MemberId) => call('removeMember', { memberId }),
    onSuccess: (member) => {
      // The answer is the member as it last was; its removal is news of its own, one later.
      hear(client, familyId, { type: 'member.deleted', revision: member.version, memberId: member.id })
      succeeded(family.removed)
    },
    onError: failed(family.removeFailed),
  })
}
