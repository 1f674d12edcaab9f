import { expect, test } from 'vitest'
import { readMailedLink } from './mailed-link.ts'

const session = 'access_token=a.b.c&refresh_token=abc&expires_in=900&token_type=bearer'

test('a link for a new password brings a session', () => {
  expect(readMailedLink(`#${session}&type=recovery`)).toEqual({ access_token: 'a.b.c', refresh_token: 'abc' })
})

test.each(['', '#', '#features', `#${session}`, `#${session}&type=signup`, '#access_token=a.b.c&type=recovery', '#refresh_token=abc&type=recovery'])(
  'an address that ends in %j brings none',
  (hash) => {
    expect(readMailedLink(hash)).toBe('none')
  },
)

test('a link that was used or has expired says so', () => {
  expect(readMailedLink('#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired')).toBe('too-old')
})
