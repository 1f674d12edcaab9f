import assert from 'node:assert/strict'
import process from 'node:process'
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
import { answerHeaders, proxy } from './proxy.ts'
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
  proxySecret: string | undefined,
  tell: (settings: ProxySettings) => Promise<void>,
): Promise<void> {
  const settings = settingsFor(stack, proxySecret === undefined ? {} : { BUBBLEQUEST_PROXY_SECRET: proxySecret })
  const api = createApi(settings, stack.sql)
  const gateway = startFunctionsGateway((request) => throughProxy(api, settings.proxySecret, request))
  try {
    await tell({ functionUrl: gateway.url, secret, region: 'eu-central-1' })
  } finally {
    await gateway.close()
  }
}

const withoutRegion = (functionUrl: string): ProxySettings => ({ functionUrl, secret, region: undefined })
const signUp = (device: Device) =>
  device.ask('signup', {}, { body: { firstName: 'Anna', lastName: 'Berg', email: newAddress(), password } })

for (const host of ['netlify', 'vercel', 'cloudflare'] as const) {
  story(
    `Through ${host} a family signs up, is known again, and signs out, although the gateway removes cookies`,
    (stack) =>
      withFunction(stack, secret, (settings) =>
        withSite(hostsOf(settings)[host], '203.0.113.5', async (url) => {
          const device = new Device(url)
          const answer = await signUp(device)
          assert.equal(answer.status, 201, answer.text)
          const names = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
          assert.deepEqual(
            [names, answer.headers.get('x-bubblequest-set-cookie')],
            [['bq_access', 'bq_refresh', 'bq_device'], null],
          )
          const [membership] = await device.call('myFamilies', {})
          const familyId = membership?.family.id ?? assert.fail()
          const added = { body: { displayName: 'Mía 🦊' }, headers: { [idempotencyKeyHeader]: crypto.randomUUID() } }
          const [first, again] = [
            await device.ask('addMember', { familyId }, added),
            await device.ask('addMember', { familyId }, added),
          ]
          assert.deepEqual([again.status, again.text, again.headers.get(replayedHeader)], [201, first.text, 'true'])
          assert.equal((await device.call('members', { familyId }))[1]?.displayName, 'Mía 🦊')
          assert.equal((await device.call('health', {})).caller, '203.0.113.5')
          assertRefusal(await device.send('GET', '/objects/nobody/nothing'), 'not_found')
          assertRefusal(
            await device.send('POST', '/api/auth/login', { body: {}, headers: { origin: 'https://evil.example' } }),
            'wrong_origin',
          )
          await device.call('logout', {})
          assert.equal(device.isSignedIn, false)
        }),
      ),
  )
}

