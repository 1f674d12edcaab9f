import { describe, expect, test } from 'vitest'
import { messageOf } from './errors.ts'
import { MemberPatch, NewMember, PinChange, PinTry } from './members.ts'
import { AvatarChange } from './pictures.ts'

describe('a new member', () => {
  test('is a kid with a drawn picture and no PIN, unless something else is said', () => {
    expect(NewMember.parse({ displayName: ' Mia ' })).toEqual({
      displayName: 'Mia',
      role: 'kid',
      avatarSeed: 'default',
      pin: null,
    })
    const whole = { displayName: 'Olaf', role: 'parent', avatarSeed: 'olaf', pin: '0123' }
    expect(NewMember.parse(whole)).toEqual(whole)
  })
  test.each([null, ''])('may say %j for no PIN', (pin) =>
    expect(NewMember.safeParse({ displayName: 'Mia', pin }).success).toBe(true),
  )
  test.each(['/objects/a/b', '', '\0', 'x'.repeat(121)])('is not drawn from %j', (avatarSeed) =>
    expect(NewMember.safeParse({ displayName: 'Mia', avatarSeed }).success).toBe(false),
  )
})

describe('a PIN', () => {
  const message = (pin: unknown) => PinTry.safeParse({ pin }).error?.issues[0]?.message
  test.each(['0000', '1234', '9999'])('%s is one', (pin) => expect(message(pin)).toBe(undefined))
  test.each(['', '123', '12345', '12.4', '-123', '１２３４', '1234\n', ' 123'])('%j is none', (pin) =>
    expect(message(pin)).toBe(messageOf('malformed_pin')),
  )
  test('is taken away by null, and by nothing else', () => {
    expect(PinChange.parse({ pin: null })).toEqual({ pin: null })
    for (const pin of ['', undefined, false, 0]) expect(PinChange.safeParse({ pin }).success).toBe(false)
    expect(PinTry.safeParse({ pin: null }).success).toBe(false)
  })
})

test('A change of a member says what changes, and no default sneaks in', () => {
  expect(MemberPatch.parse({ displayName: 'Mimi' })).toEqual({ displayName: 'Mimi' })
  for (const patch of [
    {},
    { pin: '1234' },
    { avatarSeed: 'x' },
    { hasPin: false },
    { displayName: 'Mimi', userId: null },
  ]) {
    expect(MemberPatch.safeParse(patch).success).toBe(false)
  }
})

test.each([
  ['/objects/family/anna.webp', true],
  ['/objects/a-b_c/a.b-c_d', true],
  ['/objects/family/../anna', false],
  ['/objects/family/', false],
  ['/objects//anna', false],
  ['/objects/family/anna.webp?x', false],
  ['/objects/family/anna.webp\n', false],
  ['https://evil.example/objects/a/b', false],
  [`/objects/a/${'x'.repeat(300)}`, false],
])('%j as a picture: %s', (avatarUrl, fits) => expect(AvatarChange.safeParse({ avatarUrl }).success).toBe(fits))
