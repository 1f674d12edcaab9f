import postgres from 'postgres'
import type { Duplex } from 'node:stream'
import { PgoutputReader } from './pgoutput.ts'
import type { MessageRow } from './pgoutput.ts'

/** The rows of realtime.messages, after commit and in commit order. */
export type Feed = {
  /** While false, rows go by unseen, so nobody may be told that they have joined. */
  readonly listening: boolean
  /** Resolves when the feed listens for the first time. */
  ready: Promise<void>
  /** Whether it listens within that time. */
  listensWithin(ms: number): Promise<boolean>
  /**
   * Makes Postgres look at once for commits that it has not sent yet. Worth a call after anything that may have
   * written: seen with Postgres 17, its log sender can miss the wake-up of a commit that falls between its last
   * look and its sleep, and then waits for the next one (`WalSenderWaitForWal`, `sent_lsn` behind the log).
   * While nobody would hear it, Postgres is left alone.
   */
  nudge(): void
  close(): Promise<void>
}

export type FeedEvents = {
  /** Whether anybody would hear a message now. */
  isHeard(): boolean
  onRow(row: MessageRow): void
  /** Rows may have been missed from now until it listens again. */
  onLost(): void
}

const publication = 'supabase_realtime_messages_publication'
const firstPause = 50
const longestPause = 2000
// Postgres gives up on a receiver that is silent for 60 s, and keeps its log until it is told.
const reportEvery = 10_000
// Nobody calls `nudge` for writes from outside; these bound how long such a message may lie.
const nudgeAfterNews = 10
const nudgeEvery = 100

const walData = 0x77
const keepalive = 0x6b

export function followMessages(sql: postgres.Sql, events: FeedEvents): Feed {
  const first = Promise.withResolvers<void>()
  const waiting = new Set<(listens: boolean) => void>()
  const closing = Promise.withResolvers<void>()
  let listening = false
  let closed = false
  let sender: Sender | undefined

  const started = () => {
    listening = true
    first.resolve()
    for (const resolve of waiting) resolve(true)
    waiting.clear()
  }

  const nudge = () => {
    if (events.isHeard()) sender?.nudge()
  }

  async function follow(): Promise<void> {
    const lost = Promise.withResolvers<void>()
    const connection = connectForReplication(sql, () => lost.resolve())
    const timers: ReturnType<typeof setInterval>[] = []
    try {
      const stream = await Promise.race([openStream(connection), lost.promise, closing.promise])
      if (stream === undefined || closed) return
      stream.on('error', () => lost.resolve())
      stream.on('close', () => lost.resolve())
      sender = receive(stream, events.onRow, nudge)
      const { report } = sender
      timers.push(setInterval(report, reportEvery), setInterval(nudge, nudgeEvery))
      started()
      await Promise.race([lost.promise, closing.promise])
    } finally {
      for (const timer of timers) clearInterval(timer)
      sender?.stop()
      sender = undefined
      await connection.end({ timeout: 0 })
    }
  }

  async function followForever(): Promise<void> {
    let pause = firstPause
    for (;;) {
      await follow().catch(() => {})
      if (closed) return
      if (listening) {
        listening = false
        pause = firstPause
        events.onLost()
      }
      await pauseUnless(closing.promise, pause)
      if (closed) return
      pause = Math.min(pause * 2, longestPause)
    }
  }

  const running = followForever()
  return {
    get listening() {
      return listening
    },
    ready: first.promise,
    listensWithin(ms) {
      if (listening || closed) return Promise.resolve(listening)
      return new Promise((resolve) => {
        const timer = setTimeout(() => answer(false), ms)
        const answer = (listens: boolean) => {
          clearTimeout(timer)
          waiting.delete(answer)
          resolve(listens)
        }
        waiting.add(answer)
      })
    },
    nudge,
    async close() {
      closed = true
      listening = false
      closing.resolve()
      for (const answer of waiting) answer(false)
      await running
    },
  }
}

function connectForReplication(sql: postgres.Sql, onClose: () => void): postgres.Sql {
  // postgres.js takes parsed options back, as it does for its own `subscribe`; its types do not say so.
  const options = sql.options as unknown as postgres.Options<Record<string, never>>
  const ours: Record<string, unknown> = {
    max: 1,
    fetch_types: false,
    idle_timeout: null,
    max_lifetime: null,
    onclose: onClose,
    connection: { ...options.connection, replication: 'database' },
    shared: { retries: 0, typeArrayMap: {} },
  }
  return postgres({ ...options, ...ours })
}

async function openStream(connection: postgres.Sql): Promise<Duplex> {
  const slot = `supabase_realtime_messages_replication_slot_${crypto.randomUUID().slice(0, 8)}`
  // Postgres reads the words of these commands in capitals only.
  const [made] = await connection.unsafe<{ consistent_point: string }[]>(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
  if (made === undefined) throw new Error('Postgres made no replication slot')
  const stream = await connection
    .unsafe(`START_REPLICATION SLOT ${slot} LOGICAL ${made.consistent_point} (proto_version '1', publication_names '${publication}')`)
    .writable()
  return stream as Duplex
}

type Sender = { report(): void; nudge(): void; stop(): void }

/** Reads what arrives, a moment later calls `afterNews`, and tells Postgres how far we are: anew with `report`, the same again with `nudge`. */
function receive(stream: Duplex, onRow: (row: MessageRow) => void, afterNews: () => void): Sender {
  const reader = new PgoutputReader()
  let position = 0n
  let reported = 0n
  let soon: ReturnType<typeof setTimeout> | undefined
  const nudge = () => {
    if (stream.writable) stream.write(status(reported))
  }
  const report = () => {
    reported = position
    nudge()
  }
  stream.on('data', (bytes: Uint8Array) => {
    if (bytes[0] === walData) {
      const news = reader.read(bytes.subarray(25))
      if (typeof news === 'bigint') position = news
      else if (news !== undefined) onRow(news)
      soon ??= setTimeout(() => {
        soon = undefined
        afterNews()
      }, nudgeAfterNews)
    } else if (bytes[0] === keepalive) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const end = view.getBigUint64(1)
      if (end > position) position = end
      // A server that is stopping waits for this answer.
      if (bytes[17] === 1) report()
    }
  })
  return { report, nudge, stop: () => clearTimeout(soon) }
}

/** A standby status update: all up to `position` was written, flushed and applied. */
function status(position: bigint): Uint8Array {
  const update = new Uint8Array(34)
  const view = new DataView(update.buffer)
  update[0] = 0x72
  for (const offset of [1, 9, 17]) view.setBigUint64(offset, position)
  view.setBigInt64(25, BigInt(Date.now() - Date.UTC(2000, 0, 1)) * 1000n)
  return update
}

async function pauseUnless(stopped: Promise<void>, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  await Promise.race([over.promise, stopped])
  clearTimeout(timer)
}
