import assert from 'node:assert/strict'
import { createGateway } from './gateway.ts'
import { loadKeys } from './keys.ts'
import { createTokens } from './tokens.ts'

const keysFolder = await Deno.makeTempDir()
const keys = await loadKeys(keysFolder)
await Deno.remove(keysFolder, { recursive: true })
const tokens = await createTokens(keys.jwtSecret, keys.signingKeys)

type Seen = {
  service: string
  path: string
  method: string
  headers: Headers
  body: string
  ip?: string | undefined
  token?: string | undefined
}

/** A gateway whose services record the requests that reach them; `api` replaces the function's response. */
function gateway(trustedProxies?: number, api?: () => Response) {
  const seen: Seen[] = []
  const note = (service: string) => async (request: Request, more?: string, address?: string) => {
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    seen.push({
      service,
      path: pathname + search,
      method,
      headers,
      body: await request.text(),
      token: more,
      ip: address ?? more,
    })
    return new Response(service)
  }
  const open = createGateway({
    keys,
    tokens,
    auth: note('auth'),
    realtime: note('realtime'),
    storage: note('storage'),
    api: api === undefined ? note('api') : async () => api(),
    mailbox: note('mailbox'),
    files: (_, path) => (path === '/' || path === '/index.html' ? new Response('page') : undefined),
    trustedProxies,
  })
  return {
    seen,
    ask: (path: string, how: RequestInit = {}, peer = '127.0.0.1') =>
      open(new Request(`http://127.0.0.1:3000${path}`, how), peer),
    /** The status of the mailbox, asked under that name of this machine. */
    async openMailbox(host: string, headers: Record<string, string> = {}, peer = '127.0.0.1') {
      return (await open(new Request(`http://${host}/mailbox`, { headers: { host, ...headers } }), peer)).status
    },
    open: (request: Request) => open(request, '127.0.0.1'),
  }
}

Deno.test("A key stands for its JWT, a user's own token comes first, and a key that is none opens nothing", async () => {
  const { publishableKey, secretKey, jwtSecret } = keys
  const { ask, seen } = gateway()
  const bearer = (token: string) => `Bearer ${token}`
  for (const [headers, authorization] of [
    ...([[publishableKey, tokens.anonToken] as const, [secretKey, tokens.serviceToken] as const] as const).flatMap(
      ([key, token]) => [
        [{ apikey: key }, bearer(token)] as const,
        [{ apikey: key, authorization: bearer(key) }, bearer(token)] as const,
      ],
    ),
    [{ apikey: publishableKey, authorization: 'Bearer a.b.c' }, 'Bearer a.b.c'],
    [{ apikey: 'a.b.c' }, 'a.b.c'],
    [{}, null],
    ...[`${secretKey}x`, secretKey.slice(0, -1), jwtSecret].flatMap((key) => [
      [{ apikey: key }, key] as const,
      [{ apikey: key, authorization: bearer(key) }, key.startsWith('sb_') ? key : bearer(key)] as const,
    ]),
  ] as const) {
    await ask('/auth/v1/user', { headers })
    assert.equal(seen.at(-1)?.headers.get('authorization'), authorization, JSON.stringify(headers))
  }
  for (const [query, token] of [
    [`?apikey=${publishableKey}&vsn=2.0.0`, tokens.anonToken],
    [`?apikey=${secretKey}`, tokens.serviceToken],
    ['?apikey=a.b.c', 'a.b.c'],
    ['', undefined],
  ] as const) {
    await ask(`/realtime/v1/websocket${query}`, { headers: { upgrade: 'websocket' } })
    assert.deepEqual([seen.at(-1)?.token, seen.at(-1)?.path], [token, `/websocket${query}`])
  }
})