story('Headers in which callers name their own address change nothing, at the proxy and at the function', (stack) =>
  withFunction(stack, secret, async (settings) => {
    const forged = {
      'x-forwarded-for': '198.51.100.1',
      'x-real-ip': '198.51.100.2',
      'cf-connecting-ip': '198.51.100.3',
      'x-bubblequest-caller': '198.51.100.4',
      'x-bubblequest-copy-cookies': '1',
      'sb-forwarded-for': '198.51.100.5',
    }
    for (const handler of Object.values(hostsOf(settings))) {
      await withSite(handler, '203.0.113.6', async (url) => {
        const device = new Device(url, { ...forged, 'x-bubblequest-proxy': secret })
        assert.equal((await device.call('health', {})).caller, '203.0.113.6')
      })
    }
    for (const wrong of [
      {},
      { 'x-bubblequest-proxy': '' },
      { 'x-bubblequest-proxy': `${secret}.` },
      { 'x-bubblequest-proxy': 'a guess' },
    ]) {
      const answer = await fetch(`${settings.functionUrl}/health`, { headers: { ...forged, ...wrong } })
      assert.equal(((await answer.json()) as { caller: unknown }).caller, null)
      const signedUp = await fetch(`${settings.functionUrl}/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...forged, ...wrong },
        body: JSON.stringify({ firstName: 'Anna', lastName: 'Berg', email: newAddress(), password }),
      })
      assert.deepEqual([signedUp.status, signedUp.headers.get('x-bubblequest-set-cookie')], [201, null])
      await signedUp.body?.cancel()
    }
  }),
)

story('Only a proxy with the secret that asks for it gets a copy of the cookies', (stack) =>
  withFunction(stack, secret, async ({ functionUrl }) => {
    const copyFor = async (headers: Record<string, string>) => {
      const device = new Device(functionUrl.replace('/api', ''), headers)
      const login = { firstName: 'Anna', lastName: 'Berg', email: newAddress(), password }
      const { status, headers: answered } = await device.send('POST', `${functionUrl}/auth/signup`, {
        body: login,
        headers: { origin: '' },
      })
      assert.equal(status, 201)
      return answered.get('x-bubblequest-set-cookie')
    }
    const asks = { 'x-bubblequest-copy-cookies': '1' }
    assert.deepEqual(
      [await copyFor({}), await copyFor(asks), await copyFor({ 'x-bubblequest-proxy': secret })],
      [null, null, null],
    )
    assert.match((await copyFor({ ...asks, 'x-bubblequest-proxy': secret })) ?? '', /^\["bq_access=/)
  }),
)

story('The cookies of an https page are Secure, although the gateway calls the function over http', (stack) =>
  withFunction(stack, secret, async (settings) => {
    const body = JSON.stringify({ firstName: 'Anna', lastName: 'Berg', email: newAddress(), password })
    const headers = { origin: 'https://quests.example', 'content-type': 'application/json' }
    const asked = new Request('https://quests.example/api/auth/signup', { method: 'POST', headers, body })
    const answer = await proxy(asked, '203.0.113.9', settings)
    await answer.body?.cancel()
    const cookies = answer.headers.getSetCookie()
    assert.deepEqual([answer.status, cookies.length], [201, 3])
    for (const cookie of cookies) assert.match(cookie, /; Secure$/)
  }),
)

story('A function without a secret believes nobody', (stack) =>
  withFunction(stack, undefined, async (settings) => {
    const answer = await fetch(`${settings.functionUrl}/health`, {
      headers: { 'x-bubblequest-proxy': '', 'x-bubblequest-caller': '203.0.113.9' },
    })
    assert.equal(((await answer.json()) as { caller: unknown }).caller, null)
  }),
)

story('The limit of sign-ups from one address holds against forged addresses', (stack) =>
  withFunction(stack, secret, (settings) =>
    withSite(hostsOf(settings).netlify, '203.0.113.7', async (url) => {
      const statuses: number[] = []
      for (let visitor = 1; visitor <= 34; visitor++)
        statuses.push((await signUp(new Device(url, { 'x-forwarded-for': `198.51.100.${visitor}` }))).status)
      assert.deepEqual(statuses, [...Array.from({ length: 30 }, () => 201), 429, 429, 429, 429])
    }),
  ),
)

Deno.test('The function is sent what it reads and nothing else, and is asked to run beside the database', async () => {
  const seen: Request[] = []
  const gateway = startFunctionsGateway((request) => {
    seen.push(request)
    return Promise.resolve(new Response('{}', { headers: { 'x-kept': 'yes' } }))
  })
  const settings = { functionUrl: gateway.url, secret, region: 'eu-central-1' }
  const asked = new Request('https://quests.example/api/families/my?a=%2F&b=%20', {
    headers: {
      cookie: 'bq_access=1',
      authorization: 'Bearer x',
      apikey: 'x',
      'x-region': 'us-east-1',
      'x-forwarded-host': 'evil.example',
    },
  })
  const answer = await proxy(asked, '203.0.113.8', settings)
  assert.deepEqual([answer.status, answer.headers.get('x-kept'), await answer.text()], [200, 'yes', '{}'])
  await (
    await proxy(new Request('https://quests.example/objects/a/b'), undefined, { ...settings, region: undefined })
  ).text()
  await gateway.close()
  const [call, picture] = seen
  assert.equal(new URL(call?.url ?? '').pathname + new URL(call?.url ?? '').search, '/api/families/my?a=%2F&b=%20')
  assert.equal(new URL(picture?.url ?? '').pathname, '/api/objects/a/b')
  const said = (request: Request | undefined, ...names: string[]) =>
    names.map((name) => request?.headers.get(name) ?? null)
  assert.deepEqual(said(call, 'cookie', 'x-region', 'x-forwarded-host', 'x-bubblequest-scheme'), [
    'bq_access=1',
    'eu-central-1',
    'quests.example',
    'https',
  ])
  assert.deepEqual(said(call, 'authorization', 'apikey'), [null, null])
  assert.deepEqual(said(picture, 'x-region', 'x-bubblequest-caller'), [null, null])
})

Deno.test('Each cookie arrives once when the gateway does not remove it', async () => {
  const cookies = ['bq_access=1; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT', 'bq_refresh=2; Path=/']
  const answer = new Response('{}', { headers: { 'x-bubblequest-set-cookie': JSON.stringify(cookies) } })
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  await withSite(
    () => Promise.resolve(answer),
    '',
    async (functionUrl) => {
      const passedBack = await proxy(new Request('https://quests.example/api/x'), undefined, withoutRegion(functionUrl))
      assert.deepEqual([passedBack.headers.getSetCookie(), await passedBack.text()], [cookies, '{}'])
    },
  )
})

story('An address of the API that does not exist is no page, whatever asks for it, on any host', (stack) =>
  withFunction(stack, secret, async (settings) => {
    for (const [name, host] of Object.entries(hostsOf(settings))) {
      for (const path of ['/api', '/api/', '/api/nothing', '/objects', '/objects/', '/objects/nothing']) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          const answer = await host(new Request(`https://quests.example${path}`, { method }), '203.0.113.8')
          const { status, headers } = answer
          assertRefusal({ status, headers, text: await answer.text() }, 'unknown_address')
          assert.equal(headers.get('content-type'), 'application/json', `${name} ${method} ${path}`)
        }
      }
    }
  }),
)

