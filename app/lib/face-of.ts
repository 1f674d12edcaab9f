import type { FamilyMember } from '#domain/contract/family-members.ts'

/** A member as an avatar draws them. */
export function faceOf({ displayName, avatarSeed, userProfileImageUrl }: FamilyMember) {
  return { name: displayName, seed: avatarSeed, imageUrl: userProfileImageUrl }
}
