import { useMutation } from '@tanstack/react-query'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { family } from '#texts/family'

/** The text alone: what the server said stands in the dialog or on the card. */
const failed = (description: string) => () => void toast({ title: common.error, description, destructive: true })
const succeeded = (description: string) => void toast({ title: common.success, description })

export function useAddMember(familyId: FamilyId) {
  return useMutation({
    mutationFn: (member: Body<'addMember'>) => call('addMember', { familyId }, member),
    onSuccess: () => succeeded(family.added),
    onError: (error) => {
      // The only thing this call names is the family.
      const isGone = error instanceof ApiError && error.code === 'not_found'
      toast({ title: common.error, description: isGone ? family.noFamily : family.addFailed, destructive: true })
    },
  })
}

export function useEditMember(memberId: MemberId) {
  return useMutation({
    mutationFn: (patch: Body<'editMember'>) => call('editMember', { memberId }, patch),
    onSuccess: () => succeeded(family.updated),
    onError: failed(family.updateFailed),
  })
}

/** Gives a member a picture that was sent, or one of the faces that are drawn. */
export function useSetAvatar() {
  return useMutation({
    mutationFn: ({ memberId, avatar }: { memberId: MemberId; avatar: Body<'setAvatar'> }) => call('setAvatar', { memberId }, avatar),
    onSuccess: () => succeeded(family.avatarUploaded),
    onError: failed(family.pictureFailed),
  })
}

/** Sets a PIN, or with null takes it away. */
export function useSetPin(memberId: MemberId) {
  return useMutation({
    mutationFn: (pin: string | null) => call('setPin', { memberId }, { pin }),
    onSuccess: (_, pin) => {
      succeeded(pin === null ? family.pinRemoved : family.pinWasSet)
    },
    onError: (_, pin) => failed(pin === null ? family.removePinFailed : family.setPinFailed)(),
  })
}

export function useRemoveMember() {
  return useMutation({
    mutationFn: (memberId: MemberId) => call('removeMember', { memberId }),
    onSuccess: () => succeeded(family.removed),
    onError: failed(family.removeFailed),
  })
}