Deno.test('What the gateway of functions answers itself is protected as every answer is, and what Cloudflare misses', async () => {
  assert.deepEqual(answerHeaders, answerHeadersOfApi)
  const gateway = startFunctionsGateway(() => Promise.resolve(new Response('Bad gateway', { status: 502 })))
  const answer = await proxy(new Request('https://quests.example/api/health'), undefined, withoutRegion(gateway.url))
  assert.deepEqual([answer.status, await answer.text()], [502, 'Bad gateway'])
  assertProtected(answer)
  await gateway.close()
  const assets = { fetch: () => assert.fail('A missing file is no page') }
  const missing = await cloudflare.fetch(new Request('https://quests.example/assets/none.js'), { ASSETS: assets })
  assert.equal(missing.status, 404)
  assertProtected(missing)
})

function assertProtected({ headers }: Response): void {
  for (const [name, value] of Object.entries(answerHeaders)) assert.equal(headers.get(name), value)
}

Deno.test('The hosts call their file for the same two paths, and Cloudflare serves the app otherwise', async () => {
  assert.deepEqual(netlifyConfig.path, ['/api', '/api/*', '/objects', '/objects/*'])
  assert.deepEqual(vercelConfig.matcher, ['/api/:path*', '/objects/:path*'])
  const { cloudflare: host } = hostsOf(withoutRegion('https://a.supabase.co/functions/v1/api'))
  for (const path of ['/', '/parent', '/apiary', '/objectsx']) {
    assert.equal(
      await (await host(new Request(`https://quests.example${path}`), '203.0.113.8')).text(),
      'a file of the app',
    )
  }
})
