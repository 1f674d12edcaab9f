import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { hear } from '#app/lib/family-news.ts'
import { currentUserQuery } from '#app/lib/current-user.ts'
import { toast } from '#app/ui/toast.ts'

const failed = (fallback: string) => (error: Error) => void toast({ title: 'Error', description: sentenceFrom(error, fallback), destructive: true })

export function useEditProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profile: Body<'editProfile'>) => call('editProfile', {}, profile),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery().queryKey, user)
      toast({ title: 'Profile updated', description: 'Your profile has been updated successfully.' })
    },
    onError: failed('Failed to update profile. Please try again.'),
  })
}

/** Shows a picture that was sent, here and wherever the user's face is. What goes wrong the caller says. */
export function useSetProfileImage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: string) => call('setProfileImage', {}, { profileImageUrl: address }),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery().queryKey, user)
      toast({ title: 'Success', description: 'Profile picture uploaded successfully' })
    },
  })
}

export function useRemoveProfileImage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('setProfileImage', {}, { profileImageUrl: null }),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery().queryKey, user)
      toast({ title: 'Success', description: 'Profile picture removed successfully' })
    },
    onError: failed('Failed to remove profile picture'),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: Body<'changePassword'>) => call('changePassword', {}, change),
    onSuccess: () => toast({ title: 'Password updated', description: 'Your password has been changed successfully.' }),
    onError: failed('Failed to update password. Please check your current password.'),
  })
}

export function useRenameFamily(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call('editFamily', { familyId }, { name }),
    onSuccess: (family) => {
      hear(client, familyId, { type: 'family.saved', revision: family.revision, family })
      toast({ title: 'Success', description: 'Family updated successfully' })
    },
    onError: failed('Failed to update family'),
  })
}

export function useLogoutEverywhere(onSignedOut: () => void) {
  return useMutation({ mutationFn: () => call('logoutEverywhere'), onSuccess: onSignedOut, onError: failed('Failed to sign out everywhere') })
}
