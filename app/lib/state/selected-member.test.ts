import { expect, test } from 'vitest'
import type { FamilyMember } from '#domain/contract/members.ts'
import { aMember } from '#testing/builders.ts'
import { isBubbleOpen, selectMember } from './selected-member.ts'

const [mia, ella, anna, { id: stranger }] = [
  aMember(1, 'Mia'),
  aMember(2, 'Ella'),
  aMember(3, 'Anna'),
  aMember(4, 'Eve'),
]
const family = [mia, ella, anna]

test("the address has priority over the stored member, that over the user's own, and that over the first", () => {
  expect(selectMember(family, { route: ella.id, stored: mia.id, own: anna.id })).toBe(ella)
  expect(selectMember(family, { route: undefined, stored: ella.id, own: anna.id })).toBe(ella)
  expect(selectMember(family, { route: undefined, stored: null, own: anna.id })).toBe(anna)
  expect(selectMember(family, { route: undefined, stored: null, own: stranger })).toBe(mia)
})

test('a member who is not in the family is skipped', () => {
  expect(selectMember(family, { route: 'loading', stored: stranger, own: anna.id })).toBe(anna)
  expect(selectMember([], { route: mia.id, stored: mia.id, own: mia.id })).toBeUndefined()
})

test("a bubble with a PIN opens for its member alone, and one without for a parent's device besides", () => {
  const paul: FamilyMember = { ...anna, role: 'parent' }
  const secret: FamilyMember = { ...mia, hasPin: true }
  expect([mia, secret].map((bubble) => isBubbleOpen(bubble, mia))).toEqual([true, true])
  expect([mia, secret].map((bubble) => isBubbleOpen(bubble, ella))).toEqual([false, false])
  expect([mia, secret].map((bubble) => isBubbleOpen(bubble, paul))).toEqual([true, false])
})
