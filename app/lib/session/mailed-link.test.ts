import { afterEach, expect, test, vi } from 'vitest'
import { store } from '#app/state/store.ts'
import { mailedTextAtom, pairingCodeAtom, takeMailedLinks } from './mailed-link.ts'

afterEach(() => vi.unstubAllGlobals())

const text = '#token_hash=abc&type=recovery'

// As our mails and QR codes have them, and as programs may write them.
test.each([
  ['/new-password#token_hash=abc&type=recovery', '/new-password', text],
  ['/new-password%23token_hash=abc&type=recovery', '/new-password', text],
  ['/new-password%23token_hash%3Dabc%26type%3Drecovery?utm=mail', '/new-password', `?utm=mail${text}`],
  ['/new-password#token_hash%3Dabc%26type%3Drecovery', '/new-password', text],
  ['/%23access_token=abc&refresh_token=def', '/confirm', '#access_token=abc&refresh_token=def'],
  ['/confirm%23error_code=otp_expired', '/confirm', '#error_code=otp_expired'],
  ['/confirm%23', '/confirm', null],
  ['/join#ABCDEFGH', '/join', 'ABCDEFGH'],
  ['/join%23ABCDEFGH', '/join', 'ABCDEFGH'],
  ['/join%23ABCDEFGH?utm=mail', '/join', 'ABCDEFGH'],
  ['/join#signed-out', undefined, null],
  ['/parent%23quests', undefined, null],
])('what %s brings is taken out of the address', (address, left, brought) => {
  store.set(mailedTextAtom, null)
  store.set(pairingCodeAtom, null)
  const replaceState = vi.fn()
  vi.stubGlobal('window', {
    location: new URL(address, 'https://quests.example'),
    history: { replaceState },
    addEventListener: () => {},
  })
  takeMailedLinks()
  expect(replaceState.mock.calls).toEqual(left === undefined ? [] : [[null, '', left]])
  expect(store.get(mailedTextAtom) ?? store.get(pairingCodeAtom)).toBe(brought)
})
