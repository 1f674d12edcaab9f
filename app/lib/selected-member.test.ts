import { createStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { MemberId } from '#domain/contract/ids.ts'
import { selectedMemberKey, selectMember, storedMemberAtom } from './selected-member.ts'

const mia = member('Mia', 1)
const ella = member('Ella', 2)
const anna = member('Anna', 3)
const family = [mia, ella, anna]
const stranger = MemberId.parse('00000000-0000-4000-8000-0000000000ff')

function member(displayName: string, number: number): FamilyMember {
  const id = MemberId.parse(`00000000-0000-4000-8000-00000000000${number}`)
  return { id, displayName, avatarSeed: displayName, userProfileImageUrl: null, hasPin: false, role: 'kid', version: 1 }
}

/** Stands in for the browser's storage. */
function storage(stored: Record<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  })
  return stored
}

afterEach(() => vi.unstubAllGlobals())

test('the address goes before what was stored, that before oneself, and oneself before the first', () => {
  expect(selectMember(family, { route: ella.id, stored: mia.id, own: anna.id })).toBe(ella)
  expect(selectMember(family, { route: undefined, stored: ella.id, own: anna.id })).toBe(ella)
  expect(selectMember(family, { route: undefined, stored: null, own: anna.id })).toBe(anna)
  expect(selectMember(family, { route: undefined, stored: null, own: stranger })).toBe(mia)
})

test('somebody who is not in the family is passed over', () => {
  expect(selectMember(family, { route: 'loading', stored: stranger, own: anna.id })).toBe(anna)
  expect(selectMember([], { route: mia.id, stored: mia.id, own: mia.id })).toBeUndefined()
})

test('the choice is read from and kept in local storage, as the bare id', () => {
  const stored = storage({ [selectedMemberKey]: ella.id })
  const store = createStore()
  expect(store.get(storedMemberAtom)).toBe(ella.id)
  store.set(storedMemberAtom, mia.id)
  expect(store.get(storedMemberAtom)).toBe(mia.id)
  expect(stored).toEqual({ selectedMemberId: mia.id })
  store.set(storedMemberAtom, null)
  expect(stored).toEqual({})
})

test('nonsense in storage is nobody, and a storage that refuses still lets us choose for now', () => {
  storage({ [selectedMemberKey]: 'nonsense' })
  expect(createStore().get(storedMemberAtom)).toBeNull()
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const store = createStore()
  expect(store.get(storedMemberAtom)).toBeNull()
  store.set(storedMemberAtom, mia.id)
  expect(store.get(storedMemberAtom)).toBe(mia.id)
})
