import postgres from 'postgres'

/** Something that can be measured: Bubblequest as families run it, or the bare floor beside it. */
export type Subject = {
  name: 'ours' | 'floor'
  pid: number
  /** Reads the board of 200 cards to the last byte. */
  list(): Promise<void>
  /** Moves card number `index` to another column and waits for the answer. */
  move(index: number): Promise<void>
  /** A further device that hears of moves; `onMove` is called once for each. */
  listen(onMove: () => void): Promise<{ close(): void }>
  stop(): Promise<void>
}

const cards = 200

export async function startOurs(): Promise<Subject> {
  const { url, child, folder, sql } = await startStackWithDatabase()
  const cookies = await signUp(url)
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { cookie: cookies, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const [{ id: member, family }] = await api('GET', '/api/families/my')
  const columns: { id: string }[] = await api('GET', `/api/families/${family.id}/quest-columns`)
  const quests: { id: string }[] = []
  for (let index = 0; index < cards; index++) {
    quests.push(
      await api('POST', `/api/families/${family.id}/quests`, {
        title: `Quest number ${index}`,
        description: 'A few words that say what there is to do',
        icon: '🧹',
        gemValue: 20,
        assigneeIds: [member],
        columnId: columns[0]?.id,
      }),
    )
  }
  // Within a minute the database does so by itself; a family lives with what it then knows.
  await sql`analyze`
  await sql.end()
  let turn = 0
  return {
    name: 'ours',
    pid: child.pid,
    async list() {
      const answer = await fetch(`${url}/api/families/${family.id}/quests`, { headers: { cookie: cookies } })
      await answer.arrayBuffer()
    },
    async move(index) {
      const columnId = columns[++turn % columns.length]?.id
      const answer = await fetch(`${url}/api/quests/${quests[index % cards]?.id}`, {
        method: 'PATCH',
        headers: { cookie: cookies, 'content-type': 'application/json' },
        body: JSON.stringify({ columnId }),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`a move was answered with ${answer.status}`)
    },
    async listen(onMove) {
      const access = await api('GET', '/api/auth/realtime')
      const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${access.publishableKey}&vsn=2.0.0`)
      socket.binaryType = 'arraybuffer'
      const topic = `realtime:${access.topic}`
      await new Promise<void>((resolve, reject) => {
        socket.onopen = () => socket.send(JSON.stringify(['1', '1', topic, 'phx_join', { config: { private: true }, access_token: access.token }]))
        socket.onmessage = ({ data }) => {
          const [, , , event, payload] = JSON.parse(String(data))
          if (event === 'phx_reply' && payload.status === 'ok') resolve()
          else reject(new Error(`the join was answered with ${String(data)}`))
        }
        socket.onerror = () => reject(new Error('the socket failed'))
      })
      const beat = setInterval(() => socket.send(JSON.stringify([null, '0', 'phoenix', 'heartbeat', {}])), 20_000)
      // A text frame here is the answer to a heartbeat or the state of presence; news is binary.
      socket.onmessage = ({ data }) => typeof data === 'string' || onMove()
      return {
        close() {
          clearInterval(beat)
          socket.close()
        },
      }
    },
    stop: () => end(child, folder),
  }
}

export async function startFloor(): Promise<Subject> {
  const folder = await Deno.makeTempDir({ prefix: 'bubblequest-floor-' })
  const { url, child } = await startProcess(['bench/floor-server.ts', folder, '0'], {})
  let lane = 0
  return {
    name: 'floor',
    pid: child.pid,
    async list() {
      const answer = await fetch(url)
      await answer.arrayBuffer()
    },
    async move(index) {
      const answer = await fetch(url, { method: 'PATCH', body: JSON.stringify({ id: (index % cards) + 1, lane: ++lane % 4 }) })
      await answer.arrayBuffer()
    },
    async listen(onMove) {
      const socket = new WebSocket(url.replace('http', 'ws'))
      await new Promise((resolve, reject) => {
        socket.onopen = resolve
        socket.onerror = reject
      })
      socket.onmessage = () => onMove()
      return { close: () => socket.close() }
    },
    stop: () => end(child, folder),
  }
}

/** Bubblequest on a new folder, without limits for whoever is hasty. */
export async function startStack(env: Record<string, string> = {}): Promise<{ url: string; child: Deno.ChildProcess; folder: string }> {
  const folder = await Deno.makeTempDir({ prefix: 'bubblequest-bench-' })
  const { url, child } = await startProcess(['embedded/main.ts'], { PORT: '0', BUBBLEQUEST_DATA: folder, BUBBLEQUEST_RATE_LIMITS: 'off', ...env })
  return { url, child, folder }
}

/** The same without the app, and a connection to its database. */
export async function startStackWithDatabase(): Promise<{ url: string; child: Deno.ChildProcess; folder: string; sql: postgres.Sql }> {
  const port = freePort()
  const stack = await startStack({ BUBBLEQUEST_APP: 'off', BUBBLEQUEST_POSTGRES_PORT: String(port) })
  const { databasePassword: password } = JSON.parse(await Deno.readTextFile(`${stack.folder}/keys.json`))
  return { ...stack, sql: postgres({ host: '127.0.0.1', port, username: 'postgres', password, database: 'postgres', max: 1, onnotice() {} }) }
}

function freePort(): number {
  const listener = Deno.listen({ hostname: '127.0.0.1', port: 0 })
  const { port } = listener.addr
  listener.close()
  return port
}

/** Starts a Deno program of ours and waits until it says where it listens. */
export async function startProcess(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ url: string; child: Deno.ChildProcess; readyAfter: number }> {
  const begun = performance.now()
  const child = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', ...args],
    env: { ...env, NO_COLOR: '1' },
    stdin: 'null',
    stdout: 'piped',
    stderr: 'inherit',
  }).spawn()
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`${args[0]} ended before it was ready: ${said}`)
    said += value
    const port = /ready (\d+)\n/.exec(said)?.[1] ?? /localhost:(\d+)\n/.exec(said)?.[1]
    if (port === undefined) continue
    void reader.cancel()
    return { url: `http://127.0.0.1:${port}`, child, readyAfter: performance.now() - begun }
  }
}

export async function end(child: Deno.ChildProcess, folder: string): Promise<void> {
  child.kill('SIGTERM')
  await child.status
  await Deno.remove(folder, { recursive: true })
}

export async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Anna', lastName: 'Berg', email: `anna-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }),
  })
  if (answer.status !== 201) throw new Error(`sign-up was answered with ${answer.status}`)
  await answer.body?.cancel()
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