Deno.test('Services see their paths without the prefix, queries and bodies as they were', async () => {
  for (const [method, asked, service, path] of [
    ['POST', '/auth/v1/token?grant_type=password&a=%20b', 'auth', '/token?grant_type=password&a=%20b'],
    ['POST', '/realtime/v1/api/ping', 'realtime', '/api/ping'],
    ['PUT', '/storage/v1/object/avatars/a%2Fb.png?token=x', 'storage', '/object/avatars/a%2Fb.png?token=x'],
    ['GET', '/functions/v1/api/health?a=1', 'api', '/api/health?a=1'],
    ['POST', '/functions/v1/api/auth/login', 'api', '/api/auth/login'],
    ['POST', '/api/auth/login', 'api', '/api/auth/login'],
    ['GET', '/api/health', 'api', '/api/health'],
    // The address of a service alone is the service, not a page of the app.
    ...['auth', 'realtime', 'storage'].map((service) => ['GET', `/${service}/v1`, service, '/'] as const),
  ] as const) {
    const { ask, seen } = gateway()
    const body = method === 'GET' ? '' : `for ${asked}`
    await ask(asked, { method, ...(body !== '' && { body }) })
    assert.partialDeepStrictEqual(seen, [{ service, method, path, body }])
  }
})

Deno.test("Any origin may call the services, without cookies; /api is for the app's own origin", async () => {
  const { ask } = gateway()
  const origin = 'https://elsewhere.example'
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'apikey, x-client-info' }
  const headers = { origin, ...asked }
  for (const path of ['/auth/v1/token', '/realtime/v1/api/ping', '/storage/v1/status', '/rest/v1/quests']) {
    const preflight = await ask(path, { method: 'OPTIONS', headers })
    assert.equal(preflight.status, 204, path)
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/)
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'apikey, x-client-info')
    for (const answer of [preflight, await ask(path, { headers })]) {
      assert.equal(answer.headers.get('access-control-allow-origin'), '*', path)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null, path)
    }
  }
  for (const how of [{ headers }, { headers, method: 'OPTIONS' }, { headers, method: 'POST', body: '{}' }]) {
    const allowed = [...(await ask('/api/quests/1', how)).headers.keys()]
    assert.ok(!allowed.some((name) => name.startsWith('access-control')))
  }
})

Deno.test("Pages of other origins read nothing of the function; those of the app's own do", async () => {
  const { ask } = gateway()
  for (const [headers, allowed] of [
    ...[
      'https://elsewhere.example',
      'http://127.0.0.1:3001',
      'http://127.0.0.1.evil.example:3000',
      'null',
      'nonsense',
    ].map((origin) => [{ origin, apikey: keys.publishableKey }, null] as const),
    [{}, null],
    [{ origin: 'http://127.0.0.1:3000' }, 'http://127.0.0.1:3000'],
    [{ origin: 'https://quests.example', 'x-forwarded-host': 'quests.example' }, 'https://quests.example'],
  ] as const) {
    for (const [method, path] of [
      ['GET', '/functions/v1/api/health'],
      ['POST', '/functions/v1/api/auth/login'],
      ['OPTIONS', '/functions/v1/api/auth/login'],
      ['GET', '/functions/v1/nothing'],
    ] as const) {
      const answer = await ask(path, { method, headers })
      assert.match(answer.headers.get('vary') ?? '', /origin/)
      assert.equal(answer.headers.get('access-control-allow-origin'), allowed, `${method} ${JSON.stringify(headers)}`)
    }
  }
})

