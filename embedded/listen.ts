import { serveHttp } from './http-server.ts'
import type { Listening } from './http-server.ts'
import { Problem } from './problem.ts'
import { KeyedRate } from './realtime/limits.ts'

type Place = { port: number; hostname: string; certificate?: { cert: string; key: string } }

/** `peer` is the address of the other end of the socket. */
export type Handler = (request: Request, peer: string) => Response | Promise<Response>

export type ConnectionLimits = {
  /** How long the head of the first request may take, with the handshake of TLS before it. */
  headMs: number
  /** How long a request with a body may take until it is answered. */
  bodyMs: number
  /** How long an answer may take to be read. */
  answerMs: number
  /** How long a connection may rest between two requests, with the head of the next one. */
  idleMs: number
  /** Connections of one address at once, websockets included. */
  perAddress: number
  /** Connections that one address may open in ten seconds. */
  openedPerAddress: number
}

/** A proxy keeps connections for a minute or more; a school has one address for all of its tablets. */
export const defaultConnectionLimits: ConnectionLimits = {
  headMs: 10_000,
  bodyMs: 30_000,
  answerMs: 300_000,
  idleMs: 60_000,
  perAddress: 1000,
  openedPerAddress: 1000,
}

// Long enough that a machine without a free file is not kept busy by trying.
const pauseMs = 1000

/**
 * Listens until it is shut down, or throws a Problem when it cannot begin to. Deno.serve tells of requests but not of connections,
 * so it listens behind this on a port of its own, and each connection is led there: that one can be counted and ended (decision 0035).
 */
export function listen({ port, hostname, certificate }: Place, handler: Handler, limits: ConnectionLimits = defaultConnectionLimits): Listening {
  const listener = open(port, hostname)
  const connections = new Connections(limits)
  const behind = { port: 0, hostname: '127.0.0.1', ...(certificate === undefined ? {} : { certificate }) }
  const server = serveHttp(behind, (request, info) => {
    const connection = connections.find(info.remoteAddr.port)
    return connection === undefined ? handler(request, info.remoteAddr.hostname) : connection.serve(request, info.completed, handler)
  })
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const accept = async () => {
    while (!over.signal.aborted) {
      try {
        const accepted = await listener.accept()
        void connections.lead(accepted, server.port)
      } catch (error) {
        if (over.signal.aborted) return
        console.error(`No more connections can be taken for a moment: ${error instanceof Error ? error.message : String(error)}`)
        await new Promise<void>((resolve) => (timer = setTimeout(resolve, pauseMs)))
      }
    }
  }
  void accept()
  return {
    hostname: listener.addr.hostname,
    port: listener.addr.port,
    async shutdown() {
      if (!over.signal.aborted) listener.close()
      over.abort()
      clearTimeout(timer)
      connections.endIdle()
      await server.shutdown()
      await connections.close()
    },
  }
}

function open(port: number, hostname: string): Deno.TcpListener {
  try {
    return Deno.listen({ port, hostname })
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new Problem(`Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`)
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new Problem(`This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`)
    }
    if (error instanceof Deno.errors.AddrNotAvailable) {
      throw new Problem(`This machine has no address ${hostname}. Use --host alone to open Bubblequest on all of its addresses.`)
    }
    throw error
  }
}

