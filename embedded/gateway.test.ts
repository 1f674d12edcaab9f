import assert from 'node:assert/strict'
import { createGateway } from './gateway.ts'
import type { Gateway } from './gateway.ts'
import { loadKeys } from './keys.ts'
import { createTokens } from './tokens.ts'

const keysFolder = await Deno.makeTempDir()
const keys = await loadKeys(keysFolder)
await Deno.remove(keysFolder, { recursive: true })
const tokens = await createTokens(keys.jwtSecret, keys.signingKeys)

type Seen = { service: string; path: string; method: string; headers: Headers; body: string; ip?: string; token?: string | undefined; socketFrom?: string }

/** A gateway whose services only say what reached them. */
function gateway(): { ask: (path: string, how?: RequestInit, ip?: string) => Promise<Response>; seen: Seen[] } {
  const seen: Seen[] = []
  const note = (service: string) => async (request: Request, more?: string, socketFrom?: string) => {
    const { pathname, search } = new URL(request.url)
    seen.push({
      service,
      path: pathname + search,
      method: request.method,
      headers: request.headers,
      body: await request.text(),
      ...(more === undefined ? {} : { ip: more, token: more }),
      ...(socketFrom === undefined ? {} : { socketFrom }),
    })
    return new Response(service)
  }
  const open: Gateway = createGateway({
    keys,
    tokens,
    auth: note('auth'),
    realtime: note('realtime'),
    storage: note('storage'),
    functions: { api: note('api') },
    mailbox: note('mailbox'),
    files: (_, path) => (path === '/index.html' ? new Response('page') : undefined),
  })
  return { seen, ask: (path, how = {}, ip = '127.0.0.1') => open(new Request(`http://127.0.0.1:3000${path}`, how), ip) }
}

/** What the auth service is handed as authorization when a client sends these headers. */
async function mapped(headers: Record<string, string>): Promise<string | null | undefined> {
  const { ask, seen } = gateway()
  await ask('/auth/v1/user', { headers })
  return seen[0]?.headers.get('authorization')
}

Deno.test("A key stands for its JWT, unless a user's own token came along", async () => {
  const { publishableKey, secretKey } = keys
  assert.equal(await mapped({ apikey: publishableKey }), `Bearer ${tokens.anonToken}`)
  assert.equal(await mapped({ apikey: secretKey }), `Bearer ${tokens.serviceToken}`)
  assert.equal(await mapped({ apikey: publishableKey, authorization: `Bearer ${publishableKey}` }), `Bearer ${tokens.anonToken}`)
  assert.equal(await mapped({ apikey: secretKey, authorization: `Bearer ${secretKey}` }), `Bearer ${tokens.serviceToken}`)
  assert.equal(await mapped({ apikey: publishableKey, authorization: 'Bearer a.b.c' }), 'Bearer a.b.c')
  assert.equal(await mapped({ apikey: 'a.b.c' }), 'a.b.c')
  assert.equal(await mapped({}), null)
})

Deno.test('The live service is told from where a socket and a broadcast come', async () => {
  for (const how of [{ headers: { upgrade: 'websocket', 'x-forwarded-for': '192.0.2.7' } }, { method: 'POST', headers: { 'x-forwarded-for': '192.0.2.7' } }]) {
    const { ask, seen } = gateway()
    await ask('/realtime/v1/websocket', how, '127.0.0.1')
    await ask('/realtime/v1/websocket', { ...how, headers: { upgrade: 'websocket' } }, '198.51.100.3')
    assert.deepEqual(
      seen.map(({ socketFrom }) => socketFrom),
      ['192.0.2.7', '198.51.100.3'],
    )
  }
})

Deno.test('A key that is none of this installation opens nothing', async () => {
  for (const key of ['sb_secret_wrong', `${keys.secretKey}x`, keys.secretKey.slice(0, -1), keys.jwtSecret]) {
    for (const headers of [{ apikey: key }, { apikey: key, authorization: `Bearer ${key}` }]) {
      const authorization = await mapped(headers)
      assert.ok(authorization === key || authorization === `Bearer ${key}`, String(authorization))
    }
  }
})

Deno.test('Services see their paths without the prefix, queries and bodies as they were', async () => {
  const { ask, seen } = gateway()
  await ask('/auth/v1/token?grant_type=password&a=%20b', { method: 'POST', body: '{"a":1}' })
  await ask('/realtime/v1/api/broadcast', { method: 'POST', body: 'x' })
  await ask('/storage/v1/object/avatars/a%2Fb.png?token=x', { method: 'PUT', body: 'w' })
  await ask('/functions/v1/api/health?a=1')
  await ask('/functions/v1/api/auth/login', { method: 'POST', body: 'y' })
  await ask('/api/auth/login', { method: 'POST', body: 'z' })
  await ask('/api/health')
  assert.deepEqual(
    seen.map(({ service, method, path, body }) => [service, method, path, body]),
    [
      ['auth', 'POST', '/token?grant_type=password&a=%20b', '{"a":1}'],
      ['realtime', 'POST', '/api/broadcast', 'x'],
      ['storage', 'PUT', '/object/avatars/a%2Fb.png?token=x', 'w'],
      ['api', 'GET', '/api/health?a=1', ''],
      ['api', 'POST', '/api/auth/login', 'y'],
      ['api', 'POST', '/api/auth/login', 'z'],
      ['api', 'GET', '/api/health', ''],
    ],
  )
})

