import { createServer, request as ask } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/**
 * How a line handles a request. `swallow`: neither passed on nor answered, also once the line is good again. `stall`:
 * passed on, its response waits until the line passes. `cut`: passed on and handled, but the connection is closed
 * instead of a response. `break`: closed, nothing is passed on.
 */
export type Fate =
  | 'pass'
  | 'swallow'
  | 'stall'
  | 'cut'
  | 'break'
  | { status: number; headers?: Record<string, string>; body?: string }

export type Passing = { method: string; path: string; isSocket: boolean }

export type BadLine = {
  port: number
  become(fate: Fate | ((request: Passing) => Fate)): void
  [Symbol.asyncDispose](): Promise<void>
}

/** An open WebSocket. One that was swallowed once is dead for good, without a close. */
type Link = { passing: Passing; client: Duplex; upstream: Socket; state: Fate }

const host = '127.0.0.1'

/**
 * A proxy between browsers and the server on `target`, whose port is read with each request. A request gets the fate
 * that the line has when it comes, an open WebSocket every later fate too: bytes of both directions wait while it
 * stalls.
 */
export async function openBadLine(target: { port: number }): Promise<BadLine> {
  let fateOf: (request: Passing) => Fate = () => 'pass'
  const links = new Set<Link>()
  const open = new Set<Duplex>()
  // Stalled requests, which wait for the next fate of the line.
  let waiting: (() => void)[] = []

  const keep = <Kept extends Duplex>(socket: Kept): Kept => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // A connection that breaks is closed too.
    return socket.on('error', () => socket.destroy())
  }

  /** Resolves with the next fate of a request that was stalled. */
  async function released(passing: Passing): Promise<Fate> {
    while (fateOf(passing) === 'stall') await new Promise<void>((resolve) => waiting.push(resolve))
    return fateOf(passing)
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const passing = { method: incoming.method ?? '', path: incoming.url ?? '', isSocket: false }
    let fate = fateOf(passing)
    if (fate === 'break') return void incoming.socket.destroy()
    const body = await buffer(incoming)
    if (fate === 'swallow') return
    if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers).end(fate.body)
    const given = await answerOf(target.port, incoming, body)
    if (fate === 'stall') fate = await released(passing)
    if (fate === 'swallow') return
    if (fate === 'cut' || fate === 'break') return void incoming.socket.destroy()
    response.writeHead(given.status, given.headers).end(given.body)
  }

  function follow(link: Link): void {
    if (link.state === 'swallow') return
    const { client, upstream } = link
    link.state = fateOf(link.passing)
    const isOver = client.destroyed || upstream.destroyed
    if (link.state === 'pass' && !isOver) for (const socket of [client, upstream]) socket.resume()
    else if (link.state === 'stall') for (const socket of [client, upstream]) socket.pause()
    else if (link.state !== 'swallow') for (const socket of [client, upstream]) socket.destroy()
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => incoming.socket.destroy())
  })
  server.on('connection', keep)
  server.on('upgrade', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    keep(client)
    const passing = { method: incoming.method ?? '', path: incoming.url ?? '', isSocket: true }
    const fate = fateOf(passing)
    if (fate === 'swallow') return
    if (fate === 'break') return void client.destroy()
    if (typeof fate === 'object')
      return void client.end(`HTTP/1.1 ${fate.status} Refused\r\nconnection: close\r\n\r\n${fate.body ?? ''}`)
    const upstream = keep(connect(target.port, host))
    upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${linesOf(incoming)}\r\n\r\n`)
    upstream.write(head)
    if (fate === 'cut') return void upstream.once('data', () => [upstream, client].map((socket) => socket.destroy()))
    const link: Link = { passing, client, upstream, state: 'pass' }
    links.add(link)
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      from.on('data', (bytes: Uint8Array) => link.state !== 'swallow' && to.write(bytes))
      // A server's side of a connection stays open when the client has ended its own.
      from.on('end', () => from.end())
      from.on('close', () => {
        if (client.destroyed && upstream.destroyed) links.delete(link)
        if (link.state === 'pass') to.end()
      })
    }
    follow(link)
  })
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(0, host, resolve))

  return {
    port: (server.address() as AddressInfo).port,
    become(fate) {
      fateOf = typeof fate === 'function' ? fate : () => fate
      for (const link of links) follow(link)
      const released = waiting
      waiting = []
      for (const resolve of released) resolve()
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      await closed
    },
  }
}

type Given = { status: number; headers: IncomingHttpHeaders; body: Uint8Array }

/** Sends the request to the server on a connection of its own, with its headers unchanged. Returns the response. */
function answerOf(port: number, { method, url, headers }: IncomingMessage, body: Uint8Array): Promise<Given> {
  return new Promise((resolve, reject) => {
    const outgoing = ask({ host, port, method, path: url, headers, agent: false }, (given) => {
      buffer(given).then((body) => resolve({ status: given.statusCode ?? 502, headers: given.headers, body }), reject)
    })
    outgoing.on('error', reject).end(body)
  })
}

const linesOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [])).join('\r\n')
