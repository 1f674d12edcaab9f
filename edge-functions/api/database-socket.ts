import { Buffer } from 'node:buffer'
import { Duplex } from 'node:stream'
import { callbackify } from 'node:util'

/** How the database is reached: see `readDatabaseAddress`. */
export type Tls = 'never' | 'where it is offered' | 'always'

export type DatabaseServer = { host: string; port: number; tls: Tls; ca: string | undefined }

// The message of Postgres' protocol that asks for TLS; the server answers with one letter.
const sslRequest = new Uint8Array([0, 0, 0, 8, 4, 210, 22, 47])
const offersTls = 'S'.charCodeAt(0)

const connectTimeout = 10_000

const encrypted = new WeakMap<DatabaseServer, boolean>()

/** Whether the last connection to that server was encrypted; null before the first one. */
export const isEncrypted = (server: DatabaseServer): boolean | null => encrypted.get(server) ?? null

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/**
 * A connection to Postgres for postgres.js, over TLS as `tls` says. Its own way to TLS never ends on Deno 2.1
 * (denoland/deno#28526). The certificate is always checked, against `ca` (PEM) or the authorities that Deno knows.
 */
export async function connectToDatabase(server: DatabaseServer): Promise<Duplex> {
  const plain = await withinTimeout(Deno.connect({ hostname: server.host, port: server.port }))
  try {
    return socketOf(await withinTimeout(secured(plain, server)))
  } catch (error) {
    close(plain)
    throw error
  }
}

async function secured(plain: Deno.TcpConn, server: DatabaseServer): Promise<Deno.Conn> {
  const { host, tls, ca } = server
  encrypted.set(server, false)
  if (tls === 'never') return plain
  await plain.write(sslRequest)
  const answer = new Uint8Array(1)
  await plain.read(answer)
  if (answer[0] !== offersTls) {
    if (tls === 'always') throw new Error('The database offers no TLS; `sslmode=disable` in its address does without')
    return plain
  }
  const connection = await Deno.startTls(plain, { hostname: host, ...(ca !== undefined && { caCerts: [ca] }) })
  await connection.handshake().catch((cause: unknown) => {
    close(connection)
    throw new Error('The certificate of the database is not trusted: set BUBBLEQUEST_DB_CA', { cause })
  })
  encrypted.set(server, true)
  return connection
}

/** The connection as a stream of Node. `Duplex.fromWeb` throws on Deno 2.1 when it ends. */
function socketOf(connection: Deno.Conn): Duplex {
  const socket: Duplex = new Duplex({
    // Postgres has ended: nothing can be asked any more either.
    allowHalfOpen: false,
    read() {
      const chunk = Buffer.alloc(65_536)
      connection.read(chunk).then(
        (length) => socket.push(length === null ? null : chunk.subarray(0, length)),
        (error: Error) => socket.destroy(error),
      )
    },
    write(chunk: Uint8Array, _, done) {
      callbackify(writeAll)(connection, chunk, done)
    },
    final(done) {
      close(connection)
      done()
    },
    destroy(error, done) {
      close(connection)
      done(error)
    },
  })
  // On Deno 2.1, null was written once in a run of the tests, by postgres.js as it seems: that throws where nobody can catch it.
  const write = socket.write.bind(socket)
  socket.write = (chunk: Uint8Array | null, ...others: unknown[]) => chunk === null || Reflect.apply(write, socket, [chunk, ...others])
  // It says goodbye only to an open socket.
  return Object.defineProperty(socket, 'readyState', { get: () => (socket.destroyed ? 'closed' : 'open') })
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at))
}

function close(connection: Deno.Conn): void {
  try {
    connection.close()
  } catch (error) {
    // The other end, or the handshake, was faster.
    if (!(error instanceof Deno.errors.BadResource)) throw error
  }
}

async function withinTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('The database does not answer'), { code: 'CONNECT_TIMEOUT' })), connectTimeout)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
