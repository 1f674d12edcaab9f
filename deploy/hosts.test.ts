import assert from 'node:assert/strict'
import { parse } from 'smol-toml'
import { z } from 'zod'
import cloudflare from './cloudflare-worker.ts'
import { securityHeaders } from '../embedded/static-files.ts'
import { exposedAuthCalls, exposedAuthCall } from '../testing/exposed-auth-calls.ts'

const read = (name: string) => Deno.readTextFile(new URL(name, import.meta.url))

const netlify = z
  .object({
    build: z.object({ command: z.string(), publish: z.string(), edge_functions: z.string() }),
    redirects: z.array(z.object({ from: z.string(), to: z.string(), status: z.number() })),
    headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
  })
  .parse(parse(await read('netlify.toml')))
const vercel = z
  .object({
    outputDirectory: z.string(),
    rewrites: z.array(z.object({ source: z.string(), destination: z.string() })),
    headers: z.array(
      z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
    ),
  })
  .parse(JSON.parse(await read('vercel.json')))
const wrangler = JSON.parse(
  (await read('wrangler.jsonc')).replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/,(\s*[}\]])/g, '$1'),
)
const [pageHeaders = '', assetHeaders = ''] = (await read('_headers')).split('/assets/*')
const caddy = await read('supabase.Caddyfile')

const supabase = 'https://YOUR-PROJECT.supabase.co'

