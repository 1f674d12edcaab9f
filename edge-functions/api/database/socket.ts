import { Buffer } from 'node:buffer'
import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers'
import { callbackify } from 'node:util'

/** When the connection uses TLS: see `readDatabaseAddress`. */
export type Tls = 'never' | 'where it is offered' | 'always'

export type DatabaseServer = { host: string; port: number; tls: Tls; ca: string | undefined }

// The message of Postgres' protocol that requests TLS; the server replies with one letter.
const sslRequest = new Uint8Array([0, 0, 0, 8, 4, 210, 22, 47])
const offersTls = 'S'.charCodeAt(0)
const offersNoTls = 'N'.charCodeAt(0)

const encrypted = new WeakMap<DatabaseServer, boolean>()

/** Whether the last connection to that server was encrypted; null before the first one. */
export const isEncrypted = (server: DatabaseServer): boolean | null => encrypted.get(server) ?? null

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/**
 * Connects to Postgres for postgres.js, whose own TLS upgrade never ends on Deno 2.1 (denoland/deno#28526). The
 * certificate is always checked, against `ca` (PEM) or the authorities that Deno knows; `connect_timeout` limits the
 * time.
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
  // A failure destroys the stream instead of rejecting a promise: postgres.js 3.4 never reuses a connection whose
  // `socket` rejects. `Duplex.fromWeb` throws on Deno 2.1 when it ends.
  const socket: Duplex = new Duplex({
    // When Postgres ends the connection, no query can be sent either.
    allowHalfOpen: false,
    read() {
      const chunk = Buffer.alloc(65_536)
      open()
        .then((opened) => opened.read(chunk))
        .then(
          // The end is an error too: else postgres.js reconnects endlessly to a server that only closes.
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
      // Waits for the writes that postgres.js deferred: a connection that closes before them never writes again.
      setImmediate(done, error && withCode(error))
    },
  })
  // On Deno 2.1 a test run once wrote null, apparently from postgres.js: that throws an error that nobody can catch.
  const write = socket.write.bind(socket)
  socket.write = (chunk: Uint8Array | null, ...others: unknown[]) =>
    chunk === null || Reflect.apply(write, socket, [chunk, ...others])
  // postgres.js sends Terminate only to a socket that is `open`, and names host and port in its timeouts.
  const { host, port } = server
  return Object.defineProperty(Object.assign(socket, { host, port }), 'readyState', {
    get: () => (socket.destroyed ? 'closed' : 'open'),
  })
}

// Longer than the limit of any query.
const silenceLimitMs = 6000

/**
 * Destroys a connection of postgres.js on which a query gets no response: a Postgres that hangs, or a network that
 * loses everything, would keep it in the pool for ever.
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

/** Whether the bytes end with the message ReadyForQuery: a Z, its length, and a letter. */
const isEndOfAnswer = (bytes: Uint8Array) => [90, 0, 0, 0, 5].every((byte, index) => bytes.at(index - 6) === byte)

type Keep = <Opened extends Deno.Conn>(opened: Opened) => Opened

/** Passes each connection to `keep` as soon as it is open, so that it can be closed at any moment. */
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
    throw cause.message.includes('certificate')
      ? new Error('The certificate of the database is not trusted: set BUBBLEQUEST_DB_CA', { cause })
      : cause
  })
  encrypted.set(server, true)
  return connection
}

const closedByServer = () =>
  Object.assign(new Error('The database closed the connection'), { code: 'CONNECTION_CLOSED' })

/** Adds a code to errors of Deno and TLS, by which database.ts recognizes failed connections. */
const withCode = (error: Error & { code?: string }): Error =>
  error.code === undefined ? Object.assign(error, { code: 'CONNECTION_FAILED' }) : error

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at))
}

function close(connection: Deno.Conn): void {
  try {
    connection.close()
  } catch (error) {
    // The server or the handshake has closed it already.
    if (!(error instanceof Deno.errors.BadResource)) throw error
  }
}
