import assert from 'node:assert/strict'
import { parse } from 'smol-toml'
import cloudflare from './cloudflare-worker.ts'
import { answerHeaders } from './proxy.ts'
import { securityHeaders } from '../embedded/static-files.ts'
import { isWithoutCaddy, withCaddy, type Ask } from '../testing/caddy.ts'
import { exposedAuthCalls } from '../testing/exposed-auth-calls.ts'

const read = (name: string) => Deno.readTextFile(new URL(name, import.meta.url))

type Headers = Record<string, string>
type Netlify = {
  build: Headers
  redirects: { from: string; to: string; status: number }[]
  headers: { for: string; values: Headers }[]
}
type Rule = { source: string; destination: string; headers: { key: string; value: string }[] }

const netlify = parse(await read('netlify.toml')) as Netlify
const vercel: { outputDirectory: string; rewrites: Rule[]; headers: Rule[] } = JSON.parse(await read('vercel.json'))
const wrangler = JSON.parse(
  (await read('wrangler.jsonc')).replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/,(\s*[}\]])/g, '$1'),
)
const [pageHeaders = '', assetHeaders = ''] = (await read('_headers')).split('/assets/*')

const supabase = 'https://YOUR-PROJECT.supabase.co'
const inTlsForYears = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

Deno.test('The files for Netlify, Vercel and Cloudflare publish the build with the proxy, and protect the page as the embedded stack does', () => {
  // With the additions for a Supabase at another address.
  const policy = securityHeaders['content-security-policy'].replace(
    "connect-src 'self'",
    `connect-src 'self' ${supabase} ${supabase.replace('https', 'wss')}`,
  )
  const wanted = { ...securityHeaders, 'content-security-policy': policy, ...inTlsForYears }
  // Copied, because what is parsed has no prototype.
  const build = { command: 'npm run build', publish: 'dist', edge_functions: 'deploy/netlify' }
  assert.partialDeepStrictEqual({ ...netlify.build }, build)
  assert.deepEqual({ ...netlify.headers.find((part) => part.for === '/*')?.values }, wanted)
  assert.equal(vercel.outputDirectory, 'dist')
  const page = vercel.headers.find(({ source }) => source === '/(.*)')?.headers ?? []
  assert.deepEqual(Object.fromEntries(page.map(({ key, value }) => [key, value])), wanted)
  assert.equal(wrangler.main, 'deploy/cloudflare-worker.ts')
  assert.partialDeepStrictEqual(wrangler.assets, {
    directory: 'dist',
    not_found_handling: 'none',
    run_worker_first: ['/api/*', '/objects/*'],
  })
  const lines = [...pageHeaders.matchAll(/^ {2}(.*?): (.*)$/gm)].map(([, ...line]) => line)
  assert.deepEqual(Object.fromEntries(lines), wanted)
})

/** Every address of a screen, with a value for each parameter and without it. */
async function screenAddresses(): Promise<string[]> {
  const screens = await read('../app/shell/screens.tsx')
  return [...screens.matchAll(/<Route\s+path="(\/[^"]*)"/g)]
    .flatMap(([, path = '']) => [path.replace(/\/:\w+\?/, ''), path.replace(/:\w+\??/, crypto.randomUUID())])
    .filter((path) => path !== '/')
}

const missingFiles = [
  ...['/assets/index-Dfj6j93w.js', '/assets/kanban-2b.css', '/assets/nunito-1a.woff2', '/assets/none'],
  ...['/icon-1024.png', '/favicon.ico', '/old.webmanifest', '/mails/none.html'],
]

/** A host's response for a path: the status, and its cache-control. */
type Answer = { status: number; isPage: boolean; caching?: string | null | undefined }

async function assertServes(ask: (path: string) => Answer | Promise<Answer>): Promise<void> {
  const addresses = await screenAddresses()
  assert.ok(addresses.length > 12)
  for (const path of addresses) assert.partialDeepStrictEqual(await ask(path), { status: 200, isPage: true }, path)
  // As some mail programs write the "#" of a link: Netlify's rules cannot tell it from a missing page, and send the same.
  for (const path of ['/confirm%23token_hash=a1&type=signup', '/new-password%23token_hash%3Da1', '/join%23ABCDEFGH'])
    assert.equal((await ask(path)).isPage, true, path)
  for (const path of missingFiles) {
    const { status, caching } = await ask(path)
    assert.equal(status, 404, path)
    assert.doesNotMatch(caching ?? '', /immutable|max-age=[1-9]/, path)
  }
}

