import assert from 'node:assert/strict'
import process from 'node:process'
import { z } from 'zod'
import { idempotencyKeyHeader, replayedHeader } from '../domain/contract/routes.ts'
import { createApi } from '../edge-functions/api/app.ts'
import { answerHeaders as answerHeadersOfApi } from '../edge-functions/api/answer-headers.ts'
import { throughProxy } from '../edge-functions/api/through-proxy.ts'
import { Device, assertRefusal } from '../testing/device.ts'
import { newAddress, password } from '../testing/family.ts'
import { startFunctionsGateway } from '../testing/functions-gateway.ts'
import { onOwnStack, settingsFor } from '../testing/stack.ts'
import type { TestStack } from '../testing/stack.ts'
import cloudflare from './cloudflare-worker.ts'
import netlify, { config as netlifyConfig } from './netlify/proxy.ts'
import { answerHeaders, proxy, readProxySettings } from './proxy.ts'
import type { ProxySettings } from './proxy.ts'
import vercel, { config as vercelConfig } from './vercel-middleware.ts'

const story = onOwnStack({ rateLimits: true })
const secret = 'only the proxy and the function know it'

type Handler = (request: Request, address: string) => Promise<Response>

/** Calls each host's file as that host does, with its way of passing the environment. */
function hostsOf({ functionUrl, region }: ProxySettings): Record<'netlify' | 'vercel' | 'cloudflare', Handler> {
  const environment: Record<string, string> = {
    BUBBLEQUEST_FUNCTION_URL: functionUrl,
    BUBBLEQUEST_PROXY_SECRET: secret,
    ...(region === undefined ? {} : { BUBBLEQUEST_DB_REGION: region }),
  }
  Object.assign(globalThis, { Netlify: { env: { get: (name: string) => environment[name] } } })
  // An environment of this file's own, because concurrent test files share the process's.
  Object.assign(globalThis, {
    process: Object.create(process, { env: { value: { ...Deno.env.toObject(), ...environment } } }),
  })
  const from = (request: Request, header: string, address: string) => {
    const headers = new Headers(request.headers)
    headers.set(header, address)
    return new Request(request.url, { method: request.method, headers, body: request.body })
  }
  const assets = { fetch: () => Promise.resolve(new Response('a file of the app')) }
  return {
    netlify: (request, address) => netlify(request, { ip: address }),
    vercel: (request, address) => vercel(from(request, 'x-real-ip', address)),
    cloudflare: (request, address) =>
      cloudflare.fetch(from(request, 'cf-connecting-ip', address), { ...environment, ASSETS: assets }),
  }
}

/** Runs a story with a website that responds by `handler`; all its visitors come from `address`. */
async function withSite(handler: Handler, address: string, tell: (url: string) => Promise<void>): Promise<void> {
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, (request) =>
    handler(request, address),
  )
  try {
    await tell(`http://127.0.0.1:${server.addr.port}`)
  } finally {
    await server.shutdown()
  }
}

/** Runs a story with the function behind its gateway, on the database and services of `stack`. */
async function withFunction(
  stack: TestStack,
  tell: (settings: ProxySettings) => Promise<void>,
  env: Record<string, string> = { BUBBLEQUEST_PROXY_SECRET: secret },
): Promise<void> {
  const settings = settingsFor(stack, env)
  const api = createApi(settings, stack.sql)
  const gateway = startFunctionsGateway((request) => throughProxy(api, settings.proxySecret, request))
  try {
    await tell({ functionUrl: gateway.url, secret, region: 'eu-central-1' })
  } finally {
    await gateway.close()
  }
}

const withoutRegion = (functionUrl: string): ProxySettings => ({ functionUrl, secret, region: undefined })
const newLogin = () => ({ firstName: 'Anna', lastName: 'Berg', email: newAddress(), password })
const signUp = (device: Device) => device.ask('signup', {}, { body: newLogin() })

