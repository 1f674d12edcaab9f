import { Buffer } from 'node:buffer'
import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers'
import { callbackify } from 'node:util'

/** How the database is reached: see `readDatabaseAddress`. */
export type Tls = 'never' | 'where it is offered' | 'always'

export type DatabaseServer = { host: string; port: number; tls: Tls; ca: string | undefined }

// The message of Postgres' protocol that asks for TLS; the server answers with one letter.
const sslRequest = new Uint8Array([0, 0, 0, 8, 4, 210, 22, 47])
const offersTls = 'S'.charCodeAt(0)
const offersNoTls = 'N'.charCodeAt(0)

const encrypted = new WeakMap<DatabaseServer, boolean>()

/** Whether the last connection to that server was encrypted; null before the first one. */
export const isEncrypted = (server: DatabaseServer): boolean | null => encrypted.get(server) ?? null

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/**
 * A connection to Postgres for postgres.js, whose own way to TLS never ends on Deno 2.1 (denoland/deno#28526). The certificate is
 * always checked, against `ca` (PEM) or the authorities that Deno knows. How long connecting may take, `connect_timeout` says.
 */
export function connectToDatabase(server: DatabaseServer): Duplex {
  let connection: Deno.Conn | undefined
  const keep = <Opened extends Deno.Conn>(opened: Opened): Opened => {
    connection = opened
    if (socket.destroyed) close(opened)
    return opened
  }
  let opening: Promise<Deno.Conn> | undefined
  const open = () => (opening ??= openConnection(server, keep))
  // A stream that a failure destroys, not a promise: postgres.js 3.4 never again uses a connection whose `socket` rejects.
  // `Duplex.fromWeb` throws on Deno 2.1 when it ends.
  const socket: Duplex = new Duplex({
    // Postgres has ended: nothing can be asked any more either.
    allowHalfOpen: false,
    read() {
      const chunk = Buffer.alloc(65_536)
      open()
        .then((opened) => opened.read(chunk))
        .then(
          // The end is a failure, too: else postgres.js connects again and again to a server that only closes.
          (length) => (length === null ? socket.destroy(closedByServer()) : socket.push(chunk.subarray(0, length))),
          (error: Error) => socket.destroy(error),
        )
    },
    write(chunk: Uint8Array, _, done) {
      callbackify(async () => writeAll(await open(), chunk))(done)
    },
    final(done) {
      if (connection !== undefined) close(connection)
      done()
    },
    destroy(error, done) {
      if (connection !== undefined) close(connection)
      // After the writes that postgres.js has put off: a connection that closes before them never writes again.
      setImmediate(done, error && withCode(error))
    },
  })
  // On Deno 2.1, null was written once in a run of the tests, by postgres.js as it seems: that throws where nobody can catch it.
  const write = socket.write.bind(socket)
  socket.write = (chunk: Uint8Array | null, ...others: unknown[]) => chunk === null || Reflect.apply(write, socket, [chunk, ...others])
  // postgres.js says goodbye only to an open socket, and names host and port when the time is over.
  const { host, port } = server
  return Object.defineProperty(Object.assign(socket, { host, port }), 'readyState', { get: () => (socket.destroyed ? 'closed' : 'open') })
}

// Longer than any query may take.
const silenceLimitMs = 6000

/**
 * Destroys a connection of postgres.js whose other end leaves a question without an answer: a Postgres that hangs, or a network that loses
 * everything, would keep it in the pool for ever.
 */
export function destroyWhenSilent<Socket extends Duplex>(socket: Socket, limitMs = silenceLimitMs): Socket {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => socket.destroy(withCode(new Error('The database hangs'))), limitMs)
  }
  const write = socket.write.bind(socket)
  socket.write = (...words: unknown[]) => {
    wait()
    return Reflect.apply(write, socket, words)
  }
  socket.on('data', (bytes: Uint8Array) => (isEndOfAnswer(bytes) ? clearTimeout(timer) : wait()))
  return socket.on('close', () => clearTimeout(timer))
}

/** Whether that ends with the message ReadyForQuery: a Z, its length, and a letter. */
const isEndOfAnswer = (bytes: Uint8Array) => [90, 0, 0, 0, 5].every((byte, index) => bytes.at(index - 6) === byte)

type Keep = <Opened extends Deno.Conn>(opened: Opened) => Opened

/** Hands each connection to `keep` as soon as there is one, so that it can be closed at any moment. */
async function openConnection(server: DatabaseServer, keep: Keep): Promise<Deno.Conn> {
  const { host, port, tls, ca } = server
  const plain = keep(await Deno.connect({ hostname: host, port }))
  encrypted.set(server, false)
  if (tls === 'never') return plain
  await writeAll(plain, sslRequest)
  const answer = new Uint8Array(1)
  if ((await plain.read(answer)) === null) throw closedByServer()
  if (answer[0] === offersNoTls) {
    if (tls === 'always') throw new Error('The database offers no TLS; `sslmode=disable` in its address does without')
    return plain
  }
  if (answer[0] !== offersTls) throw new Error('The database takes no connection')
  const connection = keep(await Deno.startTls(plain, { hostname: host, ...(ca !== undefined && { caCerts: [ca] }) }))
  await connection.handshake().catch((cause: Error) => {
    throw cause.message.includes('certificate') ? new Error('The certificate of the database is not trusted: set BUBBLEQUEST_DB_CA', { cause }) : cause
  })
  encrypted.set(server, true)
  return connection
}

const closedByServer = () => Object.assign(new Error('The database closed the connection'), { code: 'CONNECTION_CLOSED' })

/** Gives errors of Deno and TLS a code, because database.ts tells failed connections by it. */
const withCode = (error: Error & { code?: string }): Error => (error.code === undefined ? Object.assign(error, { code: 'CONNECTION_FAILED' }) : error)

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
