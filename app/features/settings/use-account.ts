import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { currentUserQuery } from '#app/lib/session/current-user.ts'
import { leaving } from '#app/lib/session/refused.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { settings } from '#texts/settings'

/** The text alone: what the server said stands in the card. */
const saidFixed = (description: string) => () => void toast({ title: common.error, description, destructive: true })
const failed = (fallback: string) => (error: Error) => void toast({ title: common.error, description: sentenceFrom(error, fallback), destructive: true })

export function useEditProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profile: Body<'editProfile'>) => call('editProfile', {}, profile),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery().queryKey, user)
      toast({ title: settings.profileUpdated, description: settings.profileUpdatedText })
    },
    onError: saidFixed(settings.profileFailed),
  })
}

/** Shows a picture that was sent, here and wherever the user's face is. What goes wrong the caller says. */
export function useSetProfileImage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: string) => call('setProfileImage', {}, { profileImageUrl: address }),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery().queryKey, user)
      toast({ title: common.success, description: settings.pictureUploaded })
    },
  })
}

export function useRemoveProfileImage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('setProfileImage', {}, { profileImageUrl: null }),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery().queryKey, user)
      toast({ title: common.success, description: settings.pictureRemoved })
    },
    onError: failed(settings.removeFailed),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: Body<'changePassword'>) => call('changePassword', {}, change),
    onSuccess: () => toast({ title: settings.passwordUpdated, description: settings.passwordUpdatedText }),
    onError: saidFixed(settings.passwordFailed),
  })
}

export function useRenameFamily(familyId: FamilyId) {
  return useMutation({
    mutationFn: (name: string) => call('editFamily', { familyId }, { name }),
    onSuccess: () => toast({ title: common.success, description: settings.familyUpdated }),
    onError: failed(settings.familyFailed),
  })
}

export function useLogoutEverywhere(onSignedOut: () => void) {
  return useMutation({
    mutationKey: leaving,
    mutationFn: () => call('logoutEverywhere'),
    onSuccess: onSignedOut,
    onError: failed(settings.signOutFailed),
  })
}