for (const host of ['netlify', 'vercel', 'cloudflare'] as const) {
  story(
    `Through ${host} a family signs up, is known again, and signs out, although the gateway removes cookies`,
    (stack) =>
      withFunction(stack, (settings) =>
        withSite(hostsOf(settings)[host], '203.0.113.5', async (url) => {
          const device = new Device(url)
          const { status, headers } = await signUp(device)
          const names = headers.getSetCookie().map((cookie) => cookie.split('=')[0])
          assert.deepEqual([status, names], [201, ['bq_access', 'bq_refresh', 'bq_device']])
          assert.equal(headers.get('x-bubblequest-set-cookie'), null)
          const [membership] = await device.call('myFamilies', {})
          const familyId = membership?.family.id ?? assert.fail()
          const added = { body: { displayName: 'Mía 🦊' }, headers: { [idempotencyKeyHeader]: crypto.randomUUID() } }
          const first = await device.ask('addMember', { familyId }, added)
          const again = await device.ask('addMember', { familyId }, added)
          assert.deepEqual([again.status, again.text, again.headers.get(replayedHeader)], [201, first.text, 'true'])
          assert.equal((await device.call('members', { familyId }))[1]?.displayName, 'Mía 🦊')
          const foreign = { body: {}, headers: { origin: 'https://evil.example' } }
          assertRefusal(await device.send('POST', '/api/auth/login', foreign), 'wrong_origin')
          // What only a proxy may say, and what a person may write.
          const forged = {
            'x-forwarded-for': '198.51.100.1',
            'x-real-ip': '198.51.100.2',
            'x-bubblequest-proxy': secret,
          }
          const more = { 'cf-connecting-ip': '198.51.100.3', 'x-bubblequest-caller': '198.51.100.4' }
          assert.equal((await new Device(url, { ...forged, ...more }).call('health', {})).caller, '203.0.113.5')
          for (const path of ['/api', '/api/', '/api/nothing', '/objects', '/objects/', '/objects/nothing']) {
            for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
              const answer = await device.send(method, path)
              assertRefusal(answer, 'unknown_address')
              assert.equal(answer.headers.get('content-type'), 'application/json', `${method} ${path}`)
            }
          }
          await device.call('logout', {})
          assert.equal(device.isSignedIn, false)
        }),
      ),
  )
}

