import { Problem } from './problem.ts'

export type Listening = {
  port: number
  /** Resolves once nobody is let in any more and all that was asked is answered. */
  shutdown(): Promise<void>
}

// Long enough that a machine without a free file is not kept busy by trying.
const pause = 1000

/**
 * Listens until it is shut down, or throws a Problem when it cannot begin to. A connection the machine has no file left for
 * ends the listening of Deno: then it begins again, and whoever is connected does not notice.
 */
export function listen(options: { port: number; hostname: string }, handler: Deno.ServeHandler<Deno.NetAddr>): Listening {
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (port: number) => {
    const begun = serve({ ...options, port }, handler)
    begun.finished.catch((error: unknown) => {
      if (over) return
      console.error(`No more connections can be taken for a moment: ${error instanceof Error ? error.message : String(error)}`)
      timer = setTimeout(beginAgain, pause)
    })
    return begun
  }
  let server = begin(options.port)
  const { port } = server.addr
  const beginAgain = () => {
    try {
      server = begin(port)
    } catch {
      timer = setTimeout(beginAgain, pause)
    }
  }
  return {
    port,
    shutdown() {
      over = true
      clearTimeout(timer)
      return server.shutdown()
    },
  }
}

function serve({ port, hostname }: { port: number; hostname: string }, handler: Deno.ServeHandler<Deno.NetAddr>): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ port, hostname, onListen: () => {}, onError: broken }, handler)
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

/** What a request is answered whose handling broke. */
export function broken(error: unknown): Response {
  // The stack names places in the code, never what a family wrote.
  console.error(error instanceof Error ? error.stack : error)
  return new Response('Something went wrong on our side.\n', { status: 500 })
}