Deno.test('A call that is not part of the embedded stack says so, and a function that does not exist is not found', async () => {
  const { ask, seen } = gateway()
  for (const [path, what] of [
    ['/rest/v1/quests', 'The table API'],
    ['/graphql/v1', 'GraphQL'],
  ] as const) {
    const answer = await ask(path, { method: 'POST', body: '{}' })
    const sentence = `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
    assert.deepEqual([answer.status, (await answer.json()).message], [501, sentence])
  }
  for (const path of ['/functions/v1', '/functions/v1/nothing', '/functions/v1/constructor/x']) {
    const answer = await ask(path)
    assert.deepEqual([answer.status, await answer.text()], [404, 'Function not found'], path)
  }
  assert.deepEqual(seen, [])
})

Deno.test('The mailbox opens on this machine alone, under its own names, and for no page of another site', async () => {
  const { ask, openMailbox, seen } = gateway()
  const here = '127.0.0.1:3000'
  const of = (origin: string) => ({ origin })
  const fetched = (site: string) => ({ 'sec-fetch-site': site })
  const forwarded = (from: string) => ({ 'x-forwarded-for': from })
  type Asked = readonly [host: string, headers?: Record<string, string>, peer?: string]
  const opens: Asked[] = [
    ...['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'].map((peer) => [here, {}, peer] as const),
    [here, { ...forwarded('::1'), 'x-forwarded-host': 'localhost:3000' }],
    ...['localhost:3000', 'LOCALHOST', here, '[::1]:3000'].map((host) => [host] as const),
    ...[of('http://localhost:3000'), fetched('none'), fetched('same-origin')].map(
      (headers) => ['localhost:3000', headers] as const,
    ),
  ]
  for (const how of opens) assert.equal(await openMailbox(...how), 200, JSON.stringify(how))
  assert.equal(seen.length, opens.length)
  const stays: Asked[] = [
    ...['192.168.1.7', '::ffff:192.168.1.7', 'fe80::1', '10.127.0.1'].map(
      (peer) => [here, forwarded('127.0.0.1'), peer] as const,
    ),
    // A request through a proxy on this machine may come from anywhere, unless the proxy says otherwise.
    ...['203.0.113.7', '127.0.0.1, 203.0.113.7', '203.0.113.7, 127.0.0.1', 'unknown', '127.evil.example'].map(
      (from) => [here, forwarded(from)] as const,
    ),
    ...['x-forwarded-host', 'forwarded', 'via'].map((header) => [here, { [header]: '127.0.0.1' }] as const),
    // A website may let a name of its own lead here.
    ...['evil.example', 'localhost.evil.example:3000', '127.0.0.1.evil.example', 'localhost.', '192.168.1.7:3000'].map(
      (host) => [host] as const,
    ),
    ['127.0.0.2'],
    ...[fetched('cross-site'), fetched('same-site'), of('http://evil.example'), of('http://localhost:3001')].map(
      (headers) => ['localhost:3000', headers] as const,
    ),
    ['localhost:3000', of('null')],
  ]
  for (const how of stays) assert.equal(await openMailbox(...how), 403, JSON.stringify(how))
  const mail = await ask('/mailbox/7', { headers: { host: here } }, '192.168.1.7')
  const sentence = 'The mailbox opens only on the machine that runs Bubblequest, at http://localhost.\n'
  assert.deepEqual([mail.status, await mail.text()], [403, sentence])
  assert.equal(seen.length, opens.length)
})

Deno.test('The caller is the other end of the socket, on every route, whatever its headers say', async () => {
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
      await ask(
        path,
        { method: isSocket ? 'GET' : 'POST', headers: { ...said, ...(isSocket && { upgrade: 'websocket' }) } },
        peer,
      )
      assert.equal(seen.at(-1)?.ip, peer, path)
    }
  }
  for (const peer of ['::ffff:192.168.1.7', '::ffff:c0a8:107']) {
    await ask('/auth/v1/token', {}, peer)
    assert.equal(seen.at(-1)?.ip, '192.168.1.7', peer)
  }
  // The holder of the secret key alone says for whom it asks.
  for (const [apikey, ip] of [
    [keys.secretKey, '203.0.113.9'],
    [keys.publishableKey, '127.0.0.1'],
  ] as const) {
    await ask('/auth/v1/signup', { method: 'POST', headers: { apikey, 'sb-forwarded-for': '203.0.113.9' } })
    assert.equal(seen.at(-1)?.ip, ip)
  }
})

Deno.test("Each of the operator's proxies adds one address at the right, and the addresses that a caller writes are ignored", async () => {
  for (const [proxies, forwarded, from] of [
    [1, '203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.1, 198.51.100.2,203.0.113.7', '203.0.113.7'],
    [2, '198.51.100.1, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    [1, '::ffff:203.0.113.7', '203.0.113.7'],
    // One address in other spellings.
    ...['::FFFF:203.0.113.7', '::ffff:cb00:7107', '[::ffff:203.0.113.7]:443', '203.0.113.7:4711', ' 203.0.113.7 '].map(
      (written) => [1, written, '203.0.113.7'] as const,
    ),
    ...['2001:DB8::1', '2001:0db8:0:0:0:0:0:1', '[2001:db8::1]', '[2001:db8::1]:4711', '2001:db8::1%eth0'].map(
      (written) => [1, written, '2001:db8::1'] as const,
    ),
    // Around a proxy, or straight to the port: the other end of the socket.
    [2, '203.0.113.7', '172.17.0.1'],
    [1, undefined, '172.17.0.1'],
    [1, '', '172.17.0.1'],
    [undefined, '203.0.113.7', '172.17.0.1'],
  ] as const) {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const { ask, seen } = gateway(proxies)
    await ask('/api/auth/login', { method: 'POST', headers }, '172.17.0.1')
    await ask('/realtime/v1/api/ping', { method: 'POST', headers }, '172.17.0.1')
    await ask('/realtime/v1/websocket', { headers: { ...headers, upgrade: 'websocket' } }, '172.17.0.1')
    assert.partialDeepStrictEqual(seen, [{ ip: from }, { ip: from }, { ip: from }], `${proxies} ${forwarded}`)
  }
})

Deno.test('A path that can be written otherwise is refused once, before anything reads it', async () => {
  const { ask, open, seen } = gateway()
  for (const path of [
    ...[
      '/%61uth/v1/token',
      '/auth/v1/%74oken',
      '/auth%2Dv1/token',
      '/api/%61uth/login',
      '/functions/v1/%61pi/auth/login',
    ],
    ...[
      '//auth/v1/token',
      '/auth//v1/token',
      '/auth/v1//token',
      '/%6dailbox',
      '/mailbox%5c',
      '/%FF',
      '/%',
      '/%E0%A4%A/x',
    ],
  ]) {
    const answer = await ask(path, { method: 'POST' })
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [400, 'invalid_input'], path)
  }
  // A Request has no such path; a socket's first line may.
  const host = '127.0.0.1:3000'
  for (const path of [
    '/auth/v1/../../mailbox',
    '/auth\\v1/token',
    '/%2e%2e/mailbox',
    'http://evil.example/auth/v1/token',
  ]) {
    const url = path.startsWith('/') ? `http://${host}${path}` : path
    const request = Object.defineProperty(new Request(`http://${host}/`, { headers: { host } }), 'url', { value: url })
    assert.equal((await open(request)).status, 400, path)
  }
  // A browser is told by the app, also where it says nothing of its modes: over plain http, and Safari before 16.4.
  for (const path of ['/%', '//parent', '/kid/%E0%A4%A']) {
    const page = await ask(path, { headers: { accept: 'text/html,application/xhtml+xml' } })
    assert.deepEqual([page.status, await page.text()], [200, 'page'], path)
  }
  assert.equal(seen.length, 0)
  await ask('/storage/v1/object/avatars/%C3%BC%20%2F%25.png')
  assert.equal(seen[0]?.path, '/object/avatars/%C3%BC%20%2F%25.png')
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
  for (const path of ['/auth/v12/x', '/storage/v12/x', '/restaurant', '/apiary'])
    assert.equal((await ask(path)).status, 404, path)
})

/** The function's response as received by a client that accepts these encodings. */
async function answered(accept: string, body: string, headers: Record<string, string> = {}) {
  const api = () =>
    new Response(body, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers } })
  const response = await gateway(undefined, api).ask('/api/families/a/quests', {
    headers: { 'accept-encoding': accept },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    size: bytes.length,
    encoding: response.headers.get('content-encoding'),
    vary: response.headers.get('vary'),
    bytes,
  }
}

Deno.test('JSON of more than a kilobyte is packed for a client that unpacks it', async () => {
  const quests = JSON.stringify(
    Array.from({ length: 500 }, (_, number) => ({
      id: crypto.randomUUID(),
      title: `Quest number ${number}`,
      gemValue: number,
    })),
  )
  const packed = await answered('br, gzip;q=0.8', quests)
  assert.deepEqual([packed.encoding, packed.vary], ['gzip', 'accept-encoding'])
  assert.ok(packed.size < quests.length / 2, `${packed.size} of ${quests.length}`)
  const unpacked = new Response(new Blob([packed.bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
  assert.equal(await unpacked.text(), quests)
})

Deno.test('A response that is small, very large, secret, no JSON, compressed already, or for a client without compression is sent as it is', async () => {
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
