import assert from 'node:assert/strict'
import { staticFiles } from './static-files.ts'

const root = await Deno.makeTempDir()
const app = `${root}/dist`
for (const [path, text] of Object.entries({
  'secret.txt': 'keep out',
  'dist/index.html': '<p>page',
  'dist/index.html.br': 'page in brotli',
  'dist/index.html.gz': 'page in gzip',
  'dist/bubble.svg': '<svg/>',
  'dist/assets/app-1a2b.js': 'app',
  'dist/assets/app-1a2b.js.gz': 'app in gzip',
  'dist/assets/odd.xyz': '?',
})) {
  await Deno.mkdir(`${root}/${path}`.replace(/\/[^/]*$/, ''), { recursive: true })
  await Deno.writeTextFile(`${root}/${path}`, text)
}
const files = await staticFiles(app)
Deno.test.afterAll(() => Deno.remove(root, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  files(new Request(`http://x${encodeURI(path)}`, { method, headers }), path)

async function found(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ text: string; headers: Headers; status: number }> {
  const answer = get(path, headers, method) ?? assert.fail(`no ${path}`)
  return { text: await answer.text(), headers: answer.headers, status: answer.status }
}

Deno.test('Every screen is the page, with a policy that lets no foreign script in', async () => {
  for (const path of ['/', '/parent', '/parent/6f0c', '/kid/6f0c/', '/index.html']) {
    const { text, headers } = await found(path)
    assert.deepEqual(
      [text, headers.get('content-type'), headers.get('cache-control')],
      ['<p>page', 'text/html; charset=utf-8', 'no-cache'],
      path,
    )
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self'",
    ]) {
      assert.ok(policy.split('; ').includes(rule), rule)
    }
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  }
})

Deno.test('The opener policy is sent where a browser heeds it: over https, and on this machine', () => {
  const policy = (url: string, headers: Record<string, string> = {}) =>
    files(new Request(url, { headers }), '/')?.headers.get('cross-origin-opener-policy')
  for (const url of [
    'https://quests.example/',
    'http://quests.localhost/',
    'http://127.0.0.1:3000/',
    'http://[::1]:3000/',
  ])
    assert.equal(policy(url), 'same-origin', url)
  for (const url of ['http://192.168.1.20:3000/', 'http://localhost.example/', 'http://127.0.0.1.example/'])
    assert.equal(policy(url), null, url)
  assert.equal(policy('http://quests.example/', { 'x-forwarded-proto': 'https' }), 'same-origin')
})

Deno.test('No path leads out of the folder', () => {
  for (const path of [
    ...['/../secret.txt', '/assets/../../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '//secret.txt'],
    ...['/assets/\\..\\..\\secret.txt', `/${root}/secret.txt`, '/secret.txt\0.html'],
    // Nor to what looks like a file and is none.
    ...['/assets/old-9z.js', '/assets/old', '/favicon.ico', '/index.html.br', '/bubble.svg/x.svg'],
  ]) {
    assert.equal(get(path), undefined, path)
  }
})

Deno.test('A browser gets the smallest copy that it can read', async () => {
  const encoded = async (path: string, accept: string) => {
    const { text, headers } = await found(path, accept === '' ? {} : { 'accept-encoding': accept })
    assert.equal(headers.get('vary'), 'accept-encoding')
    return [text, headers.get('content-encoding')]
  }
  for (const [path, accept, text, encoding] of [
    ['/', 'gzip, deflate, br, zstd', 'page in brotli', 'br'],
    ['/', 'br;q=0.5, gzip', 'page in brotli', 'br'],
    ['/', 'br;q=0, gzip', 'page in gzip', 'gzip'],
    ['/', '', '<p>page', null],
    ['/', 'bright', '<p>page', null],
    ['/assets/app-1a2b.js', 'br', 'app', null],
    ['/assets/app-1a2b.js', 'br, gzip', 'app in gzip', 'gzip'],
  ] as const)
    assert.deepEqual(await encoded(path, accept), [text, encoding], accept)
})

Deno.test("Only what has its content's digest in its name is kept for ever; an unchanged page is not sent again", async () => {
  for (const [path, caching] of [
    ['/assets/app-1a2b.js', 'public, max-age=31536000, immutable'],
    ['/bubble.svg', 'no-cache'],
  ] as const)
    assert.equal((await found(path)).headers.get('cache-control'), caching)
  const etag = (await found('/')).headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]+"$/)
  const unchanged = await found('/parent', { 'if-none-match': etag })
  assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers.get('etag')], [304, '', etag])
  assert.equal((await found('/', { 'if-none-match': '"other"' })).status, 200)
  assert.notEqual((await found('/bubble.svg')).headers.get('etag'), etag)
})

Deno.test('A look at the headers sends no content, and unknown kinds are not guessed', async () => {
  const head = await found('/bubble.svg', {}, 'HEAD')
  assert.deepEqual(
    [head.status, head.text, head.headers.get('content-type')],
    [200, '', 'image/svg+xml; charset=utf-8'],
  )
  assert.equal((await found('/assets/odd.xyz')).headers.get('content-type'), 'application/octet-stream')
})
