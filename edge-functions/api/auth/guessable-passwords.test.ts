import assert from 'node:assert/strict'
import type { ErrorCode, ErrorReply } from '../../../domain/contract/errors.ts'
import { Device } from '../../../testing/device.ts'
import { newAddress, newFamily, password } from '../../../testing/family.ts'
import { onOneStack } from '../../../testing/stack.ts'
import { insertMailedToken } from '../../../testing/tokens.ts'
import { refuseGuessable } from './guessable-passwords.ts'

const story = onOneStack()

Deno.test('A password is refused that is on the list, the own address or blank; one that only begins so is not', async () => {
  const email = 'annabelle@family.example'
  const guessable: Partial<Record<ErrorCode, string[]>> = {
    // The last of the list, too.
    common_password: ['iloveyou', 'Password', ' TrustNo1 ', 'dalmatio'],
    password_is_email: [email, ` ${email.toUpperCase()}`, 'annabelle'],
    blank_password: ['        ', '\u200b\u2800\u00a0\t\u3000    '],
  }
  for (const [code, words] of Object.entries(guessable))
    for (const word of words) assert.equal((await refuseGuessable(word, email))?.code, code, word)
  for (const good of [password, 'iloveyoumia', `${email}!`, '  two   ', 'passwörd'])
    assert.equal(await refuseGuessable(good, email), undefined, good)
})

story(
  'No sign-up, change or mailed link takes a password that is guessed first; a sentence says why',
  async (stack) => {
    const { parent, email, device } = await newFamily(stack)
    const link = { type: 'recovery', token: await insertMailedToken(stack, email, 'recovery') } as const
    const person = { firstName: 'Anna', lastName: 'Berg', email: newAddress('annabelle') }
    const newcomer = new Device(stack.url)
    const phone = new Device(stack.url)
    const change = { currentPassword: password }
    const calls: [own: string, refused: (guess: string) => Promise<ErrorReply>][] = [
      [person.email, (guess) => newcomer.refused('signup', {}, 422, { ...person, password: guess })],
      [email, (guess) => parent.refused('changePassword', {}, 422, { ...change, newPassword: guess })],
      [email, (guess) => phone.refused('followMailedLink', {}, 422, { link, password: guess })],
    ]
    const common = 'Very many people have this password, so it is guessed first. Please choose another one.'
    const isAddress = 'Your email address is no password. Please choose another one.'
    for (const [own, refused] of calls)
      assert.deepEqual([(await refused('iloveyou')).message, (await refused(own)).message], [common, isAddress])
    assert.equal((await stack.sql`select from auth.users where email = ${person.email}`).count, 0)
    await newcomer.call('signup', {}, { ...person, password })
    assert.equal(phone.cookies.has('bq_access'), false)
    // The old password still opens the account, and the link still takes another one.
    await device()
    await phone.call('followMailedLink', {}, { link, password: 'gems-and-bubbles' })
  },
)
