import { describe, expect, test } from 'vitest'
import { messageOf } from './errors.ts'
import { isCommonPin, MemberPatch, NewMember, PinChange, pinPictures, PinTry } from './members.ts'
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
  test.each(['0000', '1234', '9999', 'abcd', 'llll', 'dgai'])('%s is one', (pin) =>
    expect(message(pin)).toBe(undefined),
  )
  test.each(['', '123', '12345', '12.4', '-123', '１２３４', '1234\n', ' 123'])('%j is none', (pin) =>
    expect(message(pin)).toBe(messageOf('malformed_pin')),
  )
  test.each(['a', 'abc', 'abcda'])('%j is too few or too many pictures', (pin) => {
    expect(message(pin)).toBe(messageOf('malformed_picture_pin'))
    expect(NewMember.safeParse({ displayName: 'Mia', pin }).error?.issues[0]?.message).toBe(
      messageOf('malformed_picture_pin'),
    )
  })
  test.each(['ab12', 'abcm', 'ABCD', '12ab'])('%j, of both kinds or of neither, is none', (pin) =>
    expect(message(pin)).toBe(messageOf('malformed_pin')),
  )
  test('is taken away by null, and by nothing else', () => {
    expect(PinChange.parse({ pin: null })).toEqual({ pin: null })
    for (const pin of ['', undefined, false, 0]) expect(PinChange.safeParse({ pin }).success).toBe(false)
    expect(PinTry.safeParse({ pin: null }).success).toBe(false)
  })
})

describe('a common PIN', () => {
  const digits = ['1234', '1111', '0000', '1212', '7777', '1004', '2000', '4444', '2222', '6969']
  const commonest = [...digits, 'abcd', ...pinPictures.map((picture) => picture.repeat(4))]
  const problem = (role: string, pin: string) => NewMember.safeParse({ displayName: 'Ben', role, pin }).error?.issues[0]
  test.each(commonest)('%s is refused to a parent, at the PIN, and a kid may have it', (pin) => {
    expect(problem('parent', pin)).toMatchObject({ message: messageOf('common_pin'), path: ['pin'] })
    expect(problem('kid', pin)).toBe(undefined)
  })
  test('any other is a parent’s, and none is common', () => {
    for (const pin of ['1357', 'dcba', 'aaab']) expect(problem('parent', pin)).toBe(undefined)
    expect([isCommonPin(null), isCommonPin(''), isCommonPin('1357')]).toEqual([false, false, false])
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
