import type { FamilyMember } from '#domain/contract/family-members.ts'

/** A member as an avatar draws them. */
export function faceOf({ displayName, avatarSeed, userProfileImageUrl }: Pick<FamilyMember, 'displayName' | 'avatarSeed' | 'userProfileImageUrl'>) {
  return { name: displayName, seed: avatarSeed, imageUrl: userProfileImageUrl }
}

/** A member who can be drawn and chosen by face. */
export const withFace = (member: FamilyMember) => ({ ...member, ...faceOf(member) })
