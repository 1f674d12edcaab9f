import type { FamilyMember } from '#domain/contract/members.ts'
import { faceParts } from '#domain/rules/faces.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { withFace } from '#app/texts/isolated.ts'
import { profiles } from '#texts/profiles'

type Person = Pick<FamilyMember, 'displayName' | 'avatarSeed' | 'userProfileImageUrl'>

/** The props of a member's avatar; `among` are the members whose faces are beside it. */
export function avatarProps(member: Person, among: readonly Person[] = familyState().members) {
  const { displayName, avatarSeed, userProfileImageUrl } = member
  return { name: displayName, seed: avatarSeed, imageUrl: userProfileImageUrl, faceWords: faceWordsOf(member, among) }
}

/** A member with the props of their avatar, for a choice by face. */
export const withAvatarProps = (member: FamilyMember) => ({ ...member, ...avatarProps(member) })

/** A member's name for screen readers where eyes have the face: 'Max, the orange one with ears' if there are two. */
export function spokenName(member: Person): string {
  const { name, faceWords } = avatarProps(member)
  return withFace(name, faceWords)
}

/** Whether two are called the same. */
export const hasNameOf = (one: Pick<Person, 'displayName'>, other: Pick<Person, 'displayName'>): boolean =>
  one.displayName.trim().toLowerCase() === other.displayName.trim().toLowerCase()

/** What tells a member from others of the same name by ear; undefined for a name of its own. */
function faceWordsOf(member: Person, among: readonly Person[]): string | undefined {
  const namesakes = among.filter((other) => hasNameOf(member, other))
  if (namesakes.length < 2) return undefined
  const words = wordsOf(member)
  const alike = namesakes.filter((other) => wordsOf(other) === words)
  return alike.length < 2 ? words : `${words} ${alike.findIndex((other) => isSame(member, other)) + 1}`
}

const isSame = (one: Person, other: Person) =>
  one.avatarSeed === other.avatarSeed && one.userProfileImageUrl === other.userProfileImageUrl

function wordsOf({ avatarSeed, userProfileImageUrl }: Person): string {
  if (userProfileImageUrl || avatarSeed.startsWith('/objects/')) return profiles.withPhoto
  const { coat, topping } = faceParts(avatarSeed)
  return profiles.face(coat, topping)
}