/** All connections of one port, each of which ends when a limit is over. */
class Connections {
  readonly #limits: ConnectionLimits
  readonly #open = new Map<number, Connection>()
  readonly #perAddress = new Map<string, number>()
  readonly #opened: KeyedRate
  readonly #sweep: ReturnType<typeof setInterval>

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
    this.#opened = new KeyedRate(limits.openedPerAddress, 10_000, () => performance.now())
    this.#sweep = setInterval(() => this.#endOverdue(), Math.min(1000, limits.headMs / 4))
  }

  /** By the port that a connection has towards the server. */
  find(port: number): Connection | undefined {
    return this.#open.get(port)
  }

  /** Leads everything that is said on a connection to the server and back, until one of both sides ends it. */
  async lead(accepted: Deno.TcpConn, serverPort: number): Promise<void> {
    const peer = accepted.remoteAddr.hostname
    const count = this.#perAddress.get(peer) ?? 0
    // From there the services of the stack call each other, and proxies of this machine speak for everybody.
    if (peer !== '127.0.0.1' && peer !== '::1' && (count >= this.#limits.perAddress || !this.#opened.take(peer))) return accepted.close()
    this.#perAddress.set(peer, count + 1)
    try {
      const inner = await Deno.connect({ hostname: '127.0.0.1', port: serverPort }).catch(() => accepted.close())
      if (inner === undefined) return
      const connection = new Connection(accepted, inner, peer, this.#limits)
      this.#open.set(inner.localAddr.port, connection)
      await connection.pump()
      this.#open.delete(inner.localAddr.port)
    } finally {
      const others = (this.#perAddress.get(peer) ?? 1) - 1
      if (others === 0) this.#perAddress.delete(peer)
      else this.#perAddress.set(peer, others)
    }
  }

  #endOverdue(): void {
    const now = performance.now()
    for (const connection of this.#open.values()) if (connection.isOverdue(now)) connection.end()
  }

  /** Nobody waits for anything on these. */
  endIdle(): void {
    for (const connection of this.#open.values()) if (connection.isIdle) connection.end()
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await Promise.all([...this.#open.values()].map((connection) => connection.ended))
  }
}

/** One connection and its other half to the server; over TLS it may have several requests at the same time. */
class Connection {
  readonly peer: string
  /** Resolves when both halves are closed. */
  readonly ended: Promise<void>
  readonly #outer: Deno.TcpConn
  readonly #inner: Deno.TcpConn
  readonly #limits: ConnectionLimits
  readonly #end: () => void
  /** Until when each request has to be answered, and its answer read, in milliseconds of performance.now(). */
  readonly #requests = new Set<{ until: number }>()
  #idleUntil: number
  #isOver = false

  constructor(outer: Deno.TcpConn, inner: Deno.TcpConn, peer: string, limits: ConnectionLimits) {
    this.peer = peer
    this.#outer = outer
    this.#inner = inner
    this.#limits = limits
    this.#idleUntil = performance.now() + limits.headMs
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#end = resolve
    for (const half of [outer, inner]) half.setNoDelay(true)
  }

  async pump(): Promise<void> {
    const heard = this.#copy(this.#outer, this.#inner).catch(() => this.#discard())
    await this.#copy(this.#inner, this.#outer).catch(() => this.end())
    // What the server said last is to be read yet; then nobody waits for the other side to hang up too.
    this.#requests.clear()
    this.#idleUntil = performance.now() + this.#limits.headMs
    await heard
    this.end()
  }

  async #copy(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
    // Most connections rest, so it is small until there is much to say.
    let buffer = new Uint8Array(1024)
    for (let length = await from.read(buffer); length !== null; length = await from.read(buffer)) {
      for (let sent = 0; sent < length;) sent += await to.write(buffer.subarray(sent, length))
      if (length === buffer.length && length < 65_536) buffer = new Uint8Array(length * 4)
    }
    await to.closeWrite()
  }

  /** A server that has refused a body reads no more of it; who closes without reading takes the refusal away from the sender. */
  async #discard(): Promise<void> {
    const buffer = new Uint8Array(65_536)
    try {
      while ((await this.#outer.read(buffer)) !== null);
    } catch {
      this.end()
    }
  }

  /** Lets the server answer a request that came on this connection. */
  async serve(request: Request, completed: Promise<void>, handler: Handler): Promise<Response> {
    const pending = { until: hasBody(request) ? performance.now() + this.#limits.bodyMs : Infinity }
    this.#requests.add(pending)
    const onSent = () => {
      this.#requests.delete(pending)
      this.#idleUntil = performance.now() + this.#limits.idleMs
    }
    try {
      const response = await handler(request, this.peer)
      if (response.status === 101) {
        // Realtime ends the websockets that are silent.
        pending.until = Infinity
        return response
      }
      pending.until = performance.now() + this.#limits.answerMs
      completed.then(onSent, onSent)
      return response
    } catch (error) {
      completed.then(onSent, onSent)
      // Nobody is there any more to whom an answer matters, and nothing of ours is broken.
      if (isHangUp(error)) return new Response('The request ended before its body did.\n', { status: 400 })
      throw error
    }
  }

  get isIdle(): boolean {
    return this.#requests.size === 0
  }

  isOverdue(now: number): boolean {
    if (this.isIdle) return now > this.#idleUntil
    for (const { until } of this.#requests) if (now > until) return true
    return false
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#outer.close()
    this.#inner.close()
    this.#end()
  }
}

const hasBody = ({ headers }: Request) => (headers.get('content-length') ?? '0') !== '0' || headers.has('transfer-encoding')

/** What reading a body says whose sender is gone. */
const isHangUp = (error: unknown) => [Deno.errors.Http, Deno.errors.BadResource, Deno.errors.ConnectionReset].some((kind) => error instanceof kind)