/** The headers of the embedded stack, with the additions for a Supabase at another address. */
const wanted = {
  ...securityHeaders,
  'content-security-policy': securityHeaders['content-security-policy'].replace(
    "connect-src 'self'",
    `connect-src 'self' ${supabase} ${supabase.replace('https', 'wss')}`,
  ),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

Deno.test('The files for Netlify, Vercel and Cloudflare publish the build with the proxy, and protect the page as the embedded stack does', () => {
  assert.deepEqual(netlify.build, { command: 'npm run build', publish: 'dist', edge_functions: 'deploy/netlify' })
  assert.deepEqual(netlify.headers.find((part) => part.for === '/*')?.values, wanted)
  assert.equal(vercel.outputDirectory, 'dist')
  const page = vercel.headers.find(({ source }) => source === '/(.*)')?.headers ?? []
  assert.deepEqual(Object.fromEntries(page.map(({ key, value }) => [key, value])), wanted)
  assert.equal(wrangler.main, 'deploy/cloudflare-worker.ts')
  assert.partialDeepStrictEqual(wrangler.assets, {
    directory: 'dist',
    not_found_handling: 'none',
    run_worker_first: ['/api/*', '/objects/*'],
  })
  assert.deepEqual(
    Object.fromEntries([...pageHeaders.matchAll(/^ {2}(.*?): (.*)$/gm)].map(([, ...line]) => line)),
    wanted,
  )
})

Deno.test('The file for Caddy in front of a self-hosted Supabase does the same, and lets nothing else of it out', () => {
  const headers = Object.fromEntries(
    [...caddy.matchAll(/^\t+(?:header (?:@\w+ )?)?([A-Z][\w-]+) "(.*)"$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  )
  // The services have the app's own address there.
  assert.deepEqual(headers, {
    ...securityHeaders,
    'strict-transport-security': wanted['strict-transport-security'],
    'cache-control': 'no-cache',
  })
  assert.match(
    caddy,
    /^\(supabase\) \{[^}]*^\tencode \{\n\t\tgzip\n\t\tminimum_length 1024\n\t\tmatch header Content-Type application\/json\*\n\t\}/m,
  )
  const leadsTo = Object.fromEntries(
    [...caddy.matchAll(/@\w+ path (.*)\n\thandle @\w+ \{\n\t\turi path_regexp \^ (\S+)\n\t\timport supabase/g)].map(
      ([, from, to]) => [from, to],
    ),
  )
  assert.deepEqual(leadsTo, { '/api /api/*': '/functions/v1', '/objects /objects/*': '/functions/v1/api' })
  assert.match(caddy, /^\t@services path \/realtime\/v1\/\* \/storage\/v1\/\*$/m)
  for (const header of [
    'x-bubblequest-proxy {$BUBBLEQUEST_PROXY_SECRET}',
    'x-bubblequest-caller {remote_host}',
    'x-bubblequest-scheme {scheme}',
  ])
    assert.ok(caddy.includes(`header_up ${header}\n`))
})

Deno.test('The file for Caddy leads out of Auth the links of mails and what the doctor reads, nothing that takes a password or a code, and nothing else', () => {
  assert.deepEqual(exposedAuthCalls, ['GET /auth/v1/verify', 'GET /auth/v1/settings'])
  assert.ok(exposedAuthCall('GET', 'https://quests.example/auth/v1/verify?token=a&type=signup') !== undefined)
  assert.match(caddy, /\thandle \/auth\/\* \{\n\t\timport missing\n\t\}\n/)
  assert.match(caddy, /^\(missing\) \{\n\theader \{\n[^}]*"nosniff"\n[^}]*"same-origin"\n\t\}\n\trespond 404\n\}\n/m)
  for (const call of [
    ...[
      'POST token?grant_type=password',
      'POST token?grant_type=refresh_token',
      'POST token',
      'POST verify',
      'POST signup',
      'POST otp',
      'POST resend',
    ],
    ...['POST recover', 'GET user', 'PUT user', 'POST logout?scope=local', 'GET reauthenticate', 'GET admin/users'],
  ]) {
    const [method = '', path = ''] = call.split(' ')
    assert.equal(exposedAuthCall(method, `https://quests.example/auth/v1/${path}`), undefined, call)
  }
})

Deno.test('The file for Caddy leads no caller past it by a path that is read in two ways', () => {
  const [, pattern = ''] =
    /^\t@ambiguous expression `\{uri\}\.matches\("(.*)"\)`\n\thandle @ambiguous \{\n\t\timport missing\n\t\}\n/m.exec(
      caddy,
    ) ?? []
  // Before everything that is handled.
  assert.equal(caddy.search(/^\thandle /m), caddy.indexOf('\thandle @ambiguous'))
  const isRefused = (uri: string) => new RegExp(pattern).test(uri)
  for (const path of [
    ...[
      '/../../api/platform/profile',
      '/%2e%2e/%2E%2E/api/platform/profile',
      '/..%2f..%2Fapi/platform/profile',
      '//api/platform/profile',
      '/api/..',
    ],
    ...[
      '/auth/v1/token%2F..%2F..%2F..%2Fstorage/v1/x?grant_type=password',
      '/storage/v1/..%5c..%5Cauth/v1/token',
      '/storage/v1/%252e%252e/x',
    ],
  ]) {
    assert.ok(isRefused(path), path)
  }
  for (const path of [
    '/',
    '/api/health?at=//../%2e',
    '/objects/a.b/c%20d.webp?token=a.b',
    '/assets/index-1.js',
    '/realtime/v1/websocket?vsn=1.0.0',
  ]) {
    assert.ok(!isRefused(path), path)
  }
  // Caddy 2.6 replaces a caller's {http.request.header.X} in a path that a rewrite has set.
  for (const [rewrite] of caddy.matchAll(/^\t*(?:rewrite|uri) .*$/gm)) assert.doesNotMatch(rewrite, /[{}]/)
})

Deno.test('The file for Caddy takes out of every request what only a proxy may say of a caller', () => {
  const site = caddy.slice(caddy.indexOf('your.address {'))
  const removed = [...site.matchAll(/^\trequest_header -(\S+)$/gm)].map(([, name = '']) => name.toLowerCase())
  const isRemoved = (name: string) =>
    removed.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern))
  for (const name of [
    ...[
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-port',
      'x-forwarded-path',
      'x-forwarded-prefix',
      'forwarded',
    ],
    ...['x-real-ip', 'sb-forwarded-for', 'x-bubblequest-caller', 'x-bubblequest-proxy'],
    // By it a script in the page would read the cookies that are kept from scripts.
    'x-bubblequest-copy-cookies',
  ]) {
    assert.ok(isRemoved(name), name)
  }
  const proxied = [...caddy.matchAll(/reverse_proxy \S+ \{\n[^]*?\n\t+\}\n/g)].map(([block]) => block)
  assert.equal(proxied.length, 3)
  for (const block of proxied) assert.ok(block.includes('header_up X-Forwarded-For {remote_host}\n'), block)
})

