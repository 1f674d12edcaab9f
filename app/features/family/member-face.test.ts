import { describe, expect, it } from 'vitest'
import { NewMember } from '#domain/contract/family-members.ts'
import { seedOfFace } from './member-face.ts'

describe('the face of a new member', () => {
  it('comes from the name, and from a variation of it when another is wanted', () => {
    expect([0, 1, 2].map((variation) => seedOfFace('Mia', variation, []))).toEqual(['Mia', 'Mia 1', 'Mia 2'])
    expect(seedOfFace('  ', 0, [])).toBe('default')
  })

  it('is never the one somebody in the family has, and every wish for another brings another', () => {
    const taken = ['Mia', 'Mia 2', 'default']
    expect([0, 1, 2].map((variation) => seedOfFace('Mia', variation, taken))).toEqual(['Mia 1', 'Mia 3', 'Mia 4'])
    expect(seedOfFace('', 0, taken)).toBe('default 1')
  })

  it('is one the server takes, whatever the name', () => {
    for (const displayName of ['/objects/a/b', ' //x', 'a'.repeat(120), '👨‍👩‍👧'.repeat(15), 'x\0y', '\uD83D', '/', 'Olaf 李']) {
      const avatarSeed = seedOfFace(displayName, 7, [])
      expect(NewMember.parse({ displayName: 'Mia', avatarSeed }).avatarSeed).toBe(avatarSeed)
    }
  })
})