story('Only a proxy with the secret that asks for it gets a copy of the cookies', (stack) =>
  withFunction(stack, async ({ functionUrl }) => {
    const copyFor = async (headers: Record<string, string>) => {
      const device = new Device(functionUrl.replace('/api', ''), headers)
      const sent = { body: newLogin(), headers: { origin: '' } }
      const { status, headers: answered } = await device.send('POST', `${functionUrl}/auth/signup`, sent)
      assert.equal(status, 201)
      return answered.get('x-bubblequest-set-cookie')
    }
    const asks = { 'x-bubblequest-copy-cookies': '1' }
    for (const proxySecret of ['', 'a guess', `${secret}.`])
      assert.equal(await copyFor({ ...asks, 'x-bubblequest-proxy': proxySecret }), null)
    assert.deepEqual([await copyFor(asks), await copyFor({ 'x-bubblequest-proxy': secret })], [null, null])
    assert.match((await copyFor({ ...asks, 'x-bubblequest-proxy': secret })) ?? '', /^\["bq_access=/)
  }),
)

story('The function believes an address from its proxy alone, and without a secret from nobody', async (stack) => {
  const callerFor = async (functionUrl: string, proxySecret: string) => {
    const headers = { 'x-bubblequest-proxy': proxySecret, 'x-bubblequest-caller': '203.0.113.9' }
    const answer = await fetch(`${functionUrl}/health`, { headers: { ...headers, 'x-forwarded-for': '203.0.113.9' } })
    return z.object({ caller: z.unknown() }).parse(await answer.json()).caller
  }
  await withFunction(stack, async ({ functionUrl }) => {
    for (const wrong of ['', `${secret}.`, 'a guess']) assert.equal(await callerFor(functionUrl, wrong), null)
    assert.equal(await callerFor(functionUrl, secret), '203.0.113.9')
  })
  await withFunction(stack, async ({ functionUrl }) => assert.equal(await callerFor(functionUrl, ''), null), {})
})

story('The cookies of an https page are Secure, although the gateway calls the function over http', (stack) =>
  withFunction(stack, async (settings) => {
    const headers = { origin: 'https://quests.example', 'content-type': 'application/json' }
    const body = JSON.stringify(newLogin())
    const asked = new Request('https://quests.example/api/auth/signup', { method: 'POST', headers, body })
    const answer = await proxy(asked, '203.0.113.9', settings)
    await answer.body?.cancel()
    assert.equal(answer.headers.getSetCookie().length, 3)
    for (const cookie of answer.headers.getSetCookie()) assert.match(cookie, /; Secure$/)
  }),
)

story('The limit of sign-ups from one address holds against forged addresses', (stack) =>
  withFunction(stack, (settings) =>
    withSite(hostsOf(settings).netlify, '203.0.113.7', async (url) => {
      const statuses: number[] = []
      for (let visitor = 1; visitor <= 34; visitor++)
        statuses.push((await signUp(new Device(url, { 'x-forwarded-for': `198.51.100.${visitor}` }))).status)
      assert.deepEqual(statuses, [...Array.from({ length: 30 }, () => 201), 429, 429, 429, 429])
    }),
  ),
)

Deno.test('The function is sent what it reads and nothing else, and is asked to run beside the database', async () => {
  const seen: { path: string; headers: Record<string, string> }[] = []
  const gateway = startFunctionsGateway(({ url, headers }) => {
    seen.push({ path: url.replace(/^https?:\/\/[^/]*/, ''), headers: Object.fromEntries(headers) })
    return Promise.resolve(new Response('{}', { headers: { 'x-kept': 'yes' } }))
  })
  const unread = { authorization: 'Bearer x', apikey: 'x', 'x-region': 'us-east-1', 'x-forwarded-host': 'evil.example' }
  const asked = new Request('https://quests.example/api/families/my?a=%2F&b=%20', {
    headers: { cookie: 'bq_access=1', ...unread },
  })
  const settings = withoutRegion(gateway.url)
  const answer = await proxy(asked, '203.0.113.8', { ...settings, region: 'eu-central-1' })
  assert.deepEqual([answer.status, answer.headers.get('x-kept'), await answer.text()], [200, 'yes', '{}'])
  await (await proxy(new Request('https://quests.example/objects/a/b'), undefined, settings)).text()
  await gateway.close()
  const [call, picture] = seen
  const said = { 'x-region': 'eu-central-1', 'x-forwarded-host': 'quests.example', 'x-bubblequest-scheme': 'https' }
  assert.partialDeepStrictEqual(call, {
    path: '/api/families/my?a=%2F&b=%20',
    headers: { cookie: 'bq_access=1', ...said },
  })
  for (const name of ['authorization', 'apikey']) assert.ok(!(name in (call?.headers ?? {})), name)
  assert.equal(picture?.path, '/api/objects/a/b')
  for (const name of ['x-region', 'x-bubblequest-caller']) assert.ok(!(name in (picture?.headers ?? {})), name)
})

Deno.test('Each cookie arrives once when the gateway does not remove it', async () => {
  const cookies = ['bq_access=1; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT', 'bq_refresh=2; Path=/']
  const answer = new Response('{}', { headers: { 'x-bubblequest-set-cookie': JSON.stringify(cookies) } })
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  const gateway = () => Promise.resolve(answer)
  await withSite(gateway, '', async (functionUrl) => {
    const passedBack = await proxy(new Request('https://quests.example/api/x'), undefined, withoutRegion(functionUrl))
    assert.deepEqual([passedBack.headers.getSetCookie(), await passedBack.text()], [cookies, '{}'])
  })
})

Deno.test('Bodies go both ways piece by piece', async () => {
  const { promise: firstArrived, resolve: tellFirst } = Promise.withResolvers<string>()
  const gateway = startFunctionsGateway(({ body }) => {
    const echo = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        tellFirst(new TextDecoder().decode(chunk))
        out.enqueue(chunk)
      },
    })
    return Promise.resolve(new Response(body?.pipeThrough(echo)))
  })
  const sending = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const writer = sending.writable.getWriter()
  const write = (text: string) => writer.write(new TextEncoder().encode(text))
  const posted = new Request('https://quests.example/api/x', { method: 'POST', body: sending.readable })
  const answering = proxy(posted, '203.0.113.8', withoutRegion(gateway.url))
  await write('first ')
  // A buffered body would never arrive.
  AbortSignal.timeout(30_000).addEventListener('abort', () => tellFirst('nothing for 30 seconds'))
  assert.equal(await firstArrived, 'first ')
  const answer = await answering
  await write('second')
  await writer.close()
  assert.equal(await answer.text(), 'first second')
  await gateway.close()
})

