import { Buffer } from 'node:buffer'
import net from 'node:net'
import type { Socket } from 'node:net'

// A stranger who knows the address of an installation and its publishable key, as a program of its own, which takes no time of the
// one that measures. Its arguments: address, key, seconds, sockets, an e-mail address. Says "begun", and in the end what it has done.

const [url = '', key = '', seconds = '', sockets = '', email = ''] = Deno.args
const { hostname, port, host } = new URL(url)
/** All of it comes from one address, which no family has. */
const strangersAddress = '127.0.0.2'

const roundMs = 100
const ofRound = { sockets: 200, joins: 1500, halves: 50, renewals: 20, passwords: 10 }
const done = { sockets: 0, joins: 0, halves: 0, renewals: 0, passwords: 0 }

const open: Socket[] = []

/** Connects, says that, and reads whatever is answered. */
function connect(words: string): Socket {
  const socket = net.connect({ host: hostname, port: Number(port), localAddress: strangersAddress })
  socket.on('error', () => {})
  socket.on('data', () => {})
  socket.write(words)
  return socket
}

const upgrade = `GET /realtime/v1/websocket?apikey=${key}&vsn=2.0.0 HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`

/** A final text frame, masked with zeros. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, bytes.length >> 8, bytes.length & 255, 0, 0, 0, 0]), bytes])
}

function joinFrame(number: number): Buffer {
  const isPrivate = number % 2 === 0
  return frame(JSON.stringify([`${number}`, `${number}`, `realtime:room-${number}`, 'phx_join', { config: { private: isPrivate } }]))
}

const client = Deno.createHttpClient({ localAddress: strangersAddress })

async function send(path: string, { headers, body }: { headers: Record<string, string>; body?: unknown }): Promise<void> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  await fetch(`${url}${path}`, { ...sent, headers: { origin: url, 'content-type': 'application/json', ...headers }, client, signal: AbortSignal.timeout(5000) })
    .then((answer) => answer.body?.cancel())
    .catch(() => {})
}

const password = 'Wrong-pass-12'
const halves = ['GET / HTTP/1.1\r\nHost:', `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`]

async function round(): Promise<void> {
  const live = open.filter((socket) => !socket.destroyed)
  open.splice(0, open.length, ...live)
  for (let count = 0; count < ofRound.sockets && open.length < Number(sockets); count++) {
    open.push(connect(upgrade))
    done.sockets++
  }
  // On one connection, and on the next when it was ended for it.
  open.at(-1)?.write(Buffer.concat(Array.from({ length: ofRound.joins }, () => joinFrame(done.joins++))))
  for (let count = 0; count < ofRound.halves; count++) connect(halves[done.halves++ % halves.length] ?? '')
  const asked: Promise<void>[] = []
  for (let count = 0; count < ofRound.renewals; count++, done.renewals++)
    asked.push(send('/api/families/my', { headers: { cookie: `bq_refresh=${crypto.randomUUID()}` } }))
  for (let count = 0; count < ofRound.passwords; count++, done.passwords++) {
    const body = { email: count % 2 === 0 ? email : `nobody${done.passwords}@example.com`, password }
    const isDirect = count % 4 < 2
    asked.push(send(isDirect ? '/auth/v1/token?grant_type=password' : '/api/auth/login', { headers: isDirect ? { apikey: key } : {}, body }))
  }
  await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, 1000))])
}

if (import.meta.main) {
  const end = performance.now() + Number(seconds) * 1000
  console.log('begun')
  while (performance.now() < end) {
    const pause = new Promise((resolve) => setTimeout(resolve, roundMs))
    await Promise.all([round(), pause])
  }
  console.log(JSON.stringify({ ...done, open: open.filter((socket) => !socket.destroyed).length }))
  Deno.exit(0)
}
