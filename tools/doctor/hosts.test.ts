import assert from 'node:assert/strict'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { securityHeaders } from '../../embedded/static-files.ts'
import { ledOut, ledOutAs } from './testing/led-out.ts'

const read = (name: string) => Deno.readTextFile(new URL(`../../deploy/${name}`, import.meta.url))

const Netlify = z.object({
  build: z.object({ command: z.string(), publish: z.string(), edge_functions: z.string() }),
  redirects: z.array(z.object({ from: z.string(), to: z.string(), status: z.literal(200), force: z.boolean().optional() })),
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
})
const Vercel = z.object({
  outputDirectory: z.string(),
  rewrites: z.array(z.object({ source: z.string(), destination: z.string() })),
  headers: z.array(z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) })),
})

const supabase = 'https://YOUR-PROJECT.supabase.co'

/** What the embedded stack sends, and what a page needs besides when Supabase has another address. */
const wanted = {
  ...securityHeaders,
  'content-security-policy': securityHeaders['content-security-policy'].replace(
    "connect-src 'self'",
    `connect-src 'self' ${supabase} ${supabase.replace('https', 'wss')}`,
  ),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

Deno.test('The file for Netlify runs the proxy, and protects the page as the embedded stack does', async () => {
  const { build, redirects, headers } = Netlify.parse(parse(await read('netlify.toml')))
  assert.deepEqual([build.command, build.publish, build.edge_functions], ['npm run build', 'dist', 'deploy/netlify'])
  assert.deepEqual(
    redirects.map(({ from, to }) => [from, to]),
    [['/*', '/index.html']],
  )
  assert.deepEqual(headers.find((part) => part.for === '/*')?.values, wanted)
})

Deno.test('The file for Vercel does the same', async () => {
  const { outputDirectory, rewrites, headers } = Vercel.parse(JSON.parse(await read('vercel.json')))
  assert.equal(outputDirectory, 'dist')
  assert.deepEqual(
    rewrites.map(({ destination }) => destination),
    ['/index.html'],
  )
  const page = headers.find(({ source }) => source === '/(.*)')?.headers ?? []
  assert.deepEqual(Object.fromEntries(page.map(({ key, value }) => [key, value])), wanted)
})

Deno.test('The files for Cloudflare do the same', async () => {
  const worker = z
    .object({ main: z.string(), assets: z.object({ directory: z.string(), not_found_handling: z.string(), run_worker_first: z.array(z.string()) }) })
    .parse(JSON.parse((await read('wrangler.jsonc')).replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/,(\s*[}\]])/g, '$1')))
  assert.deepEqual(worker, {
    main: 'deploy/cloudflare-worker.ts',
    assets: { directory: 'dist', not_found_handling: 'single-page-application', run_worker_first: ['/api/*', '/objects/*'] },
  })
  const [page = ''] = (await read('_headers')).split('/assets/*')
  const lines = page.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim().split(/: (.*)/)] : []))
  assert.deepEqual(Object.fromEntries(lines), wanted)
})

Deno.test('The file for Caddy in front of a self-hosted Supabase does the same, and lets nothing else of it out', async () => {
  const file = await read('supabase.Caddyfile')
  const headers = Object.fromEntries(
    [...file.matchAll(/^\t+(?:header (?:@\w+ )?)?([A-Z][\w-]+) "(.*)"$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
  // The services have the app's own address there.
  assert.deepEqual(headers, { ...securityHeaders, 'strict-transport-security': wanted['strict-transport-security'], 'cache-control': 'no-cache' })
  assert.match(file, /^\(supabase\) \{[^}]*^\tencode \{\n\t\tgzip\n\t\tminimum_length 1024\n\t\tmatch header Content-Type application\/json\*\n\t\}/m)
  const leadsTo = Object.fromEntries([...file.matchAll(/handle (\S+) \{\n\t\trewrite \* (\S+)\n\t\timport supabase/g)].map(([, from, to]) => [from, to]))
  assert.deepEqual(leadsTo, { '/api/*': '/functions/v1{uri}', '/objects/*': '/functions/v1/api{uri}' })
  assert.match(file, /^\t@services path \/realtime\/v1\/\* \/storage\/v1\/\*$/m)
  for (const header of ['x-bubblequest-proxy {$BUBBLEQUEST_PROXY_SECRET}', 'x-bubblequest-caller {remote_host}'])
    assert.ok(file.includes(`header_up ${header}\n`))
})

Deno.test('The file for Caddy leads out of Auth what pages ask and the doctor, nothing that takes a password or a code, and nothing else', async () => {
  const file = await read('supabase.Caddyfile')
  assert.equal(ledOut.length, 7)
  // A form in the body could name another grant_type than the address does.
  assert.match(file, /\thandle @auth \{\n\t\treverse_proxy \S+ \{\n(?:\t{3}.*\n)*\t{3}header_up Content-Type application\/json\n\t\t\}\n\t\}\n/)
  assert.match(file, /\thandle \/auth\/\* \{\n\t\trespond 404\n\t\}\n/)
  for (const call of [
    ...['POST token?grant_type=password', 'POST token?grant_type=password&grant_type=refresh_token', 'POST token?grant_type=refresh_token&grant_type=password'],
    ...['POST token', 'GET token?grant_type=refresh_token', 'POST verify', 'POST signup', 'POST otp', 'GET reauthenticate', 'POST resend', 'GET admin/users'],
  ]) {
    const [method = '', path = ''] = call.split(' ')
    assert.equal(ledOutAs(method, `https://quests.example/auth/v1/${path}`), undefined, call)
  }
})

Deno.test('The file for Caddy takes out of every request what only a proxy may say of a caller', async () => {
  const file = await read('supabase.Caddyfile')
  const site = file.slice(file.indexOf('your.address {'))
  const removed = [...site.matchAll(/^\trequest_header -(\S+)$/gm)].map(([, name = '']) => name.toLowerCase())
  const isRemoved = (name: string) => removed.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern))
  for (const name of [
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-path', 'x-forwarded-prefix', 'forwarded'],
    ...['x-real-ip', 'sb-forwarded-for', 'x-bubblequest-caller', 'x-bubblequest-proxy'],
  ]) {
    assert.ok(isRemoved(name), name)
  }
  const proxied = [...file.matchAll(/reverse_proxy \S+ \{\n[^]*?\n\t+\}\n/g)].map(([block]) => block)
  assert.equal(proxied.length, 3)
  for (const block of proxied) assert.ok(block.includes('header_up X-Forwarded-For {remote_host}\n'), block)
})