// The first rule that matches; an existing file has priority. That host never caches a 404 for long.
function askNetlify(path: string): Answer {
  const rule = netlify.redirects.find(({ from }) => new RegExp(`^${from.replace('*', '.*')}$`).test(path))
  return { status: rule?.status ?? 404, isPage: rule?.to === '/index.html' }
}

// Its headers depend on the path alone, also for missing files.
function askVercel(path: string): Answer {
  const fits = ({ source }: { source: string }) => new RegExp(`^${source}$`).test(path)
  const rewrite = vercel.rewrites.find(fits)
  const headers = vercel.headers.filter(fits).flatMap((rule) => rule.headers)
  const caching = headers.find(({ key }) => key === 'cache-control')?.value
  return { status: rewrite === undefined ? 404 : 200, isPage: rewrite?.destination === '/index.html', caching }
}

// Like its assets: with the headers of the path, found or not.
async function askCloudflare(path: string): Promise<Answer> {
  const [, immutable = ''] = /\n {2}cache-control: (.*)/.exec(assetHeaders) ?? []
  const fetch = (request: Request) => {
    const { pathname } = new URL(request.url)
    const headers: Headers = pathname.startsWith('/assets/') ? { 'cache-control': immutable } : {}
    return Promise.resolve(
      pathname === '/' ? new Response('the page', { headers }) : new Response('Not found', { status: 404, headers }),
    )
  }
  const answer = await cloudflare.fetch(new Request(`https://quests.example${path}`), { ASSETS: { fetch } })
  const isPage = (await answer.text()) === 'the page'
  return { status: answer.status, isPage, caching: answer.headers.get('cache-control') }
}

for (const ask of [askNetlify, askVercel, askCloudflare])
  Deno.test(`On ${ask.name.slice(3)} every screen is the page, and a file that is missing is not found, and not for long`, () =>
    assertServes(ask))

Deno.test('On Vercel a path of the API is no page, also without the middleware', () => {
  for (const path of ['/api', '/api/nothing', '/objects', '/objects/a/b'])
    assert.partialDeepStrictEqual(askVercel(path), { status: 404, isPage: false }, path)
  assert.partialDeepStrictEqual(askVercel('/apiary'), { status: 200, isPage: true })
})

const secret = 'only the proxy and the function know it'
const services = ['GET /api/health', 'GET /storage/v1/x', 'GET /realtime/v1/websocket', 'GET /auth/v1/settings']

/** Tries the file for a self-hosted Supabase in Debian's Caddy. */
function inCaddy(name: string, look: (ask: Ask) => Promise<void>): void {
  Deno.test({
    name,
    ignore: isWithoutCaddy,
    async fn() {
      const app = await Deno.makeTempDir()
      await Deno.mkdir(`${app}/assets`)
      for (const file of ['index.html', 'assets/index-1.js']) await Deno.writeTextFile(`${app}/${file}`, 'the app')
      const file = (await read('supabase.Caddyfile'))
        .replace('/srv/bubblequest\n', `${app}\n`)
        .replace('{$BUBBLEQUEST_PROXY_SECRET}', `"${secret}"`)
      await withCaddy((service) => file.replaceAll('127.0.0.1:8000', service), look).finally(() =>
        Deno.remove(app, { recursive: true }),
      )
    },
  })
}

const isMissing = { status: 404, headers: answerHeaders, led: undefined }

