import { expect, test } from 'vitest'
import { emptyFamilyState } from '#domain/rules/family-state.ts'
import { updateServerState } from '#app/lib/state/family-store.ts'
import { aMember } from '#testing/builders.ts'
import { faces } from '../../features/members/faces.ts'
import { spokenName } from './avatar-props.ts'

/** What is said of each of these members, who are the family. */
function spokenOf(...people: [name: string, avatarSeed: string, userProfileImageUrl?: string][]) {
  const members = people.map(([name, avatarSeed, userProfileImageUrl = null], at) => ({
    ...aMember(at + 1, name),
    avatarSeed,
    userProfileImageUrl,
  }))
  updateServerState(() => ({ ...emptyFamilyState, members }))
  return members.map(spokenName)
}

test('two of one name are told apart by their faces, and nobody else has one described', () => {
  expect(spokenOf(['Max', 'Otter'], ['max ', 'Fizz'], ['Mia', 'Kiwi'])).toEqual([
    'Max, the pink one with a cap',
    'max , the purple one with a bow',
    'Mia',
  ])
})

test('faces that are alike, and photos, are counted', () => {
  expect(spokenOf(['Max', 'Otter', '/a.webp'], ['Max', '/objects/b.webp'], ['Max', 'Fizz'])).toEqual([
    'Max, the one with the photo 1',
    'Max, the one with the photo 2',
    'Max, the purple one with a bow',
  ])
})

test('the twelve faces to choose from have words of their own', () => {
  expect(new Set(spokenOf(...faces.map((face): [string, string] => ['Max', face]))).size).toBe(faces.length)
})
