import { expect, test } from 'vitest'
import type { ThisDevice } from '#domain/contract/devices.ts'
import { DeviceId } from '#domain/contract/ids.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { aMember } from '#testing/builders.ts'
import { choosableMembers, isBubbleOpen, selectMember } from './selected-member.ts'

const [mia, ella, anna, { id: stranger }] = [
  aMember(1, 'Mia'),
  aMember(2, 'Ella'),
  aMember(3, 'Anna'),
  aMember(4, 'Eve'),
]
const deviceId = DeviceId.parse('00000000-0000-4000-8000-000000000001')
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

test('a paired device may switch among its children, and to another kid with a PIN alone', () => {
  const anna2: FamilyMember = { ...anna, role: 'parent', hasPin: true }
  const secret: FamilyMember = { ...ella, hasPin: true }
  const emil = aMember(5, 'Emil')
  const members = [mia, secret, anna2, emil]
  const paired: ThisDevice = { id: deviceId, isPaired: true, use: 'children', memberIds: [mia.id] }
  const names = (device: ThisDevice | undefined, acting: FamilyMember | undefined = mia) =>
    choosableMembers({ members, session: { device }, acting }).map(({ displayName }) => displayName)
  expect(names(paired)).toEqual(['Mia', 'Ella'])
  expect(names({ ...paired, memberIds: [mia.id, emil.id] }, undefined)).toEqual(['Mia', 'Ella', 'Emil'])
  expect(names({ ...paired, use: 'wall', memberIds: [] }, undefined)).toEqual([])
  expect(names({ ...paired, isPaired: false, use: 'own', memberIds: [] })).toEqual(['Mia', 'Ella', 'Anna', 'Emil'])
  // A PIN that is taken away leaves the way back.
  expect(names(paired, emil)).toEqual(['Mia', 'Ella', 'Emil'])
})
