import { expect, test } from 'vitest'
import { readMailedLink } from './mailed-link.ts'

const session = 'access_token=a.b.c&refresh_token=abc&expires_in=900&token_type=bearer'
const link = { accessToken: 'a.b.c', refreshToken: 'abc' }

test.each(['', '#', '#features', '#type=signup', '#family-deleted', '#errors'])('an address that ends in %j brings none', (hash) => {
  expect(readMailedLink(hash, 'signup')).toBeUndefined()
})

test.each([
  ['#token_hash=abc&type=signup', { type: 'signup', link: { type: 'signup', tokenHash: 'abc' } }],
  ['#token_hash=abc&type=recovery', { type: 'recovery', link: { type: 'recovery', tokenHash: 'abc' } }],
  ['#token_hash=abc&type=invite', { type: 'invite', link: { type: 'invite', tokenHash: 'abc' } }],
  ['#token_hash=abc&type=email', { type: 'signup', link: { type: 'signup', tokenHash: 'abc' } }],
  [`#${session}&type=signup`, { type: 'signup', link }],
  [`#${session}&type=recovery`, { type: 'recovery', link }],
  [`#${session}&type=invite`, { type: 'invite', link }],
  [`#${session}`, { type: 'signup', link }],
])('an address that ends in %j brings a link', (hash, brought) => {
  expect(readMailedLink(hash, 'signup')).toEqual(brought)
})

test.each(['#token_hash=abc', '#refresh_token=abc', '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'])(
  'an address that ends in %j brings a link that opens nothing, of the kind of the page',
  (hash) => {
    expect(readMailedLink(hash, 'signup')).toEqual({ type: 'signup' })
    expect(readMailedLink(hash, 'recovery')).toEqual({ type: 'recovery' })
  },
)

test.each(['#token_hash=&type=signup', '#access_token=a.b.c&type=signup'])(
  'an address that ends in %j brings a link that opens nothing, of the kind it names',
  (hash) => {
    expect(readMailedLink(hash, 'recovery')).toEqual({ type: 'signup' })
  },
)