Deno.test('What the gateway of functions answers itself is protected as every answer is, what Cloudflare misses, and what is away for a moment', async () => {
  assert.deepEqual(answerHeaders, answerHeadersOfApi)
  const gateway = startFunctionsGateway(() => Promise.resolve(new Response('Bad gateway', { status: 502 })))
  const ask = () => proxy(new Request('https://quests.example/api/health'), undefined, withoutRegion(gateway.url))
  const assets = { fetch: () => assert.fail('A missing file is no page') }
  const missing = await cloudflare.fetch(new Request('https://quests.example/assets/none.js'), { ASSETS: assets })
  const broken = await ask()
  assert.equal(await broken.text(), 'Bad gateway')
  await gateway.close()
  const away = await ask()
  assert.deepEqual([missing.status, broken.status, away.status], [404, 502, 503])
  for (const { headers } of [missing, broken, away])
    for (const [name, value] of Object.entries(answerHeaders)) assert.equal(headers.get(name), value)
  const { status, headers } = away
  assert.deepEqual([headers.get('retry-after'), headers.get('cache-control')], ['1', 'no-store'])
  assertRefusal({ status, headers, text: await away.text() }, 'unavailable')
})

Deno.test('The hosts call their file for the same two paths, and Cloudflare serves the app otherwise', async () => {
  assert.deepEqual(netlifyConfig.path, ['/api', '/api/*', '/objects', '/objects/*'])
  assert.deepEqual(vercelConfig.matcher, ['/api/:path*', '/objects/:path*'])
  const { cloudflare: host } = hostsOf(withoutRegion('https://a.supabase.co/functions/v1/api'))
  for (const path of ['/', '/parent', '/apiary', '/objectsx']) {
    const answer = await host(new Request(`https://quests.example${path}`), '203.0.113.8')
    assert.equal(await answer.text(), 'a file of the app')
  }
})

Deno.test('A setting that is missing or wrong is named', () => {
  const functionUrl = 'https://a.supabase.co/functions/v1/api'
  const good = { BUBBLEQUEST_FUNCTION_URL: `${functionUrl}/`, BUBBLEQUEST_PROXY_SECRET: secret }
  const read = (changed: Record<string, string>) =>
    readProxySettings((name) => new Map(Object.entries({ ...good, ...changed })).get(name))
  assert.deepEqual(read({}), withoutRegion(functionUrl))
  assert.equal(read({ BUBBLEQUEST_DB_REGION: 'eu-central-1' }).region, 'eu-central-1')
  for (const wrong of ['', 'YOUR-PROJECT'])
    assert.throws(() => read({ BUBBLEQUEST_FUNCTION_URL: wrong }), /^Error: BUBBLEQUEST_FUNCTION_URL must/)
  for (const short of ['', 'x'.repeat(31)])
    assert.throws(() => read({ BUBBLEQUEST_PROXY_SECRET: short }), /^Error: BUBBLEQUEST_PROXY_SECRET must/)
})
