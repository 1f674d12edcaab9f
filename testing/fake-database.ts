/** Serves one client at the address of a database; `database` is the port of a real one. */
export type Behaviour = (client: Deno.TcpConn, database: number) => Promise<unknown>

export type FakeDatabase = AsyncDisposable & {
  port: number
  /** Ends all clients; handles later ones with `behaviour`. */
  become(behaviour: Behaviour): Promise<void>
}

/**
 * Listens on the port, or on a free one, and handles every client with `behaviour`, until it is disposed of. A port that
 * it chose stays taken meanwhile, so that no other test can.
 */
export function openFakeDatabase(port: number | undefined, behaviour: Behaviour, database: number): FakeDatabase {
  const listener = Deno.listen({ hostname: '127.0.0.1', port: port ?? 0 })
  const clients: Promise<unknown>[] = []
  const open = new Set<Deno.TcpConn>()
  const accepting = (async () => {
    for await (const client of listener) {
      open.add(client)
      // A client may disconnect at any time.
      clients.push(behaviour(client, database).catch(() => {}))
    }
  })()
  const endAll = async () => {
    for (const client of open) close(client)
    open.clear()
    await Promise.all(clients.splice(0))
  }
  return {
    port: listener.addr.port,
    async become(next) {
      behaviour = next
      await endAll()
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      await accepting
      await endAll()
    },
  }
}

export const staysSilent: Behaviour = async (client) => {
  while ((await read(client)) !== null);
}

export const closes: Behaviour = async (client) => {
  await read(client)
  close(client)
}

export const refusesTls: Behaviour = async (client) => {
  await read(client)
  await client.write(new TextEncoder().encode('N'))
  await staysSilent(client, 0)
}

export const closesInTls: Behaviour = async (client) => {
  await read(client)
  await client.write(new TextEncoder().encode('S'))
  await read(client)
  close(client)
}

export const passesOn: Behaviour = async (client, database) => {
  const server = await Deno.connect({ hostname: '127.0.0.1', port: database })
  await Promise.all([pass(client, server), pass(server, client)])
}

/** Lets the handshake through, and nothing that the server says after it. */
export const staysSilentAfterTls: Behaviour = async (client, database) => {
  const server = await Deno.connect({ hostname: '127.0.0.1', port: database })
  // Counts the client's request for TLS, its greeting and the end of its handshake, which pass.
  let messages = 0
  await Promise.all([pass(client, server, () => ++messages > 0), pass(server, client, () => messages < 3)])
}

/** Lets a session begin, and from then on nothing through in either direction. */
export const staysSilentAfterGreeting: Behaviour = async (client, database) => {
  const server = await Deno.connect({ hostname: '127.0.0.1', port: database })
  // Counts the client's greeting and the two messages that its password takes.
  let messages = 0
  await Promise.all([pass(client, server, () => ++messages <= 3), pass(server, client)])
}

/** Refuses a connection as a full pooler does: the error has no routine field. */
export const saysNo: Behaviour = async (client) => {
  await read(client)
  await write(client, message('E', 'SFATAL\0C08P01\0Mno more connections allowed\0\0'))
  close(client)
}

/** Accepts every client, and ends its session at its first query. */
export const endsSession: Behaviour = async (client) => {
  await read(client)
  await write(client, message('R', '\0\0\0\0'))
  await write(client, message('Z', 'I'))
  await read(client)
  await write(client, message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'))
  close(client)
}

/** A message of Postgres' protocol. */
function message(kind: string, text: string): Uint8Array {
  const bytes = new TextEncoder().encode(`${kind}\0\0\0\0${text}`)
  new DataView(bytes.buffer).setUint32(1, bytes.length - 1)
  return bytes
}

/** Closes both when one has ended. */
async function pass(from: Deno.TcpConn, to: Deno.TcpConn, passes: () => boolean = () => true): Promise<void> {
  try {
    for (let bytes = await read(from); bytes !== null; bytes = await read(from)) if (passes()) await write(to, bytes)
  } finally {
    close(from)
    close(to)
  }
}

async function read(connection: Deno.TcpConn): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(65_536)
  const length = await connection.read(bytes)
  return length === null ? null : bytes.subarray(0, length)
}

async function write(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at))
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close()
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error
  }
}
