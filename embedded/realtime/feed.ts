import postgres from 'postgres'
import { within } from '../within.ts'
import { TaskQueue } from './task-queue.ts'

/** A committed row of realtime.messages. */
export type Message = {
  id: string
  topic: string
  event: string
  /** The text of its payload. */
  json: string
}

/** The private broadcasts in realtime.messages and the ended sessions, after commit and in commit order. */
export type Feed = {
  /** While false, messages are missed, so no join may be accepted. */
  readonly isListening: boolean
  /** Resolves when the feed listens for the first time. */
  ready: Promise<void>
  /** Whether it listens within that time. */
  listensWithin(ms: number): Promise<boolean>
  close(): Promise<void>
}

export type FeedEvents = {
  /** Whether the topic has a subscriber now. */
  hasSubscriber(topic: string): boolean
  onMessage(message: Message): void
  /** A row of auth.sessions was deleted. */
  onSessionEnded(sessionId: string): void
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
    // Keeps messages in order, also behind one whose row has to be read.
    const queue = new TaskQueue(lost.resolve)
    const connection = listenOn(
      sql,
      (channel, payload) =>
        queue.add(() => (channel === 'ended_sessions' ? events.onSessionEnded(payload) : publish(payload))),
      lost.resolve,
    )
    try {
      const listening = connection.unsafe('listen realtime_messages; listen ended_sessions')
      await Promise.race([listening, lost.promise.then(rejected), closing.promise])
      if (state === 'closed') return
      state = 'listening'
      listens.resolve()
      await Promise.race([lost.promise, closing.promise])
    } finally {
      await connection.end({ timeout: 0 })
    }
  }

  /**
   * `notification` is the JSON of id, topic and event, and behind a line break the payload, unless it is too long for
   * that.
   */
  function publish(notification: string): void | Promise<void> {
    const [head, payload] = split(notification)
    const [id, topic, event] = JSON.parse(head) as [string, string, string]
    if (!events.hasSubscriber(topic)) return
    if (payload !== undefined) return events.onMessage({ id, topic, event, json: payload })
    return sql<{ json: string }[]>`select payload::text as json from realtime.messages where id = ${id}`.then(
      ([row]) => {
        if (row !== undefined) events.onMessage({ id, topic, event, json: row.json })
      },
    )
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
    listensWithin: (ms) =>
      within(ms, Promise.race([listens.promise, closing.promise])).then(() => state === 'listening'),
    async close() {
      state = 'closed'
      closing.resolve()
      await running
    },
  }
}

/** A connection of its own that never reconnects by itself: messages sent meanwhile would be missed unnoticed. */
function listenOn(
  sql: postgres.Sql,
  onNotification: (channel: string, payload: string) => void,
  onClose: () => void,
): postgres.Sql {
  // postgres.js takes parsed options back, as it does for its own `listen`; its types do not say so.
  const options = sql.options as unknown as postgres.Options<Record<string, never>>
  const ours: Record<string, unknown> = {
    max: 1,
    fetch_types: false,
    idle_timeout: null,
    max_lifetime: null,
    onclose: onClose,
    onnotify: onNotification,
    shared: { retries: 0, typeArrayMap: {} },
  }
  return postgres({ ...options, ...ours })
}

function split(notification: string): [head: string, payload?: string] {
  const end = notification.indexOf('\n')
  return end === -1 ? [notification] : [notification.slice(0, end), notification.slice(end + 1)]
}

const rejected = () => Promise.reject(new Error('The connection was closed'))
