import { expect, test } from 'vitest'
import { isMailed } from '#app/lib/session/mailed-link.ts'
import { readMailedText } from './opened-link.ts'

const session = 'access_token=a.b.c&refresh_token=abc&expires_in=900&token_type=bearer'
const link = { token: 'a.b.c', refreshToken: 'abc' }

test.each([
  '',
  '#',
  '#features',
  '#type=signup',
  '#family-deleted',
  '#errors',
  '#my_error=x',
  '#features?type=recovery',
])('an address that ends in %j brings no link', (hash) => {
  expect(isMailed(hash)).toBe(false)
})

test.each([
  ['#token_hash=abc&type=signup', { type: 'signup', link: { type: 'signup', token: 'abc' } }],
  ['#type=recovery&token_hash=abc', { type: 'recovery', link: { type: 'recovery', token: 'abc' } }],
  ['#token_hash=abc&type=invite', { type: 'invite', link: { type: 'invite', token: 'abc' } }],
  ['#token_hash=abc&type=email', { type: 'signup', link: { type: 'signup', token: 'abc' } }],
  [`#${session}&type=signup`, { type: 'signup', link: { type: 'signup', ...link } }],
  [`#${session}&type=recovery`, { type: 'recovery', link: { type: 'recovery', ...link } }],
  [`#${session}&type=invite`, { type: 'invite', link: { type: 'invite', ...link } }],
  [`#${session}`, { type: 'signup', link: { type: 'signup', ...link } }],
  // As mail programs may rewrite them.
  ['#token_hash=abc&amp;type=recovery', { type: 'recovery', link: { type: 'recovery', token: 'abc' } }],
  ['?token_hash=abc&type=recovery', { type: 'recovery', link: { type: 'recovery', token: 'abc' } }],
  ['?utm=x#/token_hash=abc&type=recovery', { type: 'recovery', link: { type: 'recovery', token: 'abc' } }],
  ['#token_hash=abc', { type: 'signup', link: { type: 'signup', token: 'abc' } }],
])('an address that ends in %j brings a link', (hash, brought) => {
  expect(isMailed(hash)).toBe(true)
  expect(readMailedText(hash, 'signup')).toEqual(brought)
})

test.each([
  '#token_hash=',
  '#error_description=gone',
  '#refresh_token=abc',
  '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
])('an address that ends in %j brings a link that opens nothing, of the kind of the page', (hash) => {
  expect(isMailed(hash)).toBe(true)
  expect(readMailedText(hash, 'signup')).toEqual({ type: 'signup' })
  expect(readMailedText(hash, 'recovery')).toEqual({ type: 'recovery' })
})

test.each([
  '#token_hash=&type=signup',
  `#token_hash=${'x'.repeat(9000)}&type=signup`,
  '#access_token=a.b.c&type=signup',
])('an address that ends in %j brings a link that opens nothing, of the kind it names', (hash) => {
  expect(isMailed(hash)).toBe(true)
  expect(readMailedText(hash, 'recovery')).toEqual({ type: 'signup' })
})
