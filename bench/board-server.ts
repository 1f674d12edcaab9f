import { signUp, startFloorServer, startStackWithDatabase } from './stack.ts'
import type { Build } from './stack.ts'

/** A server with one board of 200 cards, for one client after the other or many. */
export type BoardServer = {
  /** Reads the board of 200 cards to the last byte. */
  list(): Promise<void>
  /** Moves card number `index` to another column and waits for the answer. */
  move(index: number): Promise<void>
  /** A further device that receives moves; `onMove` is called once for each. */
  listen(onMove: () => void): Promise<{ close(): void }>
}

const cards = 200

/** A family with a board of 200 quests on a stack of its own. */
export async function startBoardServer(build: Build): Promise<BoardServer> {
  const { url, sql } = await startStackWithDatabase(build)
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
  }
}

/** The same calls to the bare floor. */
export async function startFloorBoardServer(): Promise<BoardServer> {
  const { url } = await startFloorServer()
  let lane = 0
  return {
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
  }
}
