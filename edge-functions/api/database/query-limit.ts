import type postgres from 'postgres'
import { ConnectionQueue } from './connection-queue.ts'
import type { QueuedQuery } from './connection-queue.ts'

/**
 * Untyped fields of postgres.js 3.4: whether Postgres runs the query, and the function that its `cancel` calls without
 * catching a rejection.
 */
type Running = { active?: boolean; canceller?: ((query: unknown) => Promise<void>) | null }

/** Writes a query with `json` parameters; sent after the limit, they are null. */
export type Write<Rows> = (json: (value: postgres.JSONValue) => postgres.Parameter) => PromiseLike<Rows>

/** An account has as many queries waiting as it may. */
export class AccountIsBusy extends Error {}

/**
 * Rejects with AccountIsBusy when too many queries of the account wait. Rejects when the query takes longer than `limitMs`, a tenth of it after the query was cancelled, or when it was never
 * sent.
 */
type RunQuery = <Rows>(limitMs: number, write: Write<Rows>, account?: string) => Promise<Rows>

/**
 * Limits the time of each query, including the wait for a connection. Gives postgres.js no more queries than it has
 * connections: it would queue others behind one that hangs, and cannot cancel an unsent query without losing a
 * connection.
 */
export function limitQueries(sql: postgres.Sql): RunQuery {
  const queue = new ConnectionQueue(sql.options.max)

  return <Rows>(limitMs: number, write: Write<Rows>, account?: string) => {
    if (limitMs === 0) return Promise.reject(tooLate())
    const { promise, resolve, reject } = Promise.withResolvers<Rows>()
    let query: PromiseLike<Rows> | undefined
    let isOver = false
    let ending: ReturnType<typeof setTimeout> | undefined
    // null makes a command refuse itself. Throwing here instead would make postgres.js 3.4 forget a query that it has
    // given to a busy connection.
    const inTime = (value: postgres.JSONValue) => sql.json({ toJSON: () => (isOver ? null : value) })
    const release = (rows?: Rows) => queue.release(entry, bytesIn(rows))
    const entry: QueuedQuery = {
      account,
      begin() {
        query = write(inTime)
        query.then(resolve, reject)
        query.then(release, () => release())
      },
    }
    if (!queue.enter(entry)) return Promise.reject(new AccountIsBusy())
    const timer = setTimeout(() => {
      isOver = true
      queue.leave(entry)
      if (query === undefined) return reject(tooLate())
      const { active, canceller } = query as Running
      // Fails when Postgres is unreachable; then the connection ends by its own limit.
      if (active === true) canceller?.(query).catch(() => {})
      // Waits for the end of the query: until the cancellation arrives it may still be done.
      ending = setTimeout(() => reject(tooLate()), limitMs / 10)
    }, limitMs * 0.9)
    return promise.finally(() => {
      clearTimeout(timer)
      clearTimeout(ending)
    })
  }
}

/** The size of a raw row's values. */
function bytesIn(rows: unknown): number {
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined
  return Array.isArray(row) ? row.reduce((sum, value) => sum + (value instanceof Uint8Array ? value.length : 0), 0) : 0
}

const tooLate = () => Object.assign(new Error('The database did not answer in time'), { code: 'CONNECTION_TIMEOUT' })
