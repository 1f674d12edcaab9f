import type { FamilyMember } from '#domain/contract/members.ts'

/** The props of a member's avatar. */
export function avatarProps({
  displayName,
  avatarSeed,
  userProfileImageUrl,
}: Pick<FamilyMember, 'displayName' | 'avatarSeed' | 'userProfileImageUrl'>) {
  return { name: displayName, seed: avatarSeed, imageUrl: userProfileImageUrl }
}

/** A member with the props of their avatar, for a choice by face. */
export const withAvatarProps = (member: FamilyMember) => ({ ...member, ...avatarProps(member) })
