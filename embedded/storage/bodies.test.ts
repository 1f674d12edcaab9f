import assert from 'node:assert/strict'
import { createSignatures } from './signatures.ts'
import {
  assertRefused,
  patternBytes,
  filesIn,
  onTestStorage,
  picture,
  tooLargeBody,
  withPicture,
} from '../../testing/storage-service.ts'
import type { TestStorage } from '../../testing/storage-service.ts'

const story = onTestStorage()

/**
 * Signs an upload and sends the body there. Returns the response of the first call that fails, or else of the second.
 */
async function sendTo(
  { call }: TestStorage,
  path: string,
  as: string,
  type: string,
  body: BodyInit,
): Promise<Response> {
  const signed = await call('POST', `/object/upload/sign/${path}`, { as })
  if (!signed.ok) return signed
  const { token } = await signed.json()
  return call('PUT', `/object/upload/sign/${path}?token=${token}`, { body, headers: { 'content-type': type } })
}

story('Nothing a name can say leads out of its bucket, or out of the folder of the files', async (server) => {
  const { as } = await withPicture(server, 'inside.png')
  const { familyId } = server.houses.berg
  const { sign } = createSignatures(server.stack.keys.jwtSecret)
  const before = await filesIn(server.stack.folder)
  const names = [
    '..%2f..%2fkeys.json',
    '%2e%2e%2fx.png',
    `a%2f..%2f..%2fx.png`,
    '..%5cx.png',
    'a%5c..%5cx.png',
    '%2fetc%2fpasswd',
    'a%2f%2fb.png',
    'a%2f.%2fb.png',
    'a%2f.',
    '%00',
    'a%0ab.png',
    'a%23b',
    '%252e%252e%252fx.png',
    '%C3%A4.png',
    'a~b',
    '%',
    '%E0%A4%A',
    'a'.repeat(1025),
  ]
  for (const name of names) {
    const path = `faces/${familyId}/${name}`
    // Not even a signature of ours makes it a name.
    const url = name.startsWith('%E0') || name === '%' ? path : decodeURIComponent(path)
    const token = await sign({ url, scope: 'upload', upsert: false }, 60)
    for (const [method, to] of [
      ['POST', `/object/upload/sign/${path}`],
      ['PUT', `/object/upload/sign/${path}?token=${token}`],
      ['GET', `/object/${path}`],
      ['GET', `/object/info/${path}`],
    ] as const) {
      const answer = await server.call(method, to, {
        as,
        ...(method === 'PUT' ? { body: patternBytes(3), headers: picture } : {}),
      })
      assert.deepEqual([answer.status, (await answer.json()).code], [400, 'InvalidKey'], `${method} ${name}`)
    }
  }
  for (const path of ['..%2fembedded/x.png', 'faces%2f../x.png', '%00/x.png', '%/x.png']) {
    for (const [method, to] of [
      ['POST', `/object/upload/sign/${path}`],
      ['GET', `/object/${path}`],
    ] as const) {
      const answer = await server.call(method, to, { as })
      assert.equal(answer.status, 400, path)
      await answer.body?.cancel()
    }
  }
  const good = ["it's (a) good+name, isn't it=@1;2&3!.png", 'a/b/c', '$*:_-', '...']
  for (const name of good) {
    const path = `faces/${familyId}/${encodeURIComponent(name)}`
    assert.equal((await sendTo(server, path, as, 'image/png', patternBytes(3))).status, 200, name)
    assert.deepEqual(await (await server.call('GET', `/object/${path}`, { as })).bytes(), patternBytes(3))
    const removed = await server.call('DELETE', '/object/faces', {
      as,
      body: JSON.stringify({ prefixes: [`${familyId}/${name}`] }),
    })
    assert.equal((await removed.json()).length, 1, name)
  }
  assert.deepEqual(await filesIn(server.stack.folder), before)
})

story('A file comes whole, small or large, with headers that keep a browser from running it', async (server) => {
  for (const size of [1000, 90_000]) {
    const bytes = patternBytes(size)
    const { path, as } = await withPicture(server, `whole-${size}.png`, bytes)
    const get = (headers: Record<string, string>) => server.call('GET', `/object/${path}`, { as, headers })
    const whole = await get({})
    const etag = whole.headers.get('etag') ?? ''
    assert.match(etag, /^"[0-9a-f]{32}"$/)
    assert.ok(Math.abs(Date.parse(whole.headers.get('last-modified') ?? '') - Date.now()) < 10_000)
    assert.deepEqual(await whole.bytes(), bytes)
    assert.deepEqual(
      ['content-type', 'content-length', 'cache-control', 'x-robots-tag', 'x-content-type-options'].map((name) =>
        whole.headers.get(name),
      ),
      ['image/png', String(size), 'max-age=3600', 'none', 'nosniff'],
    )
    assert.match(whole.headers.get('content-security-policy') ?? '', /sandbox/)
    // Ranges and conditions are not supported: such a call reads the whole file, as HTTP allows.
    for (const headers of [{ range: 'bytes=0-9' }, { 'if-none-match': etag }]) {
      const answer = await get(headers)
      assert.deepEqual(
        [answer.status, answer.headers.get('accept-ranges'), (await answer.bytes()).length],
        [200, null, size],
      )
    }
    const about = await server.call('GET', `/object/info/${path}`, { as })
    assert.deepEqual([about.headers.get('etag'), (await about.json()).etag], [etag, etag])
  }
})

story(
  'An empty file is a file; a page is shown as text; types are taken by kind where the bucket says so',
  async (server) => {
    const as = server.stack.keys.secretKey
    const headers = { apikey: as }
    const service = await server.tokenOf({ role: 'service_role' })
    const put = (path: string, type: string, body: BodyInit) => sendTo(server, path, service, type, body)
    assert.equal((await put('anything/empty', 'application/octet-stream', '')).status, 200)
    const empty = await server.call('GET', '/object/anything/empty', { as, headers })
    assert.deepEqual([empty.status, empty.headers.get('content-length'), await empty.text()], [200, '0', ''])
    assert.equal((await put('anything/page', 'text/html; charset=utf-8', '<script>alert(1)</script>')).status, 200)
    const page = await server.call('GET', '/object/anything/page', { as, headers })
    assert.deepEqual([page.headers.get('content-type'), await page.text()], ['text/plain', '<script>alert(1)</script>'])
    assert.equal((await put('images/a', 'image/avif', 'x')).status, 200)
    assert.equal((await put('images/b', 'IMAGE/PNG; x=y', 'x')).status, 200)
    for (const type of ['video/mp4', 'image', 'imagex/png', ''])
      assert.equal((await put('images/c', type, 'x')).status, 400, type)
    // More than the limit of any bucket.
    const huge = await put('anything/huge', 'x/y', new Uint8Array(50 * 1024 * 1024 + 1))
    await assertRefused(huge, tooLargeBody)
    assert.deepEqual(await Array.fromAsync(Deno.readDir(`${server.stack.folder}/storage/incoming`)), [])
  },
)