Deno.test("Any origin may call the services, without cookies; /api is for the app's own origin", async () => {
  const { ask } = gateway()
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'apikey, x-client-info' }
  for (const path of [
    '/auth/v1/token',
    '/realtime/v1/api/broadcast',
    '/storage/v1/status',
    '/functions/v1/api/health',
    '/functions/v1/nothing',
    '/rest/v1/quests',
  ]) {
    const preflight = await ask(path, { method: 'OPTIONS', headers })
    assert.deepEqual([preflight.status, await preflight.text()], [204, ''], path)
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'apikey, x-client-info')
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/)
    const answer = await ask(path, { headers })
    assert.equal(answer.headers.get('access-control-allow-origin'), '*', path)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null, path)
  }
  for (const how of [{ headers }, { headers, method: 'OPTIONS' }, { headers, method: 'POST', body: '{}' }]) {
    const answer = await ask('/api/quests/1', how)
    assert.deepEqual(
      [...answer.headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    )
  }
})

Deno.test('What is not part of the embedded stack says so', async () => {
  const { ask, seen } = gateway()
  for (const [path, what] of [
    ['/rest/v1/quests', 'The table API'],
    ['/rest/v1', 'The table API'],
    ['/graphql/v1', 'GraphQL'],
  ] as const) {
    const answer = await ask(path, { method: 'POST', body: '{}' })
    assert.equal(answer.status, 501)
    assert.deepEqual(await answer.json(), { message: `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.` })
  }
  assert.deepEqual(seen, [])
})

Deno.test('A function that does not exist is not found', async () => {
  const { ask, seen } = gateway()
  for (const path of ['/functions/v1/nothing', '/functions/v1/', '/functions/v1/toString', '/functions/v1/constructor/x']) {
    const answer = await ask(path)
    assert.deepEqual([answer.status, await answer.text()], [404, 'Function not found'], path)
  }
  assert.deepEqual(seen, [])
})

Deno.test('The mailbox opens only on this machine', async () => {
  const { ask, seen } = gateway()
  for (const ip of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) assert.equal((await ask('/mailbox', {}, ip)).status, 200)
  assert.equal(seen.length, 4)
  for (const ip of ['192.168.1.7', '::ffff:192.168.1.7', 'fe80::1', '10.127.0.1']) {
    const answer = await ask('/mailbox', { headers: { 'x-forwarded-for': '127.0.0.1' } }, ip)
    assert.deepEqual([answer.status, await answer.text()], [403, 'The mailbox opens only on the machine that runs Bubblequest.\n'])
  }
  // What a proxy on this machine passes on comes from anywhere, unless it says otherwise.
  for (const from of ['203.0.113.7', '127.0.0.1, 203.0.113.7', '203.0.113.7, 127.0.0.1', 'unknown']) {
    assert.equal((await ask('/mailbox', { headers: { 'x-forwarded-for': from } })).status, 403)
  }
  for (const header of ['x-forwarded-host', 'forwarded', 'via']) assert.equal((await ask('/mailbox', { headers: { [header]: '127.0.0.1' } })).status, 403)
  assert.equal(seen.length, 4)
  assert.equal((await ask('/mailbox', { headers: { 'x-forwarded-for': '::1', 'x-forwarded-host': 'localhost:3000' } })).status, 200)
  assert.equal(seen.length, 5)
})

Deno.test('Who calls is believed only of a proxy on this machine and of the holder of the secret key', async () => {
  const { ask, seen } = gateway()
  const said = { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }
  const ip = async (headers: Record<string, string>, peer: string) => {
    await ask('/auth/v1/signup', { method: 'POST', headers }, peer)
    return seen.at(-1)?.ip
  }
  assert.equal(await ip({}, '192.168.1.7'), '192.168.1.7')
  assert.equal(await ip(said, '192.168.1.7'), '192.168.1.7')
  // What the caller itself says comes before what the proxy adds.
  assert.equal(await ip(said, '127.0.0.1'), '10.0.0.1')
  assert.equal(await ip({ apikey: keys.secretKey, 'sb-forwarded-for': '203.0.113.9' }, '127.0.0.1'), '203.0.113.9')
  assert.equal(await ip({ apikey: keys.publishableKey, 'sb-forwarded-for': '203.0.113.9' }, '127.0.0.1'), '127.0.0.1')

  await ask('/api/auth/login', { method: 'POST', headers: said }, '192.168.1.7')
  assert.equal(seen.at(-1)?.ip, '192.168.1.7')
  await ask('/functions/v1/api/auth/signup', { method: 'POST' }, '192.168.1.8')
  assert.equal(seen.at(-1)?.ip, '192.168.1.8')
})

Deno.test("A websocket's key stands for its JWT too", async () => {
  const { ask, seen } = gateway()
  const upgrade = { upgrade: 'websocket' }
  await ask(`/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`, { headers: upgrade })
  await ask('/realtime/v1/websocket', { headers: { ...upgrade, 'x-api-key': keys.secretKey } })
  await ask('/realtime/v1/websocket?apikey=a.b.c', { headers: upgrade })
  await ask('/realtime/v1/websocket', { headers: upgrade })
  assert.deepEqual(
    seen.map(({ token }) => token),
    [tokens.anonToken, tokens.serviceToken, 'a.b.c', undefined],
  )
  assert.equal(seen[0]?.path, `/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`)
})

Deno.test('Everything else is a file of the app, which can only be read', async () => {
  const { ask } = gateway()
  assert.equal(await (await ask('/index.html')).text(), 'page')
  const missing = await ask('/nothing.js')
  assert.deepEqual([missing.status, await missing.text()], [404, 'Not found\n'])
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await ask('/index.html', { method })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'], method)
  }
  for (const path of ['/auth/v1', '/auth/v12/x', '/storage/v1', '/storage/v12/x', '/restaurant', '/apiary']) assert.equal((await ask(path)).status, 404, path)
})
