import assert from 'node:assert/strict'
import { clearedCookies, isHttps, pairedCookies, readCookies, sessionCookies } from './cookies.ts'

const request = (headers: Record<string, string> = {}, url = 'http://quests.example/api/auth/user') =>
  new Request(url, { headers })

Deno.test('Our cookies are found among others, however they are spaced', () => {
  const read = (cookie: string) => {
    const { paired, ...session } = readCookies(request({ cookie }))
    assert.equal(paired, undefined)
    return session
  }
  assert.equal(readCookies(request({ cookie: 'a=b; bq_paired=tablet' })).paired, 'tablet')
  assert.deepEqual(read('bq_access=a.b.c; bq_refresh=r'), { access: 'a.b.c', refresh: 'r' })
  assert.deepEqual(read('theme=dark;bq_refresh = r ;sidebar_state=true; bq_access=a'), { access: 'a', refresh: 'r' })
  assert.deepEqual(read('bq_access=a==; xbq_refresh=r'), { access: 'a==', refresh: undefined })
  assert.deepEqual(read('bq_access=; bq_refresh'), { access: undefined, refresh: undefined })
  assert.deepEqual(readCookies(request()), { access: undefined, refresh: undefined, paired: undefined })
})

Deno.test('A set cookie and a cleared one have the same name, path and attributes', () => {
  const set = sessionCookies(request(), { access: 'a', refresh: 'r' })
  assert.deepEqual(
    set.map((cookie) => cookie.replace(/=\w+;/, '=;').replace(/Max-Age=\d+/, 'Max-Age=0')),
    clearedCookies(request()),
  )
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
  const tokens = { access: 'a', refresh: 'r' }
  assert.deepEqual(left(signedIn, pairedCookies(request({ cookie: signedIn }), 'tablet')), ['bq_paired'])
  assert.deepEqual(left(paired, sessionCookies(request({ cookie: paired }), tokens)), ['bq_access', 'bq_refresh'])
  for (const cookie of [signedIn, paired]) assert.deepEqual(left(cookie, clearedCookies(request({ cookie }))), [])
})

Deno.test('Cookies are Secure where the browser sees https', () => {
  assert.ok(isHttps(request({}, 'https://quests.example')))
  assert.ok(isHttps(request({ 'x-forwarded-proto': 'https' })))
  assert.ok(isHttps(request({ 'x-forwarded-proto': 'https,http' })))
  assert.ok(!isHttps(request()))
  assert.ok(!isHttps(request({ 'x-forwarded-proto': 'http' }, 'https://behind.example')))
})

Deno.test('On https only cookies with the prefix are read and set, on plain http only those without', () => {
  const cookie = 'bq_access=planted; __Host-bq_access=ours'
  assert.equal(readCookies(request({ cookie })).access, 'planted')
  assert.equal(readCookies(request({ cookie, 'x-forwarded-proto': 'https' })).access, 'ours')
  assert.equal(readCookies(request({ cookie: 'bq_access=planted', 'x-forwarded-proto': 'https' })).access, undefined)
  const set = sessionCookies(request({}, 'https://quests.example/api'), { access: 'a', refresh: 'r' })
  // A browser takes the prefix only with these attributes.
  for (const one of set) assert.match(one, /^__Host-bq_\w+=\w; Path=\/; (?!.*Domain).*; Secure$/)
})
