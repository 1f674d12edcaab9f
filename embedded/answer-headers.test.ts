import assert from 'node:assert/strict'
import { createApi } from '../edge-functions/api/app.ts'
import { withClock } from '../testing/clock.ts'
import { face, newFamily } from '../testing/family.ts'
import { withLog } from '../testing/log.ts'
import { onOwnStack, settingsFor } from '../testing/stack.ts'
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
