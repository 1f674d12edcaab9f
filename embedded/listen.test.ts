import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { listen } from './listen.ts'
import type { ConnectionLimits } from './listen.ts'
import { denoOn } from './testing/child.ts'
import { withLog } from './testing/log.ts'

Deno.test('Whoever was let in before the machine had no file left is answered before the door is shut', async () => {
  const [command = '', ...args] = denoOn(fileURLToPath(new URL('testing/crowded-door.ts', import.meta.url)), 300)
  const { stdout, stderr } = await new Deno.Command(command, { args, stdout: 'piped', stderr: 'piped' }).output()
  assert.equal(new TextDecoder().decode(stdout), 'answered, shut\n', new TextDecoder().decode(stderr))
})

const limits: ConnectionLimits = { headMs: 400, bodyMs: 500, answerMs: 600, idleMs: 700, perAddress: 3, openedPerAddress: 1000 }

type Asked = { url: string; port: number }

/** A port with short limits that answers what it was sent, and anything from /large without end. */
async function onPort(work: (asked: Asked) => Promise<void>, more: Partial<ConnectionLimits> = {}): Promise<void> {
  const echo = async (request: Request, peer: string) => {
    if (request.headers.get('upgrade') !== null) {
      const { socket, response } = Deno.upgradeWebSocket(request)
      socket.addEventListener('message', ({ data }) => socket.send(String(data)))
      return response
    }
    if (request.url.endsWith('/large')) return new Response(new Uint8Array(100_000_000))
    return new Response(`${peer} ${await request.text()}`)
  }
  const door = listen({ port: 0, hostname: '127.0.0.1' }, echo, { ...limits, ...more })
  await work({ url: `http://127.0.0.1:${door.port}`, port: door.port }).finally(() => door.shutdown())
}

/** Says that from an address of this machine, and answers all that is heard until the other side hangs up. */
async function heard(port: number, text: string, address = '127.0.0.1'): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address })
  let said = ''
  socket.on('data', (bytes) => (said += String(bytes)))
  socket.on('error', () => {})
  socket.write(text)
  await new Promise((resolve) => socket.on('close', resolve))
  return said
}

const whole = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

Deno.test('Who sends half a head, half a body or nothing is hung up on, and so is who asks nothing more', () =>
  onPort(async ({ port }) => {
    await withLog(async (lines) => {
      const [nothing, head, body, second] = await Promise.all([
        heard(port, ''),
        heard(port, 'GET / HTTP/1.1\r\nHost: local'),
        heard(port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf'),
        heard(port, `${whole}GET / HTTP/1.1\r\nHost: local`),
      ])
      assert.deepEqual([nothing, head, body], ['', '', ''])
      assert.match(second, /^HTTP\/1.1 200 OK/)
      assert.deepEqual(lines, [])
    })
  }))

Deno.test('Who never reads the answer is hung up on', () =>
  onPort(async ({ port }) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.pause()
    socket.on('error', () => {})
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    // What has arrived is all there is; then the end is read.
    await new Promise((resolve) => setTimeout(resolve, limits.answerMs * 3))
    let size = 0
    socket.on('data', (bytes) => (size += bytes.length))
    socket.resume()
    await new Promise((resolve) => socket.on('close', resolve))
    assert.ok(size < 100_000_000, String(size))
  }))

Deno.test('A websocket and a connection that is used outlive all limits', () =>
  onPort(async ({ url }) => {
    const socket = new WebSocket(url.replace('http', 'ws'))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    for (const end = performance.now() + 1500; performance.now() < end;) {
      assert.equal(await (await fetch(url, { method: 'POST', body: 'still here' })).text(), '127.0.0.1 still here')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const echo = new Promise<string>((resolve) => socket.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data)))
    socket.send('and here')
    assert.equal(await echo, 'and here')
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
    socket.close()
    await closed
  }))

Deno.test('One address has only so many connections at once, and takes none away from others', () =>
  onPort(
    async ({ port, url }) => {
      const crowd = Array.from({ length: 5 }, () => heard(port, '', '127.0.0.2'))
      // The first three are kept and the others hung up on at once.
      await Promise.race([crowd[3], crowd[4]])
      assert.match(await heard(port, whole.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), '127.0.0.3'), /127\.0\.0\.3 $/)
      assert.equal(await heard(port, whole, '127.0.0.2'), '')
      assert.equal(await (await fetch(url)).text(), '127.0.0.1 ')
      await Promise.all(crowd)
      assert.match(await heard(port, whole, '127.0.0.2'), /127\.0\.0\.2 $/)
    },
    { headMs: 2000 },
  ))

Deno.test('One address may open only so many connections in ten seconds, also when it has closed those before', () =>
  onPort(
    async ({ port, url }) => {
      const answers: string[] = []
      for (let count = 0; count < 4; count++) answers.push(await heard(port, whole.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), '127.0.0.2'))
      assert.deepEqual(
        answers.map((answer) => answer.endsWith('127.0.0.2 ')),
        [true, true, false, false],
      )
      assert.match(await heard(port, whole, '127.0.0.3'), /127\.0\.0\.3 $/)
      assert.equal(await (await fetch(url)).text(), '127.0.0.1 ')
    },
    { openedPerAddress: 2 },
  ))
