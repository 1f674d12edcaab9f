import postgres from 'postgres'
import { within } from '../within.ts'
import { Line } from './line.ts'

/** A committed row of realtime.messages. */
export type Message = {
  id: string
  topic: string
  event: string
  /** The text of its payload. */
  json: string
}

/** The private broadcasts in realtime.messages, after commit and in commit order. */
export type Feed = {
  /** While false, messages go by unheard, so nobody may be told that they have joined. */
  readonly isListening: boolean
  /** Resolves when the feed listens for the first time. */
  ready: Promise<void>
  /** Whether it listens within that time. */
  listensWithin(ms: number): Promise<boolean>
  close(): Promise<void>
}

export type FeedEvents = {
  /** Whether anybody would hear a message on the topic now. */
  isHeard(topic: string): boolean
  onMessage(message: Message): void
  /** Messages may have been missed from now until it listens again. */
  onLost(): void
}

const firstPauseMs = 50
const longestPauseMs = 2000

export function followMessages(sql: postgres.Sql, events: FeedEvents): Feed {
  let state: 'connecting' | 'listening' | 'closed' = 'connecting'
  let listens = Promise.withResolvers<void>()
  const ready = listens.promise
  const closing = Promise.withResolvers<void>()

  async function follow(): Promise<void> {
    const lost = Promise.withResolvers<void>()
    // Keeps their order, also behind a message whose row has to be read.
    const line = new Line(lost.resolve)
    const connection = listenOn(sql, (news) => line.add(() => publish(news)), lost.resolve)
    try {
      await Promise.race([connection.unsafe('listen realtime_messages'), lost.promise.then(rejected), closing.promise])
      if (state === 'closed') return
      state = 'listening'
      listens.resolve()
      await Promise.race([lost.promise, closing.promise])
    } finally {
      await connection.end({ timeout: 0 })
    }
  }

  /** `news` is the JSON of id, topic and event, and behind a line break the payload, unless it is too long for that. */
  function publish(news: string): void | Promise<void> {
    const [head, payload] = split(news)
    const [id, topic, event] = JSON.parse(head) as [string, string, string]
    if (!events.isHeard(topic)) return
    if (payload !== undefined) return events.onMessage({ id, topic, event, json: payload })
    return sql<{ json: string }[]>`select payload::text as json from realtime.messages where id = ${id}`.then(([row]) => {
      if (row !== undefined) events.onMessage({ id, topic, event, json: row.json })
    })
  }

  async function followForever(): Promise<void> {
    let pause = firstPauseMs
    for (;;) {
      await follow().catch(() => {})
      if (isClosed()) return
      if (state === 'listening') {
        state = 'connecting'
        listens = Promise.withResolvers()
        pause = firstPauseMs
        events.onLost()
      }
      await within(pause, closing.promise)
      if (isClosed()) return
      pause = Math.min(pause * 2, longestPauseMs)
    }
  }

  const isClosed = () => state === 'closed'
  const running = followForever()
  return {
    get isListening() {
      return state === 'listening'
    },
    ready,
    listensWithin: (ms) => within(ms, Promise.race([listens.promise, closing.promise])).then(() => state === 'listening'),
    async close() {
      state = 'closed'
      closing.resolve()
      await running
    },
  }
}

/** A connection of its own, which is never opened anew by itself: what was told meanwhile would be missed in silence. */
function listenOn(sql: postgres.Sql, onNews: (news: string) => void, onClose: () => void): postgres.Sql {
  // postgres.js takes parsed options back, as it does for its own `listen`; its types do not say so.
  const options = sql.options as unknown as postgres.Options<Record<string, never>>
  const ours: Record<string, unknown> = {
    max: 1,
    fetch_types: false,
    idle_timeout: null,
    max_lifetime: null,
    onclose: onClose,
    onnotify: (_channel: string, news: string) => onNews(news),
    shared: { retries: 0, typeArrayMap: {} },
  }
  return postgres({ ...options, ...ours })
}

function split(news: string): [head: string, payload?: string] {
  const end = news.indexOf('\n')
  return end === -1 ? [news] : [news.slice(0, end), news.slice(end + 1)]
}

const rejected = () => Promise.reject(new Error('The connection was closed'))
