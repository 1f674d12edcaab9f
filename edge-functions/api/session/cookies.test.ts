import assert from 'node:assert/strict'
import { clearedCookies, pairedCookies, readCookies, sessionCookies } from './cookies.ts'

const request = (headers: Record<string, string> = {}, url = 'http://quests.example/api/auth/user') =>
  new Request(url, { headers })
const tokens = { access: 'a', refresh: 'r' }

Deno.test('Our cookies are found among others, however they are spaced', () => {
  const none = { access: undefined, refresh: undefined, paired: undefined }
  for (const [cookie, found] of [
    ['a=b; bq_paired=tablet', { paired: 'tablet' }],
    ['theme=dark;bq_refresh = r ;sidebar_state=true; bq_access=a', tokens],
    ['bq_access=a==; xbq_refresh=r', { access: 'a==' }],
    ['bq_access=; bq_refresh', {}],
    ['', {}],
  ] as const)
    assert.deepEqual(readCookies(request({ cookie })), { ...none, ...found })
})

Deno.test('Cookies are out of reach of scripts and of other websites; on https they have the prefix, and no other is read', () => {
  const cookie = 'bq_access=planted; __Host-bq_access=ours'
  for (const [headers, url, isSecure] of [
    [{}, 'http://quests.example/api', false],
    [{ 'x-forwarded-proto': 'http' }, 'https://behind.example/api', false],
    [{}, 'https://quests.example/api', true],
    [{ 'x-forwarded-proto': 'https,http' }, 'http://behind.example/api', true],
  ] as const) {
    const asked = request({ ...headers, cookie }, url)
    const [prefix, secure] = isSecure ? ['__Host-', '; Secure'] : ['', '']
    const cookies = (access: string, refresh: string, maxAge: number) =>
      [`bq_access=${access}`, `bq_refresh=${refresh}`].map(
        (pair) => `${prefix}${pair}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`,
      )
    assert.deepEqual(sessionCookies(asked, tokens), cookies('a', 'r', 34_560_000))
    assert.deepEqual(clearedCookies(asked), cookies('', '', 0))
    assert.equal(readCookies(asked).access, isSecure ? 'ours' : 'planted')
  }
  const planted = request({ cookie: 'bq_access=planted', 'x-forwarded-proto': 'https' })
  assert.equal(readCookies(planted).access, undefined)
})

Deno.test('A browser has the cookies of a session or of a paired device, never both', () => {
  const left = (cookie: string, set: readonly string[]) => {
    const jar = new Map(cookie.split('; ').map((one) => one.split('=') as [string, string]))
    for (const one of set) {
      const [, name = '', value = ''] = /^(\w+)=(\w*)/.exec(one) ?? []
      jar.set(name, value)
    }
    return [...jar].filter(([, value]) => value !== '').map(([name]) => name)
  }
  const [signedIn, paired] = ['bq_access=a; bq_refresh=r', 'bq_paired=tablet']
  assert.deepEqual(left(signedIn, pairedCookies(request({ cookie: signedIn }), 'tablet')), ['bq_paired'])
  assert.deepEqual(left(paired, sessionCookies(request({ cookie: paired }), tokens)), ['bq_access', 'bq_refresh'])
  for (const cookie of [signedIn, paired]) assert.deepEqual(left(cookie, clearedCookies(request({ cookie }))), [])
})
