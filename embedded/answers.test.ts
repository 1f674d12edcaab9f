import assert from 'node:assert/strict'
import { createApi } from '../edge-functions/api/app.ts'
import { withClock } from '../testing/clock.ts'
import { face, newFamily } from '../testing/family.ts'
import { withLog } from '../testing/log.ts'
import { samplePictures } from '../testing/sample-pictures.ts'
import { onOwnStack, settingsFor } from '../testing/stack.ts'
import type { OwnStack } from '../testing/stack.ts'
import { until } from '../testing/until.ts'
import { serveHttp } from './http-server.ts'

const app = await Deno.makeTempDir()
await Deno.mkdir(`${app}/assets`)
await Deno.writeTextFile(`${app}/index.html`, '<p>page')
await Deno.writeTextFile(`${app}/assets/app-1a2b.js`, 'app')
Deno.test.afterAll(() => Deno.remove(app, { recursive: true }))

const story = onOwnStack({ appFolder: app })

/** Answers of every part: what is there, what is refused, what is missing and what is not supported. */
const kinds: [method: string, path: string, status: number, headers?: Record<string, string>][] = [
  ['GET', '/', 200],
  ['GET', '/assets/app-1a2b.js', 200],
  ['GET', '/assets/none.js', 404],
  ['POST', '/parent', 405],
  ['GET', '/%61pi/health', 400],
  ['GET', '/api/health', 200],
  ['GET', '/api/nothing', 404],
  ['PUT', '/api/health', 405],
  ['POST', '/api/auth/login', 403, { origin: 'https://elsewhere.example' }],
  ['POST', '/api/auth/login', 415],
  ['GET', '/objects/nobody/nothing', 404],
  ['GET', '/functions/v1/api/health', 200],
  ['GET', '/functions/v1/nothing', 404],
  ['GET', '/auth/v1/user', 401],
  ['GET', '/auth/v1/verify?token=a&type=signup', 303],
  ['GET', '/auth/v1/admin/users', 501],
  ['OPTIONS', '/auth/v1/token', 204],
  ['GET', '/storage/v1/status', 200],
  ['GET', '/storage/v1/object/avatars/none.png', 400],
  ['GET', '/storage/v1/bucket', 501],
  ['GET', '/realtime/v1/api/ping', 200],
  ['GET', '/realtime/v1/websocket', 401],
  ['GET', '/rest/v1/quests', 501],
  ['GET', '/mailbox', 200],
  ['GET', '/mailbox', 403, { 'x-forwarded-host': 'elsewhere.example' }],
]

const send = (url: string, method: string, headers: Record<string, string> = {}) =>
  fetch(url, { method, headers, redirect: 'manual' })

function assertProtected(answer: Response, what: string): void {
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', what)
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin', what)
}

story('No browser guesses the type of any answer, and no other website embeds one', async ({ url, ...stack }) => {
  const check = async (method: string, path: string, status: number, headers?: Record<string, string>) => {
    const answer = await send(`${url}${path}`, method, headers)
    await answer.body?.cancel()
    assert.equal(answer.status, status, `${method} ${path}`)
    assertProtected(answer, `${method} ${path}`)
    assertTold(answer, `${method} ${path}`)
    return answer
  }
  // Each also tells the time of a clock that was put back by hours.
  await withClock(async (putBack) => {
    putBack(5)
    for (const kind of kinds) await check(...kind)
  })
  const page = await check('GET', '/', 200)
  await check('GET', '/', 304, { 'if-none-match': page.headers.get('etag') ?? '' })
  const family = await newFamily({ url, ...stack })
  const path = await face(family.parent, (await family.addMember('Mia')).id)
  const cookie = [...family.parent.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await check('GET', path, 200, { cookie })
})

Deno.test('An answer to a fault of ours is protected too', () =>
  withLog(async () => {
    const server = serveHttp({ port: 0, hostname: '127.0.0.1' }, () => assert.fail('A fault'))
    const answer = await send(`http://127.0.0.1:${server.port}/`, 'GET')
    await answer.body?.cancel()
    assert.equal(answer.status, 500)
    assertProtected(answer, 'a fault')
    await server.shutdown()
  }))

function assertTold({ headers }: Response, what: string): void {
  assert.match(headers.get('date') ?? '', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/, what)
  assert.ok(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) < 60_000, `${what}: ${headers.get('date')}`)
}

story('The function tells the time itself, because the server that runs it may not', async (stack) => {
  const api = createApi(settingsFor(stack), stack.sql)
  await withClock(async (putBack) => {
    putBack(5)
    for (const path of ['/api/health', '/api/auth/user', '/api/nothing']) {
      const answer = await api.fetch(new Request(`${stack.url}${path}`))
      await answer.body?.cancel()
      assertTold(answer, path)
      assertProtected(answer, path)
    }
  })
  await api.cleanUpIfDue()
})

/**
 * Sends exactly these bytes. Returns the status of the response; '' when the server closed the connection without one.
 */
async function sendBytes({ port }: OwnStack, ...parts: (string | Uint8Array)[]): Promise<string> {
  const connection = await Deno.connect({ hostname: '127.0.0.1', port })
  const writer = connection.writable.getWriter()
  for (const part of parts)
    await writer.write(typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(part))
  let answer = ''
  for await (const bytes of connection.readable) {
    answer += new TextDecoder().decode(bytes)
    if (answer.includes('\r\n\r\n')) break
  }
  return answer.split(' ')[1] ?? ''
}

