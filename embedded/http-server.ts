export type Listening = {
  /** Where it listens, as numbers. */
  hostname: string
  port: number
  /** Resolves once nobody is let in any more and all that was asked is answered. */
  shutdown(): Promise<void>
}

type Place = { port: number; hostname: string; certificate?: { cert: string; key: string } }

// Long enough that a machine without a free file is not kept busy by trying.
const pause = 1000

/**
 * Serves HTTP until it is shut down. A connection the machine has no file left for ends the listening of Deno: then it begins
 * again, and whoever is connected does not notice.
 */
export function serveHttp({ port: wanted, ...place }: Place, handler: Deno.ServeHandler<Deno.NetAddr>): Listening {
  // A server that listens no more still serves whom it let in.
  const servers: Deno.HttpServer<Deno.NetAddr>[] = []
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (port: number) => {
    const server = serve({ port, ...place }, handler)
    servers.push(server)
    server.finished.catch((error: unknown) => {
      if (over) return
      console.error(`No more connections can be taken for a moment: ${error instanceof Error ? error.message : String(error)}`)
      timer = setTimeout(beginAgain, pause)
    })
    return server.addr
  }
  const { hostname, port } = begin(wanted)
  const beginAgain = () => {
    try {
      begin(port)
    } catch {
      timer = setTimeout(beginAgain, pause)
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

function serve({ port, hostname, certificate }: Place, handler: Deno.ServeHandler<Deno.NetAddr>): Deno.HttpServer<Deno.NetAddr> {
  const options = { port, hostname, onListen: () => {}, onError: broken }
  return certificate === undefined ? Deno.serve(options, handler) : Deno.serve({ ...options, cert: certificate.cert, key: certificate.key }, handler)
}

/** What a request is answered whose handling broke. */
export function broken(error: unknown): Response {
  // The stack names places in the code, never what a family wrote.
  console.error(error instanceof Error ? error.stack : error)
  return new Response('Something went wrong on our side.\n', { status: 500 })
}