inCaddy(
  'The file for Caddy in front of a self-hosted Supabase does the same, and lets nothing else of it out',
  async (ask) => {
    // The services have the app's own address there.
    const wanted = { ...securityHeaders, ...inTlsForYears }
    const page = await ask('GET /parent')
    assert.partialDeepStrictEqual(page, {
      status: 200,
      headers: { ...wanted, 'cache-control': 'no-cache' },
      body: 'the app',
    })
    const { headers } = await ask('GET /assets/index-1.js')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    await assertServes(async (path) => {
      const { status, body, headers: answered } = await ask(`GET ${path}`)
      return { status, isPage: body === 'the app', caching: answered['cache-control'] }
    })
    for (const [path, to] of [
      ['/api', '/functions/v1/api'],
      ['/api/health?a=%2F', '/functions/v1/api/health?a=%2F'],
      ['/objects/a/b', '/functions/v1/api/objects/a/b'],
      // Caddy 2.6 replaces a caller's placeholder in a path that a rewrite has set from another.
      ['/api/{http.request.header.X}', '/functions/v1/api/{http.request.header.X}'],
    ] as const) {
      const { led, headers: answered } = await ask(`GET ${path}`, { x: 'a', 'accept-encoding': 'gzip' })
      assert.equal(decodeURI(led?.url ?? ''), decodeURI(to))
      assert.equal(answered['content-encoding'], 'gzip')
      const said = {
        'x-bubblequest-proxy': secret,
        'x-bubblequest-caller': '127.0.0.1',
        'x-bubblequest-scheme': 'http',
      }
      assert.partialDeepStrictEqual(led?.headers, said)
    }
    for (const path of ['/storage/v1/x?a=b', '/realtime/v1/websocket?vsn=1.0.0'])
      assert.equal((await ask(`GET ${path}`)).led?.url, path)
    for (const path of ['/rest/v1/quests', '/functions/v1/api/health', '/pg/meta', '/project/default', '/apiary'])
      assert.equal((await ask(`GET ${path}`)).led, undefined, path)
  },
)

inCaddy(
  'The file for Caddy leads out of Auth the links of mails and what the doctor reads, nothing that takes a password or a code, and nothing else',
  async (ask) => {
    assert.deepEqual(exposedAuthCalls, ['GET /auth/v1/verify', 'GET /auth/v1/settings'])
    for (const call of exposedAuthCalls)
      assert.equal((await ask(`${call}?token=a`)).led?.url, `${call.slice(4)}?token=a`)
    for (const call of [
      ...['POST token?grant_type=password', 'POST token?grant_type=refresh_token', 'POST token', 'POST verify'],
      ...['POST signup', 'POST otp', 'POST resend', 'POST recover', 'GET user', 'PUT user', 'POST logout?scope=local'],
      ...['GET reauthenticate', 'GET admin/users', 'GET verify/x'],
    ])
      assert.partialDeepStrictEqual(await ask(call.replace(' ', ' /auth/v1/')), isMissing, call)
  },
)

inCaddy('The file for Caddy leads no caller past it by a path that is read in two ways', async (ask) => {
  for (const path of [
    ...['/../../api/platform/profile', '/%2e%2e/%2E%2E/api/platform/profile', '/..%2f..%2Fapi/platform/profile'],
    ...[
      '//api/platform/profile',
      '/api/..',
      '/storage/v1/..%5c..%5Cauth/v1/token',
      '/storage/v1/a%5Cb',
      '/storage/v1/%252e%252e/x',
    ],
    '/auth/v1/token%2F..%2F..%2F..%2Fstorage/v1/x?grant_type=password',
  ])
    assert.partialDeepStrictEqual(await ask(`GET ${path}`), isMissing, path)
  for (const path of [
    '/api/health?at=//../%2e',
    '/objects/a.b/c%20d.webp?token=a.b',
    '/realtime/v1/websocket?vsn=1.0.0',
  ])
    assert.ok((await ask(`GET ${path}`)).led, path)
})

inCaddy('The file for Caddy takes out of every request what only a proxy may say of a caller', async (ask) => {
  const forged = Object.fromEntries(
    [
      ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-path'],
      ...['x-forwarded-prefix', 'forwarded', 'x-real-ip', 'sb-forwarded-for', 'x-bubblequest-caller'],
      // By the last a script in the page would read the cookies that are kept from scripts.
      ...['x-bubblequest-proxy', 'x-bubblequest-scheme', 'x-bubblequest-copy-cookies'],
    ].map((name) => [name, '198.51.100.1']),
  )
  for (const call of services) {
    const { led } = await ask(call, forged)
    assert.equal(led?.headers['x-forwarded-for'], '127.0.0.1', call)
    assert.deepEqual(
      Object.entries(led.headers).filter(([, value]) => value.includes('198.51.100.1')),
      [],
      call,
    )
  }
})
