import { afterEach, expect, test } from 'vitest'
import { store } from '#app/state/store.ts'
import { broughtLinkAtom, readMailedLink, takeMailedLinks } from './mailed-link.ts'

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

test.each([
  '#token_hash=abc',
  '#token_hash=&type=signup',
  '#access_token=a.b.c&type=signup',
  '#refresh_token=abc',
  '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
])('an address that ends in %j brings a link that opens nothing', (hash) => {
  expect(readMailedLink(hash, 'signup')).toEqual({ type: 'signup' })
  expect(readMailedLink(hash, 'recovery')).toEqual({ type: 'recovery' })
})

afterEach(() => {
  store.set(broughtLinkAtom, null)
  window.history.replaceState(null, '', '/')
})

test('the address and the history forget a link before anything else reads them, in a page that is open too', () => {
  const steps = window.history.length
  window.history.replaceState({ of: 'the router' }, '', `/parent#${session}&type=recovery`)
  takeMailedLinks()
  expect([window.location.pathname, window.location.hash, window.history.state, window.history.length]).toEqual(['/new-password', '', null, steps])
  expect(store.get(broughtLinkAtom)).toEqual({ type: 'recovery', link })

  window.history.replaceState(null, '', '/login#token_hash=abc&type=signup')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect([window.location.pathname, window.location.hash]).toEqual(['/confirm', ''])
  expect(store.get(broughtLinkAtom)).toEqual({ type: 'signup', link: { type: 'signup', tokenHash: 'abc' } })

  window.history.replaceState(null, '', '/#features')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(window.location.hash).toBe('#features')
})
