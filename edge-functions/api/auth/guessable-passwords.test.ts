import assert from 'node:assert/strict'
import type { ErrorCode } from '../../../domain/contract/errors.ts'
import { Device } from '../../../testing/device.ts'
import { newAddress, newFamily, password } from '../../../testing/family.ts'
import { onOneStack } from '../../../testing/stack.ts'
import { insertMailedToken } from '../../../testing/tokens.ts'
import { refuseGuessable } from './guessable-passwords.ts'

const story = onOneStack()

const sentences = {
  common_password: 'Very many people have this password, so it is guessed first. Please choose another one.',
  password_is_email: 'Your email address is no password. Please choose another one.',
  blank_password: 'A password cannot be of blanks alone. Please choose another one.',
} satisfies Partial<Record<ErrorCode, string>>

/** Passwords that the owner of `email` may not choose. */
const guessable = (email: string): [password: string, code: keyof typeof sentences][] => [
  ['iloveyou', 'common_password'],
  ['Password', 'common_password'],
  [' TrustNo1 ', 'common_password'],
  // The last of the list.
  ['dalmatio', 'common_password'],
  [email, 'password_is_email'],
  [` ${email.toUpperCase()}`, 'password_is_email'],
  [email.slice(0, email.indexOf('@')), 'password_is_email'],
  ['        ', 'blank_password'],
  ['\u200b\u2800\u00a0\t\u3000    ', 'blank_password'],
]

Deno.test('What the list does not have, and what only begins with an address, may be a password', async () => {
  for (const good of [password, 'gems-and-bubbles', 'iloveyoumia', 'anna@family.example!', '  two   ', 'passwörd'])
    assert.equal(await refuseGuessable(good, 'anna@family.example'), undefined, good)
})

story('No sign-up takes a password that is guessed first; a sentence says why', async (stack) => {
  const email = newAddress('annabelle')
  const person = { firstName: 'Anna', lastName: 'Berg', email }
  const device = new Device(stack.url)
  for (const [password, code] of guessable(email))
    assert.equal((await device.refused('signup', {}, code, { ...person, password })).message, sentences[code])
  assert.equal((await stack.sql`select from auth.users where email = ${email}`).count, 0)
  await device.call('signup', {}, { ...person, password })
})

story('No change takes a password that is guessed first, and the old one stays', async (stack) => {
  const { parent, email, device } = await newFamily(stack)
  for (const [newPassword, code] of guessable(email)) {
    const answer = await parent.refused('changePassword', {}, code, { currentPassword: password, newPassword })
    assert.equal(answer.message, sentences[code])
  }
  await device()
})

story('No mailed link takes a password that is guessed first; it then takes another one', async (stack) => {
  const { email } = await newFamily(stack)
  const link = { type: 'recovery', token: await insertMailedToken(stack, email, 'recovery') } as const
  const device = new Device(stack.url)
  for (const [password, code] of guessable(email))
    assert.equal((await device.refused('followMailedLink', {}, code, { link, password })).message, sentences[code])
  assert.equal(device.cookies.has('bq_access'), false)
  await device.call('followMailedLink', {}, { link, password: 'gems-and-bubbles' })
  await new Device(stack.url).call('login', {}, { email, password: 'gems-and-bubbles' })
})
