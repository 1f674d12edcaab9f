import assert from 'node:assert/strict'
import { openBadLine } from '../../testing/bad-line.ts'
import type { BadLine } from '../../testing/bad-line.ts'
import { until } from '../../testing/until.ts'

type Server = { done: string[]; hosts: (string | null)[] }

/** Runs `work` with a line to a server that echoes each request's body and each WebSocket frame. */
async function onLine(work: (line: BadLine, server: Server, url: string) => Promise<void>): Promise<void> {
  const [done, hosts]: [string[], (string | null)[]] = [[], []]
  await using server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    hosts.push(request.headers.get('host'))
    if (request.headers.get('upgrade') !== null) {
      const { socket, response } = Deno.upgradeWebSocket(request)
      socket.onmessage = ({ data }) => {
        done.push(data)
        if (socket.readyState === WebSocket.OPEN) socket.send(data)
      }
      return response
    }
    const text = await request.text()
    done.push(text)
    return new Response(text, {
      status: 201,
      headers: [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    })
  })
  await using line = await openBadLine(server.addr)
  await work(line, { done, hosts }, `http://127.0.0.1:${line.port}`)
}

const send = (url: string, body: string, signal?: AbortSignal) =>
  fetch(url, { method: 'POST', body, ...(signal && { signal }) })

async function openSocket(url: string) {
  const socket = new WebSocket(url.replace('http', 'ws'))
  const heard: string[] = []
  let isClosed = false
  socket.onmessage = ({ data }) => void heard.push(data)
  const opened = Promise.withResolvers<void>()
  socket.onopen = () => opened.resolve()
  socket.onerror = () => opened.reject(new Error('It was refused'))
  socket.onclose = () => (isClosed = true)
  // Some connections are never opened, and are closed at the end.
  opened.promise.catch(() => {})
  return { socket, heard, opened: opened.promise, isClosed: () => isClosed }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100))

Deno.test('a line passes requests on with their host, answers with all cookies, WebSockets in both directions', () =>
  onLine(async (line, { done, hosts }, url) => {
    const answer = await send(url, 'one')
    assert.deepEqual([answer.status, await answer.text(), answer.headers.getSetCookie()], [201, 'one', ['a=1', 'b=2']])
    const { socket, heard, opened, isClosed } = await openSocket(url)
    await opened
    socket.send('two')
    await until(() => heard.length === 1)
    assert.deepEqual(
      [done, heard, hosts],
      [['one', 'two'], ['two'], [`127.0.0.1:${line.port}`, `127.0.0.1:${line.port}`]],
    )
    socket.close()
    await until(isClosed)
  }))

Deno.test('a line that cuts has the request done, one that breaks does not, one that answers does so itself', () =>
  onLine(async (line, { done }, url) => {
    line.become(({ path }) => (path === '/cut' ? 'cut' : 'break'))
    await assert.rejects(send(`${url}/cut`, 'cut'))
    await assert.rejects(send(`${url}/break`, 'broken'))
    line.become({ status: 503, headers: { 'retry-after': '7' }, body: 'Not now' })
    const answer = await send(url, 'answered')
    assert.deepEqual([answer.status, answer.headers.get('retry-after'), await answer.text()], [503, '7', 'Not now'])
    assert.deepEqual(done, ['cut'])
    line.become('pass')
    assert.equal(await (await send(url, 'passed')).text(), 'passed')
  }))

Deno.test('an answer that stalls comes when the line passes, a request that was swallowed is never answered', () =>
  onLine(async (line, { done }, url) => {
    const over = new AbortController()
    line.become('swallow')
    const swallowed = send(url, 'swallowed', over.signal).then(String, () => 'given up')
    await pause()
    line.become('stall')
    const stalled = send(url, 'stalled')
    await until(() => done.length === 1)
    assert.equal(await Promise.race([swallowed, stalled, pause()]), undefined)
    line.become('pass')
    assert.equal(await (await stalled).text(), 'stalled')
    assert.equal(await Promise.race([swallowed, pause()]), undefined)
    over.abort()
    assert.deepEqual([await swallowed, done], ['given up', ['stalled']])
  }))

Deno.test('an open WebSocket waits while the line stalls, closes when it breaks, and is dead once it was swallowed', () =>
  onLine(async (line, { done }, url) => {
    const first = await openSocket(url)
    await first.opened
    line.become('stall')
    const stalled = await openSocket(url)
    for (const word of ['one', 'two', 'three']) first.socket.send(word)
    await pause()
    assert.deepEqual([first.heard, done, stalled.socket.readyState], [[], [], WebSocket.CONNECTING])
    line.become('pass')
    await stalled.opened
    await until(() => first.heard.length === 3)
    assert.deepEqual(first.heard, ['one', 'two', 'three'])

    line.become('swallow')
    stalled.socket.send('lost')
    const unanswered = await openSocket(url)
    await pause()
    line.become('pass')
    stalled.socket.send('lost too')
    await pause()
    assert.deepEqual(
      [done.length, stalled.heard, stalled.isClosed(), unanswered.socket.readyState],
      [3, [], false, WebSocket.CONNECTING],
    )

    for (const fate of ['break', 'cut', { status: 503 }] as const) {
      const next = await openSocket(url)
      await next.opened
      line.become(fate)
      await until(next.isClosed)
      await assert.rejects((await openSocket(url)).opened)
      line.become('pass')
    }
    assert.ok(!stalled.isClosed())
  }))