/** Every address of a screen, with a value for each parameter and without it. */
async function screenAddresses(): Promise<string[]> {
  const screens = await Deno.readTextFile(new URL('../app/shell/screens.tsx', import.meta.url))
  const paths = [...screens.matchAll(/<Route\s+path="(\/[^"]*)"/g)].map(([, path = '']) => path)
  return [
    ...new Set(
      paths.flatMap((path) => [
        path.replace(/\/:\w+\?/, ''),
        path.replace(/:\w+\??/, '6f0c1d1e-1111-4222-8333-944455566677'),
      ]),
    ),
  ]
}

const missingFiles = [
  '/assets/index-Dfj6j93w.js',
  '/assets/kanban-2b.css',
  '/assets/nunito-1a.woff2',
  '/assets/none',
  '/icon-1024.png',
  '/favicon.ico',
  '/old.webmanifest',
  '/mails/none.html',
]

/** A host's response for a path: the status, and its cache-control. */
type Answer = { status: number; isPage: boolean; caching?: string | null | undefined }
type Host = (path: string) => Answer | Promise<Answer>

const hosts: Record<string, Host> = {
  // The first rule that matches; an existing file has priority. That host never caches a 404 for long, whatever the
  // headers are.
  netlify(path) {
    const { to, status } =
      netlify.redirects.find(({ from }) => (from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : path === from)) ??
      {}
    return { status: status ?? 404, isPage: to === '/index.html' }
  },
  // Its headers depend on the path alone, also for missing files.
  vercel(path) {
    const fits = ({ source }: { source: string }) => new RegExp(`^${source}$`).test(path)
    const rewrite = vercel.rewrites.find(fits)
    const headers = vercel.headers.filter(fits).flatMap((rule) => rule.headers)
    const caching = headers.find(({ key }) => key === 'cache-control')?.value
    return { status: rewrite === undefined ? 404 : 200, isPage: rewrite?.destination === '/index.html', caching }
  },
  // Like its assets: with the headers of the path, found or not.
  async cloudflare(path) {
    const [, immutable = ''] = /\n {2}cache-control: (.*)/.exec(assetHeaders) ?? []
    const fetch = (request: Request) => {
      const { pathname } = new URL(request.url)
      const headers: Record<string, string> = pathname.startsWith('/assets/') ? { 'cache-control': immutable } : {}
      return Promise.resolve(
        pathname === '/' ? new Response('the page', { headers }) : new Response('Not found', { status: 404, headers }),
      )
    }
    const answer = await cloudflare.fetch(new Request(`https://quests.example${path}`), { ASSETS: { fetch } })
    return {
      status: answer.status,
      isPage: (await answer.text()) === 'the page',
      caching: answer.headers.get('cache-control'),
    }
  },
  'Caddy for a self-hosted Supabase'(path) {
    const [, screen = ''] = /@screen \{([^}]*)\}\s+rewrite @screen \/index\.html/.exec(caddy) ?? []
    const [, name = ''] = /not path_regexp (.*)/.exec(screen) ?? []
    const [, folder = ''] = /not path (.*)\*/.exec(screen) ?? []
    const [, kept = '', caching = ''] = /@kept \{([^}]*)\}\s+header @kept Cache-Control "(.*)"/.exec(caddy) ?? []
    const isScreen = !new RegExp(name).test(path) && !path.startsWith(folder)
    return { status: isScreen ? 200 : 404, isPage: isScreen, caching: /^\s+file$/m.test(kept) ? undefined : caching }
  },
}

Deno.test('On Vercel a path of the API is no page, also without the middleware', async () => {
  for (const path of ['/api', '/api/nothing', '/objects', '/objects/a/b'])
    assert.partialDeepStrictEqual(await hosts['vercel']?.(path), { status: 404, isPage: false }, path)
  assert.partialDeepStrictEqual(await hosts['vercel']?.('/apiary'), { status: 200, isPage: true })
})

for (const [name, ask] of Object.entries(hosts)) {
  Deno.test(`On ${name} every screen is the page, and a file that is missing is not found, and not for long`, async () => {
    const addresses = (await screenAddresses()).filter((path) => path !== '/')
    assert.ok(addresses.length > 12)
    for (const path of addresses) assert.partialDeepStrictEqual(await ask(path), { status: 200, isPage: true }, path)
    for (const path of missingFiles) {
      const { status, caching } = await ask(path)
      assert.equal(status, 404, path)
      assert.doesNotMatch(caching ?? '', /immutable|max-age=[1-9]/, path)
    }
  })
}
