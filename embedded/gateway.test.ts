import assert from 'node:assert/strict'
import { createGateway } from './gateway.ts'
import type { Gateway } from './gateway.ts'
import { loadKeys } from './keys.ts'
import { createTokens } from './tokens.ts'

const keysFolder = await Deno.makeTempDir()
const keys = await loadKeys(keysFolder)
await Deno.remove(keysFolder, { recursive: true })
const tokens = await createTokens(keys.jwtSecret, keys.signingKeys)

type Seen = { service: string; path: string; method: string; headers: Headers; body: string; ip?: string | undefined; token?: string | undefined }

type Asked = {
  ask: (path: string, how?: RequestInit, ip?: string) => Promise<Response>
  /** Under that name of this machine. */
  askAs: (host: string, path: string, headers?: Record<string, string>) => Promise<Response>
  open: (request: Request) => Promise<Response>
  seen: Seen[]
}

/** A gateway whose services only say what reached them. */
function gateway(trustedProxies?: number): Asked {
  const seen: Seen[] = []
  const note = (service: string) => async (request: Request, more?: string, address?: string) => {
    const { pathname, search } = new URL(request.url)
    seen.push({
      service,
      path: pathname + search,
      method: request.method,
      headers: request.headers,
      body: await request.text(),
      ...(more === undefined ? {} : { token: more }),
      ip: address ?? more,
    })
    return new Response(service)
  }
  const open: Gateway = createGateway({
    keys,
    tokens,
    auth: note('auth'),
    realtime: note('realtime'),
    storage: note('storage'),
    api: note('api'),
    mailbox: note('mailbox'),
    files: (_, path) => (path === '/index.html' ? new Response('page') : undefined),
    trustedProxies,
  })
  return {
    seen,
    ask: (path, how = {}, ip = '127.0.0.1') => open(new Request(`http://127.0.0.1:3000${path}`, how), ip),
    askAs: (host, path, headers = {}) => open(new Request(`http://${host}${path}`, { headers: { host, ...headers } }), '127.0.0.1'),
    open: (request) => open(request, '127.0.0.1'),
  }
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

Deno.test('The live service is told from where a socket and a call come', async () => {
  for (const how of [{ headers: { upgrade: 'websocket', 'x-forwarded-for': '192.0.2.7' } }, { method: 'POST', headers: { 'x-forwarded-for': '192.0.2.7' } }]) {
    for (const [proxies, from] of [
      [undefined, '198.51.100.3'],
      [1, '192.0.2.7'],
    ] as const) {
      const { ask, seen } = gateway(proxies)
      await ask('/realtime/v1/websocket', how, '198.51.100.3')
      assert.deepEqual(
        seen.map(({ ip }) => ip),
        [from],
      )
    }
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
  await ask('/realtime/v1/api/ping', { method: 'POST', body: 'x' })
  await ask('/storage/v1/object/avatars/a%2Fb.png?token=x', { method: 'PUT', body: 'w' })
  await ask('/functions/v1/api/health?a=1')
  await ask('/functions/v1/api/auth/login', { method: 'POST', body: 'y' })
  await ask('/api/auth/login', { method: 'POST', body: 'z' })
  await ask('/api/health')
  assert.deepEqual(
    seen.map(({ service, method, path, body }) => [service, method, path, body]),
    [
      ['auth', 'POST', '/token?grant_type=password&a=%20b', '{"a":1}'],
      ['realtime', 'POST', '/api/ping', 'x'],
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
  for (const path of ['/auth/v1/token', '/realtime/v1/api/ping', '/storage/v1/status', '/rest/v1/quests']) {
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

Deno.test("Pages of other origins read nothing of the function; those of the app's own do", async () => {
  const { ask } = gateway()
  const allowed = async (path: string, headers: Record<string, string>, method: string) => {
    const answer = await ask(path, { method, headers })
    assert.match(answer.headers.get('vary') ?? '', /origin/)
    return answer.headers.get('access-control-allow-origin')
  }
  for (const path of ['/functions/v1/api/health', '/functions/v1/api/auth/login', '/functions/v1/nothing']) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const origin of ['https://elsewhere.example', 'http://127.0.0.1:3001', 'http://127.0.0.1.evil.example:3000', 'null', 'nonsense']) {
        assert.equal(await allowed(path, { origin, apikey: keys.publishableKey }, method), null, `${method} ${path} from ${origin}`)
      }
      assert.equal(await allowed(path, {}, method), null)
      assert.equal(await allowed(path, { origin: 'http://127.0.0.1:3000' }, method), 'http://127.0.0.1:3000')
      assert.equal(await allowed(path, { origin: 'https://quests.example', 'x-forwarded-host': 'quests.example' }, method), 'https://quests.example')
    }
  }
})

Deno.test('The address of a service alone is the service, not a page of the app', async () => {
  const { ask, seen } = gateway()
  for (const service of ['auth', 'realtime', 'storage']) assert.equal(await (await ask(`/${service}/v1`)).text(), service)
  assert.deepEqual(
    seen.map(({ path }) => path),
    ['/', '/', '/'],
  )
  assert.equal((await ask('/functions/v1')).status, 404)
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
    assert.equal((await answer.json()).message, `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`)
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
  const here = { host: '127.0.0.1:3000' }
  for (const ip of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) assert.equal((await ask('/mailbox/7', { headers: here }, ip)).status, 200)
  assert.equal(seen.length, 4)
  for (const ip of ['192.168.1.7', '::ffff:192.168.1.7', 'fe80::1', '10.127.0.1']) {
    for (const path of ['/mailbox', '/mailbox/7']) {
      const answer = await ask(path, { headers: { ...here, 'x-forwarded-for': '127.0.0.1' } }, ip)
      assert.deepEqual([answer.status, await answer.text()], [403, 'The mailbox opens only on the machine that runs Bubblequest, at http://localhost.\n'])
    }
  }
  const status = async (headers: Record<string, string>) => (await ask('/mailbox', { headers: { ...here, ...headers } })).status
  // What a proxy on this machine passes on comes from anywhere, unless it says otherwise.
  for (const from of ['203.0.113.7', '127.0.0.1, 203.0.113.7', '203.0.113.7, 127.0.0.1', 'unknown'])
    assert.equal(await status({ 'x-forwarded-for': from }), 403)
  for (const header of ['x-forwarded-host', 'forwarded', 'via']) assert.equal(await status({ [header]: '127.0.0.1' }), 403)
  assert.equal(seen.length, 4)
  assert.equal(await status({ 'x-forwarded-for': '::1', 'x-forwarded-host': 'localhost:3000' }), 200)
  assert.equal(seen.length, 5)
})

Deno.test('The mailbox opens under the names of this machine alone, and for no page of another site', async () => {
  const { askAs, seen } = gateway()
  for (const host of ['localhost:3000', 'LOCALHOST', '127.0.0.1:3000', '[::1]:3000']) assert.equal((await askAs(host, '/mailbox')).status, 200, host)
  for (const site of ['none', 'same-origin']) assert.equal((await askAs('localhost:3000', '/mailbox', { 'sec-fetch-site': site })).status, 200)
  assert.equal((await askAs('localhost:3000', '/mailbox', { origin: 'http://localhost:3000' })).status, 200)
  assert.equal(seen.length, 7)
  // A website may let a name of its own lead here.
  for (const host of ['evil.example', 'localhost.evil.example:3000', '127.0.0.1.evil.example', 'localhost.', '192.168.1.7:3000', '127.0.0.2']) {
    assert.equal((await askAs(host, '/mailbox')).status, 403, host)
  }
  for (const site of ['cross-site', 'same-site']) assert.equal((await askAs('localhost:3000', '/mailbox', { 'sec-fetch-site': site })).status, 403)
  for (const origin of ['http://evil.example', 'http://localhost:3001', 'null'])
    assert.equal((await askAs('localhost:3000', '/mailbox', { origin })).status, 403)
  assert.equal(seen.length, 7)
})

Deno.test('Who calls is the other end of the socket, on every route, whatever is said', async () => {
  const { ask, seen } = gateway()
  const said = { 'x-forwarded-for': '203.0.113.7, 10.0.0.1', forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' }
  for (const peer of ['192.168.1.7', '127.0.0.1', '::1']) {
    for (const path of [
      '/api/auth/login',
      '/objects/a/b',
      '/functions/v1/api/auth/login',
      '/auth/v1/token',
      '/realtime/v1/api/ping',
      '/realtime/v1/websocket?apikey=x',
    ]) {
      const isSocket = path.includes('websocket')
      await ask(path, { method: isSocket ? 'GET' : 'POST', headers: { ...said, ...(isSocket && { upgrade: 'websocket' }) } }, peer)
      assert.equal(seen.at(-1)?.ip, peer, path)
    }
  }
  await ask('/auth/v1/token', {}, '::ffff:192.168.1.7')
  assert.equal(seen.at(-1)?.ip, '192.168.1.7')
})

Deno.test("Of the operator's proxies each adds one address at the right, and what a caller writes itself counts for nothing", async () => {
  const ip = async (proxies: number, forwarded: string | undefined, peer = '127.0.0.1') => {
    const { ask, seen } = gateway(proxies)
    await ask('/api/auth/login', { method: 'POST', headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }, peer)
    return seen.at(-1)?.ip
  }
  assert.equal(await ip(1, '203.0.113.7'), '203.0.113.7')
  assert.equal(await ip(1, '198.51.100.1, 198.51.100.2,203.0.113.7'), '203.0.113.7')
  assert.equal(await ip(2, '198.51.100.1, 203.0.113.7, 10.0.0.1'), '203.0.113.7')
  assert.equal(await ip(1, '::ffff:203.0.113.7', '172.17.0.1'), '203.0.113.7')
  // Around a proxy, or straight to the port: this machine itself, as the function.
  assert.equal(await ip(2, '203.0.113.7'), '127.0.0.1')
  assert.equal(await ip(1, undefined), '127.0.0.1')
  assert.equal(await ip(1, ''), '127.0.0.1')
})

Deno.test('The holder of the secret key alone says for whom it asks', async () => {
  const { ask, seen } = gateway()
  const ip = async (headers: Record<string, string>) => {
    await ask('/auth/v1/signup', { method: 'POST', headers })
    return seen.at(-1)?.ip
  }
  assert.equal(await ip({ apikey: keys.secretKey, 'sb-forwarded-for': '203.0.113.9' }), '203.0.113.9')
  assert.equal(await ip({ apikey: keys.publishableKey, 'sb-forwarded-for': '203.0.113.9' }), '127.0.0.1')
})

Deno.test('A path that can be written otherwise is refused once, before anything reads it', async () => {
  const { ask, open, seen } = gateway()
  for (const path of [
    ...['/%61uth/v1/token', '/auth/v1/%74oken', '/auth%2Dv1/token', '/%61pi/auth/login', '/api/%61uth/login', '/functions/v1/%61pi/auth/login'],
    ...['//auth/v1/token', '/auth//v1/token', '/auth/v1//token', '//api/health', '/%6dailbox', '/mailbox%5c', '/%FF', '/%', '/%4', '/%E0%A4%A/x'],
  ]) {
    const answer = await ask(path, { method: 'POST' })
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [400, 'invalid_input'], path)
  }
  // A Request has no such path; a socket's first line may.
  for (const path of ['/auth/v1/../../mailbox', '/auth\\v1/token', '/%2e%2e/mailbox', 'http://evil.example/auth/v1/token']) {
    const request = Object.defineProperty(new Request('http://127.0.0.1:3000/', { headers: { host: '127.0.0.1:3000' } }), 'url', {
      value: path.startsWith('/') ? `http://127.0.0.1:3000${path}` : path,
    })
    assert.equal((await open(request)).status, 400, path)
  }
  assert.equal(seen.length, 0)
  await ask('/storage/v1/object/avatars/%C3%BC%20%2F%25.png')
  assert.equal(seen[0]?.path, '/object/avatars/%C3%BC%20%2F%25.png')
})

Deno.test("A websocket's key stands for its JWT too", async () => {
  const { ask, seen } = gateway()
  const upgrade = { upgrade: 'websocket' }
  await ask(`/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`, { headers: upgrade })
  await ask(`/realtime/v1/websocket?apikey=${keys.secretKey}`, { headers: upgrade })
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
  for (const path of ['/auth/v12/x', '/storage/v12/x', '/restaurant', '/apiary']) assert.equal((await ask(path)).status, 404, path)
})

/** What a client that unpacks those gets of an answer of the function. */
async function answered(accept: string, body: string, headers: Record<string, string> = {}) {
  const nobody = async () => new Response()
  const answer = async () => new Response(body, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers } })
  const open = createGateway({
    keys,
    tokens,
    auth: nobody,
    realtime: nobody,
    storage: nobody,
    api: answer,
    mailbox: nobody,
    files: () => undefined,
  })
  const response = await open(new Request('http://127.0.0.1:3000/api/families/a/quests', { headers: { 'accept-encoding': accept } }), '127.0.0.1')
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { size: bytes.length, encoding: response.headers.get('content-encoding'), vary: response.headers.get('vary'), bytes }
}

Deno.test('JSON of more than a kilobyte is packed for a client that unpacks it', async () => {
  const quests = JSON.stringify(Array.from({ length: 500 }, (_, number) => ({ id: crypto.randomUUID(), title: `Quest number ${number}`, gemValue: number })))
  const packed = await answered('br, gzip;q=0.8', quests)
  assert.deepEqual([packed.encoding, packed.vary], ['gzip', 'accept-encoding'])
  assert.ok(packed.size < quests.length / 2, `${packed.size} of ${quests.length}`)
  const unpacked = new Response(new Blob([packed.bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
  assert.equal(await unpacked.text(), quests)
})

Deno.test('What is small, or very large, or holds a secret, or is no JSON, or is packed already, or is for a client that cannot unpack it, is sent as it is', async () => {
  const large = JSON.stringify('x'.repeat(2000))
  for (const [accept, body, headers] of [
    ['gzip', '[]', {}],
    ['gzip', JSON.stringify('x'.repeat(1020)), {}],
    ['gzip', JSON.stringify('x'.repeat(1_100_000)), {}],
    ['gzip', large, { 'cache-control': 'no-store, no-transform' }],
    ['gzip', large, { 'content-type': 'image/webp' }],
    ['br', large, {}],
    ['gzip;q=0', large, {}],
    ['', large, {}],
  ] as const) {
    const { size, encoding } = await answered(accept, body, headers)
    assert.deepEqual([size, encoding], [body.length, null], `${accept} ${body.length} ${JSON.stringify(headers)}`)
  }
  assert.equal((await answered('gzip', large, { 'content-encoding': 'br' })).size, large.length)
})
