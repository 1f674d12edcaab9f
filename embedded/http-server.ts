import { withAnswerHeaders } from '../edge-functions/api/answer-headers.ts'
import { Problem, wordsOf } from './problem.ts'

/** `peer` is the address of the other end of the socket. */
export type HttpHandler = (request: Request, peer: string) => Response | Promise<Response>

export type Listening = {
  /** As an IP address. */
  hostname: string
  port: number
  /** Takes no more connections; resolves once every open request has its response. */
  shutdown(): Promise<void>
}

type Place = { port: number; hostname: string; certificate?: { cert: string; key: string } | undefined }

// Retries no more often, so that a machine without a free file descriptor is not kept busy.
const pauseMs = 1000

/**
 * Serves HTTP until it is shut down, or throws a Problem when it cannot start. Deno stops listening when no file
 * descriptor is left for a connection: it then listens again, and open connections stay open.
 */
export function serveHttp({ port: wanted, hostname: asked, certificate }: Place, handler: HttpHandler): Listening {
  // A server that has stopped listening still serves its open connections.
  const servers: Deno.HttpServer<Deno.NetAddr>[] = []
  let over = false
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const begin = (hostname: string, port: number) => {
    const server = serve({ port, hostname, certificate }, handler)
    servers.push(server)
    server.finished.catch((error: unknown) => {
      if (over) return
      console.error(`No more connections can be taken for a moment: ${wordsOf(error)}`)
      beginLater(hostname, server.addr.port)
    })
    return server.addr
  }
  const beginLater = (hostname: string, port: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      try {
        begin(hostname, port)
      } catch {
        beginLater(hostname, port)
      }
    }, pauseMs)
    timers.add(timer)
  }
  const { hostname, port } = asked === '::' ? beginOnAll(begin, wanted) : begin(asked, wanted)
  return {
    hostname,
    port,
    async shutdown() {
      over = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(servers.map((server) => server.shutdown()))
    },
  }
}

/** Listens on every address, of IPv6 and of IPv4, which one socket does on most machines; some have no IPv6. */
function beginOnAll(begin: (hostname: string, port: number) => Deno.NetAddr, wanted: number): Deno.NetAddr {
  let both: Deno.NetAddr
  try {
    both = begin('::', wanted)
  } catch (error) {
    if (error instanceof Taken || error instanceof Forbidden) throw error
    return begin('0.0.0.0', wanted)
  }
  try {
    begin('0.0.0.0', both.port)
  } catch (error) {
    // The socket of IPv6 takes IPv4 too.
    if (!(error instanceof Taken)) throw error
  }
  return both
}

class Taken extends Problem {}
class Forbidden extends Problem {}

function serve({ port, hostname, certificate }: Place, handler: HttpHandler): Deno.HttpServer<Deno.NetAddr> {
  const options = { port, hostname, onListen: () => {}, onError }
  const handle: Deno.ServeHandler<Deno.NetAddr> = async (request, { remoteAddr }) =>
    withAnswerHeaders(await handler(request, remoteAddr.hostname))
  try {
    return certificate === undefined ? Deno.serve(options, handle) : Deno.serve({ ...options, ...certificate }, handle)
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new Taken(
        `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
      )
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new Forbidden(`This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`)
    }
    if (error instanceof Deno.errors.AddrNotAvailable) {
      throw new Problem(
        `This machine has no address ${hostname}. Use --host alone to open Bubblequest on all of its addresses.`,
      )
    }
    throw error
  }
}

const onError = (error: unknown) => withAnswerHeaders(broken(error))

/** Whether a body could not be read because its sender disconnected. */
const isHangUp = (error: unknown) =>
  [Deno.errors.Http, Deno.errors.BadResource, Deno.errors.ConnectionReset].some((kind) => error instanceof kind)

/** The response to a request whose handler threw. */
export function broken(error: unknown): Response {
  // The client is gone and the fault is not ours: no log.
  if (isHangUp(error)) return new Response('The request ended before its body did.\n', { status: 400 })
  // The stack names places in the code, never what a family wrote.
  console.error(error instanceof Error ? error.stack : error)
  return new Response('Something went wrong on our side.\n', { status: 500 })
}
