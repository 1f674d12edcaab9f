import { Problem } from './problem.ts'

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
export function serveHttp({ port: wanted, ...place }: Place, handler: HttpHandler): Listening {
  // A server that has stopped listening still serves its open connections.
  const servers: Deno.HttpServer<Deno.NetAddr>[] = []
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (port: number) => {
    const server = serve({ port, ...place }, handler)
    servers.push(server)
    server.finished.catch((error: unknown) => {
      if (over) return
      console.error(
        `No more connections can be taken for a moment: ${error instanceof Error ? error.message : String(error)}`,
      )
      timer = setTimeout(beginAgain, pauseMs)
    })
    return server.addr
  }
  const { hostname, port } = begin(wanted)
  const beginAgain = () => {
    try {
      begin(port)
    } catch {
      timer = setTimeout(beginAgain, pauseMs)
    }
  }
  return {
    hostname,
    port,
    async shutdown() {
      over = true
      clearTimeout(timer)
      await Promise.all(servers.map((server) => server.shutdown()))
    },
  }
}

function serve({ port, hostname, certificate }: Place, handler: HttpHandler): Deno.HttpServer<Deno.NetAddr> {
  const options = { port, hostname, onListen: () => {}, onError: broken }
  const handle: Deno.ServeHandler<Deno.NetAddr> = (request, { remoteAddr }) => handler(request, remoteAddr.hostname)
  try {
    return certificate === undefined ? Deno.serve(options, handle) : Deno.serve({ ...options, ...certificate }, handle)
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new Problem(
        `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
      )
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new Problem(`This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`)
    }
    if (error instanceof Deno.errors.AddrNotAvailable) {
      throw new Problem(
        `This machine has no address ${hostname}. Use --host alone to open Bubblequest on all of its addresses.`,
      )
    }
    throw error
  }
}

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