const head = (method: string, path: string, length: number, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`

const nested = '['.repeat(200_000) + ']'.repeat(200_000)

story('A host that is none is answered 400, whatever it stands before', async (stack) => {
  const wrong = ['a b', 'evil@localhost', 'localhost/auth/v1', 'localhost?', 'localhost#', 'x:y', 'localhost:99999']
  for (const host of [...wrong, '[::1', '\u00ff', '"', '1.2.3.4.5', '%6c', ''])
    assert.equal(await sendBytes(stack, `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`), '400', host)
  for (const path of [
    '/',
    '/auth/v1/health',
    '/storage/v1/status',
    '/realtime/v1/api/ping',
    '/functions/v1/api/health',
  ])
    assert.equal(await sendBytes(stack, `GET ${path} HTTP/1.1\r\nHost: localhost?\r\n\r\n`), '400', path)
  for (const host of ['localhost', 'my_machine:3000', '192.168.1.7', '[fe80::1]:3000', 'xn--bubbl-kva.example']) {
    assert.equal(await sendBytes(stack, `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`), '200', host)
  }
  // Refused for its body, and not as that of another website.
  for (const [host, origin] of [
    ['quests.example:80', 'http://quests.example'],
    ['QUESTS.example', 'http://quests.example'],
    ['quests.example:443', 'https://quests.example'],
  ]) {
    const json = `Host: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
    assert.equal(await sendBytes(stack, `POST /api/auth/login HTTP/1.1\r\n${json}`), '400', host)
  }
})

story('A text that cannot be stored is refused with 400 by every service, and nothing of it is kept', async (stack) => {
  const { keys, sql } = stack
  const apikey = `apikey: ${keys.publishableKey}\r\n`
  const wrong: (string | Uint8Array)[] = [
    nested,
    `{"data":{"first_name":${nested}},"email":"half@family.example","password":"long-enough-1"}`,
    String.raw`{"email":"half@family.example","password":"long-enough-1\ud800","firstName":"Half","lastName":"Pair"}`,
    String.raw`{"email":"half@family.example","password":"long-enough-1","data":{"first_name":"\udc00\ud800"}}`,
    new Uint8Array([
      ...new TextEncoder().encode('{"email":"half@family.example","password":"long-'),
      0xff,
      0xc3,
      0x28,
      ...new TextEncoder().encode('enough-1"}'),
    ]),
  ]
  await withLog(async (lines) => {
    for (const body of wrong) {
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
      for (const [method, path] of [
        ['POST', '/auth/v1/signup'],
        ['POST', '/auth/v1/token?grant_type=password'],
        ['POST', '/auth/v1/recover'],
        ['DELETE', '/storage/v1/object/avatars'],
      ] as const) {
        assert.equal(
          await sendBytes(stack, head(method, path, bytes.length, apikey), bytes),
          '400',
          `${path} ${String(body).slice(0, 80)}`,
        )
      }
      for (const path of ['/api/auth/signup', '/api/auth/login', '/functions/v1/api/auth/login']) {
        assert.equal(
          await sendBytes(stack, head('POST', path, bytes.length), bytes),
          bytes.length > 65_536 ? '413' : '400',
          `${path} ${String(body).slice(0, 80)}`,
        )
      }
    }
    assert.deepEqual(lines, [])
  })
  assert.equal((await sql`select email from auth.users where email like 'half@%'`).length, 0)
  // Two JSON escapes of a surrogate pair are one character.
  const pair = String.raw`{"email":"pair@family.example","password":"\\ud800-\ud83c\udf0a-\\\\","data":{}}`
  assert.equal(await sendBytes(stack, head('POST', '/auth/v1/signup', pair.length, apikey), pair), '200')
})

story('A body whose sender hangs up leaves no line in the log', async (stack) => {
  const { parent } = await newFamily(stack)
  const { uploadURL } = await parent.call('requestUpload', {})
  const cookie = `Cookie: ${[...parent.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}\r\n`
  const apikey = `apikey: ${stack.keys.secretKey}\r\n`
  await withLog(async (lines) => {
    for (const [method, path, more] of [
      ['POST', '/api/auth/login', ''],
      ['POST', '/api/auth/user', cookie],
      ['POST', '/functions/v1/api/auth/login', ''],
      ['POST', '/auth/v1/signup', apikey],
      ['POST', '/auth/v1/token?grant_type=password', apikey],
      ['POST', '/realtime/v1/api/broadcast', apikey],
      ['DELETE', '/storage/v1/object/avatars', apikey],
      ['PUT', uploadURL, ''],
      ['POST', '/mailbox', ''],
    ] as const) {
      for (const part of ['', '{"email":"']) {
        const connection = await Deno.connect({ hostname: '127.0.0.1', port: stack.port })
        await connection.write(new TextEncoder().encode(head(method, path, 1000, more) + part))
        connection.close()
      }
    }
    // A response to the last request proves that the earlier ones have been handled.
    await until(async () => (await sendBytes(stack, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')) === '200')
    await fetch(`${stack.url}${uploadURL}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/webp' },
      body: samplePictures['image/webp'],
    }).then((answer) => answer.body?.cancel())
    assert.deepEqual(lines, [])
  })
})
